import { canonicalJson, type Json } from "@acta/governance";
import { type PermissionPolicyData, readPolicyData } from "../policy-data.js";
import { Rulebook } from "../rulebook.js";
import { covers } from "./covers.js";
import { Effort } from "./effort.js";
import type { Finding } from "./finding.js";
import { type LintOptions, lintPolicy, notCompared } from "./lint-policy.js";
import { LintedRule } from "./linted-rule.js";

export interface Layer {
  /** Of people: `organization`, `workspace`, … */
  readonly name: string;
  /** What `PermissionPolicy.from` takes. */
  readonly policy: unknown;
}

/** As in `lintPolicy`, for each layer compared with all others. */
const stepsOfLayer = 30_000_000;

interface ReadLayer {
  readonly name: string;
  readonly data: PermissionPolicyData;
  readonly book: Rulebook;
  readonly denials: readonly LintedRule[];
  /** What its tools' descriptions say, as one text. */
  readonly descriptions: string;
}

/** The findings of each layer, and denials that change nothing because another layer denies the same anyway. Throws `InvalidPolicy`. */
export function lintLayers(layers: readonly Layer[], options: LintOptions = {}): Finding[] {
  const read = layers.map((layer) => readLayer(layer, options));
  return read.flatMap((layer, index) => {
    const own = lintPolicy(layer.data, options).map((finding) => ({ ...finding, layer: layer.name }));
    const known = new Set(own.map(({ rule }) => rule));
    const denials = layer.data.mode === "rules" ? layer.denials.filter(({ rule }) => !known.has(rule.id)) : [];
    const effort = new Effort(0);
    return [
      ...own,
      ...denials.flatMap((linted) => {
        effort.grant(stepsOfLayer / denials.length);
        const voided = voidedBy(linted, layer, index, read, effort);
        return voided.length === 0 && effort.hasLeftOut ? [{ ...notCompared(linted.rule), layer: layer.name }] : voided;
      }),
    ];
  });
}

function readLayer({ name, policy }: Layer, { fileSystem }: LintOptions): ReadLayer {
  const data = readPolicyData(policy);
  const book = new Rulebook(data, fileSystem);
  const denials = book.tables.slice(0, 1).flatMap((table) => [...table.keys.values()].flat());
  return {
    name,
    data,
    book,
    denials: denials.map((compiled) => new LintedRule(compiled)),
    descriptions: canonicalJson(book.descriptions as Json),
  };
}

function voidedBy(linted: LintedRule, layer: ReadLayer, index: number, layers: readonly ReadLayer[], effort: Effort): Finding[] {
  const { rule } = linted;
  for (const [at, other] of layers.entries()) {
    const by = at === index ? undefined : denies(other, linted, layer, at < index, effort);
    if (by === undefined) continue;
    const message = `Rule ${rule.id} of ${layer.name} changes nothing: ${by} of ${other.name} denies every call that it denies.`;
    return [{ code: "deny_is_void", rule: rule.id, other: by, message, layer: layer.name, otherLayer: other.name }];
  }
  return [];
}

/** What of another layer denies all that the rule denies. Of two equal rules the one of the later layer is void. */
function denies(other: ReadLayer, linted: LintedRule, layer: ReadLayer, isEarlier: boolean, effort: Effort): string | undefined {
  const { mode } = other.data;
  if (mode === "deny_all") return "mode.deny_all";
  if (mode === "allow_all") return undefined;
  return (
    widerDenial(other, linted, layer, isEarlier, effort) ??
    (other.data.default !== "abstain" && !speaksFor(other, linted, layer) ? "default" : undefined)
  );
}

function widerDenial(other: ReadLayer, linted: LintedRule, layer: ReadLayer, isEarlier: boolean, effort: Effort): string | undefined {
  if (other.descriptions !== layer.descriptions) return undefined;
  const { tool } = linted.rule;
  return other.denials.find((each) => {
    const isSameTool = each.rule.tool === "*" || (tool !== "*" && other.book.sameTool(each.rule.tool, tool));
    return isSameTool && covers(each, linted, effort) && (isEarlier || !(covers(linted, each, effort) && each.rule.tool === tool));
  })?.rule.id;
}

/** Whether a layer has anything but denials for a tool of the rule. */
function speaksFor(other: ReadLayer, { rule }: LintedRule, layer: ReadLayer): boolean {
  const keys = [other.data.allow, other.data.escalate].flatMap((table) => Object.keys(table ?? {}).filter((key) => table?.[key]?.length));
  const isSame = (key: string) => other.book.sameTool(key, rule.tool) || layer.book.sameTool(key, rule.tool);
  return rule.tool === "*" ? keys.length > 0 : keys.some((key) => key === "*" || isSame(key));
}
