import { posix } from "node:path";

/**
 * What a policy answers, written once more from the description of the rules, in the plainest way, with regular expressions and without any
 * code of the package. Slow, for printable ASCII only, and without links: every path is where its text says.
 */
export interface Faults {
  readonly allowFirst?: boolean;
  readonly foldsAllow?: boolean;
  readonly forgetsDoubt?: boolean;
}
// biome-ignore lint/suspicious/noExplicitAny: an oracle that trusts its generator
type Data = any;
type Verdict = { readonly kind: string; readonly rule: string };
type Truth = true | false | undefined;

const aliases: Record<string, string> = {
  bash_tool: "bash",
  reader_tool: "reader",
  editor_tool: "editor",
  search_tool: "search",
  context_tool: "context",
};
const wideName = (name: string) => aliases[name.toLowerCase()] ?? name.toLowerCase();

export function oracle(policy: Data, tool: string, values: Data, faults: Faults = {}): Verdict {
  if (policy.mode === "allow_all") return { kind: "allow", rule: "mode.allow_all" };
  const texts = textsOf(wideName(tool), values);
  if (texts === "syntax") return { kind: "deny", rule: "shell_syntax" };
  if (policy.mode === "deny_all") return { kind: "deny", rule: "mode.deny_all" };
  for (const table of faults.allowFirst ? ["allow", "deny", "escalate"] : ["deny", "allow", "escalate"]) {
    const wide = table !== "allow" || faults.foldsAllow === true;
    const others = Object.keys(policy[table] ?? {})
      .sort()
      .filter((key) => key !== tool && key !== "*" && wide && wideName(key) === wideName(tool));
    for (const key of [tool, ...others, ...(tool === "*" ? [] : ["*"])]) {
      const rules: Data[] = Object.hasOwn(policy[table] ?? {}, key) ? policy[table][key] : [];
      for (const [index, rule] of rules.entries()) {
        const truth = holds(typeof rule === "string" ? { pattern: rule } : rule, texts, values, wide);
        if (truth ?? (table !== "allow" && !faults.forgetsDoubt)) return { kind: table, rule: `${table}.${key}[${index}]` };
      }
    }
  }
  return { kind: policy.default ?? "deny", rule: "default" };
}

function holds(rule: Data, texts: string[] | undefined, values: Data, wide: boolean): Truth {
  const judged: Truth[] = [];
  if (rule.pattern !== undefined) judged.push(texts && (wide ? texts : texts.slice(0, 1)).some((text) => like(rule.pattern, text, wide)));
  for (const [name, matcher] of Object.entries<Data>(rule.arguments ?? {})) {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    const given = value !== undefined && value !== null;
    for (const [operator, operand] of Object.entries<Data>(matcher)) {
      if (operator === "present" && operand !== given) return false;
      if (operator !== "present") judged.push(value === undefined ? undefined : test(operator, operand, value, wide));
    }
  }
  return judged.includes(undefined) ? undefined : !judged.includes(false);
}

function test(operator: string, operand: Data, value: Data, wide: boolean): Truth {
  const same = (one: Data) =>
    JSON.stringify(one) === JSON.stringify(value) || (wide && JSON.stringify(one).toLowerCase() === JSON.stringify(value).toLowerCase());
  if (operator === "equals" || operator === "oneOf") {
    const list = operator === "oneOf" ? operand : [operand];
    return value === null && !list.includes(null) ? undefined : list.some(same);
  }
  if (operator === "range")
    return typeof value === "number" ? value >= (operand.min ?? value) && value <= (operand.max ?? value) : undefined;
  if (typeof value !== "string") return undefined;
  const cased = (text: string) => (wide ? text.toLowerCase() : text);
  if (operator === "prefix") return cased(value).indexOf(cased(operand)) === 0;
  if (operator === "glob") return like(operand, value, wide);
  if (operator === "maxLength") return [...value].length <= operand;
  if (operator === "hostIn") {
    const host = (/^https?:\/\/([a-z0-9.]+)(?:\/.*)?$/i.exec(value) ??
      /^([a-z0-9]+(?:(?:\.|-+)[a-z0-9]+)*)\.?$/i.exec(value))?.[1]?.toLowerCase();
    return host && operand.some((one: string) => host === one || (one.startsWith("*.") && host.endsWith(one.slice(1))));
  }
  if (operator === "program") {
    const words = wordsOf(value);
    const line = (list: string[]) => list.map((word) => `${word}\n`).join("");
    const pattern = operand
      .map((word: string) => (word === "**" ? "(?:[^\\n]*\\n)*" : `${expression(word, wide).replaceAll("[\\s\\S]", "[^\\n]")}\\n`))
      .join("");
    return words && (wide ? [words, short(words)] : [words]).some((list) => new RegExp(`^${pattern}$`).test(line(list)));
  }
  if (value === "" || /^~|^[a-z]+:\/|[^ -~]/i.test(value)) return undefined;
  const names = (path: string) =>
    posix
      .resolve("/home", path)
      .split("/")
      .filter(Boolean)
      .map(cased)
      .map((name) => (wide ? name.replace(/[. ]+$/, "") || name : name));
  return [operand].flat().some((folder: string) => names(folder).every((name, index) => names(value)[index] === name));
}

