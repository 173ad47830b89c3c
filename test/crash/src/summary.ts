import type { Fault } from "./facts/judge.js";
import type { Cell } from "./scenes/cells.js";
import type { Deciders } from "./scenes/deciders.js";
import type { Kills } from "./scenes/kills.js";
import type { Rivals } from "./scenes/rivals.js";
import type { Writers } from "./scenes/writers.js";
import type { Zombies } from "./scenes/zombies.js";

/** Everything that a run found out. */
export interface Report {
  readonly seed: number;
  /** Stores that this machine does not have. */
  readonly skipped: readonly string[];
  readonly cells: readonly Cell[];
  readonly kills: readonly Kills[];
  readonly rivals: readonly Rivals[];
  readonly writers: readonly Writers[];
  readonly deciders: readonly Deciders[];
  readonly zombies: readonly Zombies[];
  readonly controls: readonly { readonly broken: string; readonly problem: string | undefined }[];
}

const promised: readonly (readonly [Fault, string])[] = [
  ["without_intent", "without intent"],
  ["unsafe_twice", "unsafe twice"],
  ["success_without_effect", "successes without effect"],
  ["unsettled", "unsettled"],
  ["changed", "changed by second recovery"],
];
const besides: readonly (readonly [Fault, string])[] = [
  ["effect_denied", "effects denied"],
  ["settled_twice", "settled twice"],
  ["answer_lost", "answers lost"],
  ["unanswered", "requests without exactly one answer"],
  ["unproposed", "without proposal"],
  ["gap", "gaps"],
];

export const skippedLine = (store: string) =>
  `SKIPPED ${store}: set ACTA_TEST_POSTGRES_URL to the URL of a PostgreSQL that tests may write to`;

/** The lines at the end; the last has the figures that were promised. */
export function summaryOf({ skipped, cells, kills, controls }: Report): readonly string[] {
  const findings = kills.flatMap((each) => each.findings);
  const counted = (faults: typeof promised) =>
    faults.map(([fault, words]) => `${findings.filter((finding) => finding.fault === fault).length} ${words}`).join(", ");
  const sum = (key: "kills" | "calls" | "recovered") => kills.reduce((total, each) => total + each[key], 0);
  const right = cells.filter(({ wrong }) => wrong.length === 0).length;
  const caught = controls.filter(({ problem }) => problem === undefined).length;
  return [
    ...skipped.map(skippedLine),
    `killed over ${sum("calls")} calls, ${sum("recovered")} of them before anybody was told their end: ${counted(besides)}`,
    `cells ${right}/${cells.length}; kills ${sum("kills")}: ${counted(promised)}; controls ${caught}/${controls.length} caught`,
  ];
}

/** Nothing tried is nothing proved. */
export function isRight({ cells, kills, rivals, writers, deciders, zombies, controls }: Report): boolean {
  return (
    cells.length > 0 &&
    [...cells, ...rivals, ...writers, ...deciders, ...zombies].every(({ wrong }) => wrong.length === 0) &&
    kills.every(({ findings, broken }) => findings.length + broken.length === 0) &&
    controls.every(({ problem }) => problem === undefined)
  );
}
