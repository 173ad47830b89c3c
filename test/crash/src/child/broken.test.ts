import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Branch } from "@acta/branch";
import { memoryJournal } from "@acta/journal/memory";
import { afterAll, expect, test, vi } from "vitest";
import { gather, historyOf } from "../facts/facts.js";
import { judge } from "../facts/judge.js";
import { Witness } from "../facts/witness.js";
import { recoverAll } from "../recover-all.js";
import { type Broken, brokenJournal } from "./broken.js";
import { toolsFor } from "./tools.js";

const folder = mkdtempSync(join(tmpdir(), "acta-crash-test-"));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;

interface Crash {
  readonly inCall?: Broken;
  readonly inRecovery?: Broken;
  /** Default: in the effect of the call. */
  readonly afterAnswer?: boolean;
}

/** A process that "dies" over an unsafe call, in this one: its promise is left alone. What the checks say after two recoveries. */
async function faultsOf({ inCall, inRecovery, afterAnswer = false }: Crash): Promise<readonly string[]> {
  const journal = memoryJournal();
  const witness = new Witness(join(folder, `${++files}`));
  const inEffect = vi.fn(() => (afterAnswer ? undefined : new Promise<never>(() => {})));
  const at = (moment: string) => (moment === "in-effect" ? inEffect() : undefined);
  const branch = new Branch({ id: "b", journal: brokenJournal(journal, inCall), tools: toolsFor({ witness, at }) });
  const acting = branch.act({ function: "unsafe", arguments: { number: 1 } });
  if (afterAnswer) for (const { callId, outcome } of await acting) witness.see({ at: "answered", key: callId, outcome: outcome.kind });
  else await vi.waitFor(() => expect(inEffect).toHaveBeenCalledTimes(1));

  const claimedEffect = inRecovery ? ("idempotent" as const) : undefined;
  await recoverAll(brokenJournal(journal, inRecovery), { rerun: true, tools: toolsFor({ witness, claimedEffect }) });
  const recovered = await gather(journal, ["b"], witness);
  await recoverAll(journal, { rerun: true, tools: toolsFor({ witness }) });
  const recoveredAgain = await gather(journal, ["b"], witness);
  witness.close();
  return judge({ recovered, recoveredAgain, history: await historyOf(journal, ["b"]) }).map(({ fault }) => fault);
}

test("nothing is wrong where nothing is broken", async () => {
  expect(await faultsOf({})).toEqual([]);
  expect(await faultsOf({ afterAnswer: true })).toEqual([]);
});

test.each<[string, Crash, readonly string[]]>([
  ["an intent that is acknowledged and not stored", { inCall: "intent-not-stored" }, ["without_intent", "effect_denied"]],
  ["a recovery that runs unsafe calls again", { inRecovery: "unsafe-rerun" }, ["unsafe_twice"]],
  ["a settlement that is lost after its success", { inCall: "settlement-lost", afterAnswer: true }, ["answer_lost"]],
])("%s is caught", async (_, crash, faults) => {
  expect(await faultsOf(crash)).toEqual(faults);
});
