import { canonicalJson, type Json } from "@acta/governance";
import type { Rule } from "../compiled-rule.js";
import { type PermissionPolicyData, readPolicyData } from "../policy-data.js";
import { Rulebook } from "../rulebook.js";
import { covers } from "./covers.js";
import type { Finding } from "./finding.js";
import { type LintOptions, lintPolicy } from "./lint-policy.js";

export interface Layer {
  /** Of people: `organization`, `workspace`, … */
  readonly name: string;
  /** What `PermissionPolicy.from` takes. */
  readonly policy: unknown;
}

interface ReadLayer {
  readonly name: string;
  readonly data: PermissionPolicyData;
  readonly book: Rulebook;
}

/** The findings of each layer, and denials that change nothing because another layer denies the same anyway. Throws `InvalidPolicy`. */
export function lintLayers(layers: readonly Layer[], options: LintOptions = {}): Finding[] {
  const read = layers.map(({ name, policy }): ReadLayer => {
    const data = readPolicyData(policy);
    return { name, data, book: new Rulebook(data, options.fileSystem) };
  });
  return read.flatMap((layer, index) => {
    const own = lintPolicy(layer.data, options).map((finding) => ({ ...finding, layer: layer.name }));
    const known = new Set(own.map(({ rule }) => rule));
    const denies = layer.data.mode === "rules" ? denialsOf(layer).filter(({ id }) => !known.has(id)) : [];
    return [...own, ...denies.flatMap((rule) => voidedBy(rule, layer, index, read))];
  });
}

function voidedBy(rule: Rule, layer: ReadLayer, index: number, layers: readonly ReadLayer[]): Finding[] {
  for (const [at, other] of layers.entries()) {
    const by = at === index ? undefined : denies(other, rule, layer, at < index);
    if (by === undefined) continue;
    const message = `Rule ${rule.id} of ${layer.name} changes nothing: ${by} of ${other.name} denies every call that it denies.`;
    return [{ code: "deny_is_void", rule: rule.id, other: by, message, layer: layer.name, otherLayer: other.name }];
  }
  return [];
}

/** What of another layer denies all that the rule denies. Of two equal rules the one of the later layer is void. */
function denies(other: ReadLayer, rule: Rule, layer: ReadLayer, isEarlier: boolean): string | undefined {
  const { mode } = other.data;
  if (mode === "deny_all") return "mode.deny_all";
  if (mode === "allow_all") return undefined;
  return (
    widerDenial(other, rule, layer, isEarlier) ??
    (other.data.default !== "abstain" && !speaksFor(other, rule, layer) ? "default" : undefined)
  );
}

function widerDenial(other: ReadLayer, rule: Rule, layer: ReadLayer, isEarlier: boolean): string | undefined {
  if (canonicalJson(other.book.descriptions as Json) !== canonicalJson(layer.book.descriptions as Json)) return undefined;
  return denialsOf(other).find((each) => {
    const isSameTool = each.tool === "*" || (rule.tool !== "*" && other.book.sameTool(each.tool, rule.tool));
    return isSameTool && covers(each, rule) && (isEarlier || !(covers(rule, each) && each.tool === rule.tool));
  })?.id;
}

/** Whether a layer has anything but denials for a tool of the rule. */
function speaksFor(other: ReadLayer, rule: Rule, layer: ReadLayer): boolean {
  const keys = [other.data.allow, other.data.escalate].flatMap((table) => Object.keys(table ?? {}).filter((key) => table?.[key]?.length));
  const isSame = (key: string) => other.book.sameTool(key, rule.tool) || layer.book.sameTool(key, rule.tool);
  return rule.tool === "*" ? keys.length > 0 : keys.some((key) => key === "*" || isSame(key));
}

function denialsOf({ book }: ReadLayer): Rule[] {
  return book.tables.slice(0, 1).flatMap((table) => [...table.keys.values()].flat().map(({ rule }) => rule));
}
