import type { Broken } from "../child/broken.js";
import type { Cut } from "../cuts.js";
import type { Fault, Finding } from "../facts/judge.js";
import type { StoreName } from "../place.js";
import type { Places } from "../places.js";
import { Scene } from "./scene.js";

interface Control {
  readonly broken: Broken;
  readonly cut: Cut | "after-answer";
  /** Whether it is the recovering process that is broken. */
  readonly inRecovery: boolean;
  readonly caughtAs: Fault;
}

/** What is broken on purpose, and what the checks must say of it. */
export const controls: readonly Control[] = [
  { broken: "intent-not-stored", cut: "in-effect", inRecovery: false, caughtAs: "without_intent" },
  { broken: "unsafe-rerun", cut: "in-effect", inRecovery: true, caughtAs: "unsafe_twice" },
  { broken: "settlement-lost", cut: "after-answer", inRecovery: false, caughtAs: "answer_lost" },
];

/** Undefined: caught. */
export async function runControl(places: Places, store: StoreName, control: Control): Promise<string | undefined> {
  try {
    const findings = await crashBroken(new Scene(places.make(store), places.file("witness")), control);
    return findings.some(({ fault }) => fault === control.caughtAs) ? undefined : "the checks let it pass";
  } catch (error) {
    return String(error);
  }
}

async function crashBroken(scene: Scene, { broken, cut, inRecovery }: Control): Promise<readonly Finding[]> {
  const held = scene.hold({ branchId: broken, cut, effect: "unsafe", broken: inRecovery ? undefined : broken });
  await held.says("held");
  await held.kill();
  const { findings } = await scene.recoverTwice(broken, { rerun: true, broken: inRecovery ? broken : undefined });
  return findings;
}
