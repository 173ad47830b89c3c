import type { ActionResponseModel, DiagnosticCode } from "@acta/branch";
import type { Scene } from "../given/build-branch.js";
import type { Json } from "../json.js";
import { observeHistory } from "./history.js";
import { type Item, itemsOfModels, itemsOfRecords } from "./items.js";
import { readRecords } from "./records.js";

export interface ActEnd {
  /** Null where `act` raised something that carries none. */
  readonly models: readonly ActionResponseModel[] | null;
  readonly raised: Json;
}

const isolated = { hook: "hook_failed", observer: "observer_failed", callback: "callback_failed" } as const;
/** What something isolated threw. Late results are reported too, but whether they come in time is chance. */
const isolatedCodes: readonly DiagnosticCode[] = [...Object.values(isolated), "policy_failed"];

export async function observeAct(scene: Scene, { models, raised }: ActEnd): Promise<Json> {
  const { starts, points, diagnostics } = scene.heard;
  const codes = diagnostics.map(({ code }) => code);
  const records = await readRecords(scene);
  const items: readonly Item[] = models === null ? itemsOfRecords(records, scene.branch) : itemsOfModels(models, records);
  return {
    items: items.map(({ seen }) => seen),
    raised,
    hooks: items.map(({ callId }) => points.filter((heard) => heard.callId === callId).map(({ point }) => point)),
    toolRuns: items.map(({ callId }) => starts.filter((started) => started === callId).length),
    history: observeHistory(scene.branch.messages.messages, items),
    journal: items.map(({ callId }) => records.find((record) => record.callId === callId)?.steps ?? []),
    diagnostics: codes.filter((code) => isolatedCodes.includes(code)).length,
    diagnosticsBy: Object.fromEntries(Object.entries(isolated).map(([who, code]) => [who, codes.filter((each) => each === code).length])),
  };
}
