import { readdirSync, readFileSync } from "node:fs";

/** Kills every process of a group, in any state. False where there is no such group. */
export function killGroup(leader: number): boolean {
  try {
    return process.kill(-leader, "SIGKILL");
  } catch {
    return false;
  }
}

/** Calls back when no process of a killed group can do anything any more: at once, if that is so already. */
export function whenGroupIsGone(leader: number, then: () => void): void {
  if (isGone(leader)) then();
  else setTimeout(() => whenGroupIsGone(leader, then), 1).unref();
}

function isGone(leader: number): boolean {
  try {
    process.kill(-leader, 0);
  } catch {
    return true;
  }
  return process.platform === "linux" && !readdirSync("/proc").some((name) => /^\d+$/.test(name) && isMember(name, leader));
}

/** Who has ended and is not buried is a member no more: nobody may ever bury him, in a container. */
function isMember(pid: string, leader: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const [state = "", , group] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return Number(group) === leader && !/[ZXx]/.test(state);
  } catch {
    return false;
  }
}