/** The exact text, then the others; undefined where there is none. */
function textsOf(tool: string, values: Data): string[] | "syntax" | undefined {
  const text = (name: string) => (Object.hasOwn(values, name) && typeof values[name] === "string" ? (values[name] as string) : undefined);
  const value = text({ bash: "command", reader: "path", editor: "file_path", search: "pattern" }[tool] ?? "");
  if (tool === "bash") {
    const words = value === undefined ? undefined : wordsOf(value);
    if (value !== undefined && words === undefined) return "syntax";
    return words && [words.map(quoted).join(" "), words.join(" "), short(words).join(" ")];
  }
  if (tool === "reader" || tool === "editor") return value === undefined ? undefined : paths(value);
  if (tool === "search") {
    const path = values.path ?? "";
    if (value === undefined || typeof path !== "string") return undefined;
    const [exact = "", ...others] = values.path == null ? [""] : paths(path);
    return [`${quoted(value)} ${exact}`, ...[...others, ...(others.length === 0 ? [""] : [])].map((other) => `${value} ${other}`)];
  }
  const sorted = (one: Data): Data =>
    one && typeof one === "object" && !Array.isArray(one)
      ? Object.fromEntries(
          Object.keys(one)
            .sort()
            .map((key) => [key, sorted(one[key])]),
        )
      : one;
  const leaves = (one: Data): string[] => (one && typeof one === "object" ? Object.values(one).flatMap(leaves) : [String(one)]);
  return [JSON.stringify(sorted(values)), ...leaves(values), leaves(values).join(" "), leaves(sorted(values)).join(" ")];
}

function paths(path: string): string[] {
  const normal = posix.normalize(path).replace(/^\.\/?$/, "");
  const bare = normal === "/" ? normal : normal.replace(/\/$/, "");
  return [normal, path, bare, bare === "" || bare === "/" ? bare : `${bare}/`];
}

const quoted = (word: string) => (/^[^\s"]+$/.test(word) ? word : JSON.stringify(word));
const short = (words: string[]) => words.map((word, index) => (index === 0 ? word.replace(/^.*\//s, "") : word));

/** The words of a program; undefined where a shell would see more than words. */
function wordsOf(line: string): string[] | undefined {
  const piece = /'[^']*'|"[^"$`\\]*"|[^\s'"$`\\;&|<>(){}*?]/y;
  const words: string[] = [];
  for (const word of line.match(/(?:'[^']*'|"[^"]*"|[^ \t'"]|['"].*$)+/gs) ?? []) {
    if (/^[#~]/.test(word) || (/^!/.test(word) && (words.length === 0 || !/^!(=|$)/.test(word)))) return undefined;
    let read = "";
    for (piece.lastIndex = 0; piece.lastIndex < word.length; ) {
      const [part] = piece.exec(word) ?? [];
      if (part === undefined || (part === "=" && words.length === 0)) return undefined;
      read += part.replace(/^(['"])(.*)\1$/s, "$2");
    }
    words.push(read);
  }
  return words;
}

const like = (pattern: string, text: string, fold: boolean) => new RegExp(`^${expression(pattern, fold)}$`).test(text);

/** Where case does not count, what a class excludes keeps its case. */
function expression(pattern: string, fold: boolean): string {
  const bothCases = (text: string) => (fold ? text + text.toLowerCase() + text.toUpperCase() : text);
  const escaped = (text: string) => text.replace(/[\]\\^[]/g, "\\$&");
  return pattern.replace(/\[(!?)(\]?[^\]]*)\]|[\s\S]/g, (all, not, members) => {
    if (members) return not ? `[^${escaped(members)}]` : `[${escaped(bothCases(members))}]`;
    return all === "*" ? "[\\s\\S]*" : all === "?" ? "[\\s\\S]" : `[${escaped(bothCases(all))}]`;
  });
}
