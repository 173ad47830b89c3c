// biome-ignore-all lint/suspicious/noExplicitAny: what goes out has a shape for each provider, and is judged as they would judge it.
/** What providers document about a conversation with tool calls, checked on what goes out and with nothing of the codecs. */

interface Call {
  readonly id: string | null;
  readonly name: string | null;
}

/** A conversation as a provider sees it: who speaks, what is called, what is answered. */
type Step =
  | { readonly kind: "calls"; readonly calls: readonly Call[] }
  | { readonly kind: "results"; readonly results: readonly Call[] }
  | { readonly kind: "text"; readonly role: string };

interface Rules {
  /** Of the whole output of `writeHistory`. */
  steps(messages: readonly any[]): readonly Step[];
  readonly name: RegExp;
  readonly id: RegExp | null;
  /** Where two messages in a row must not have one role: the role of a message, null where it is free. */
  role?(message: any): string | null;
  /** Where only some may speak after a result. */
  readonly afterResults?: RegExp;
}

const chat = (nameOf: (message: any) => string | null) => (messages: readonly any[]) =>
  messages.map((message): Step => {
    if (message.role === "tool") return { kind: "results", results: [{ id: message.tool_call_id, name: nameOf(message) }] };
    if (message.tool_calls === undefined) return { kind: "text", role: message.role };
    return { kind: "calls", calls: message.tool_calls.map((call: any) => ({ id: call.id, name: call.function.name })) };
  });

/** Formats whose messages have parts: what each part is. */
const parts =
  (listOf: (message: any) => readonly any[], stepOf: (part: any, role: string) => Step | readonly Step[]) => (messages: readonly any[]) =>
    messages.flatMap((message) => listOf(message).flatMap((part) => stepOf(part, message.role)));

const anthropicStep = (block: any, role: string): Step => {
  if (block.type === "tool_use") return { kind: "calls", calls: [{ id: block.id, name: block.name }] };
  if (block.type === "tool_result") return { kind: "results", results: [{ id: block.tool_use_id, name: null }] };
  return { kind: "text", role };
};

const roleOf = (message: any) => message.role;

export const providerRules: Readonly<Record<string, Rules>> = {
  "openai-chat": { steps: chat(() => null), name: /^[\w-]{1,64}$/, id: /^[\s\S]{1,40}$/ },
  "mistral-chat": { steps: chat(({ name }) => name), name: /^[\w-]{1,64}$/, id: /^[a-zA-Z0-9]{9}$/, afterResults: /^assistant$/ },
  "cohere-chat": { steps: chat(() => null), name: /^[a-zA-Z_]\w*$/, id: /^[\s\S]+$/ },
  "openai-responses": {
    steps: (items) =>
      items.map((item): Step => {
        if (item.role !== undefined) return { kind: "text", role: item.role };
        const call = { id: item.call_id, name: null };
        if (item.type.endsWith("_output")) return { kind: "results", results: [call] };
        return { kind: "calls", calls: [{ ...call, name: item.name ?? "shell" }] };
      }),
    name: /^[\w-]{1,64}$/,
    id: /^[\s\S]{1,64}$/,
  },
  "anthropic-messages": {
    steps: parts(({ content }) => content, anthropicStep),
    name: /^[\w-]{1,128}$/,
    id: /^[\w-]+$/,
    role: roleOf,
  },
  "claude-code": {
    steps: (lines) =>
      lines.flatMap(({ type, message }) => (message ? message.content.map((block: any) => anthropicStep(block, type)) : [])),
    name: /^[\w-]{1,128}$/,
    id: /^[\w-]+$/,
  },
  "google-generate-content": {
    steps: parts(
      (content) => content.parts,
      ({ functionCall: call, functionResponse: result }, role) => {
        if (call) return { kind: "calls", calls: [{ id: call.id ?? null, name: call.name }] };
        if (!result) return { kind: "text", role };
        // `response` is an object, by the API.
        if (Array.isArray(result.response) || typeof result.response !== "object") throw new Error("the response is no object");
        return { kind: "results", results: [{ id: result.id ?? null, name: result.name }] };
      },
    ),
    name: /^[a-zA-Z_][\w.:-]{0,63}$/,
    id: null,
    // Results stand alone; a user may say more than one thing.
    role: ({ role, parts: members }) => {
      const results = members.filter((part: any) => part.functionResponse);
      if (results.length > 0 && results.length < members.length) throw new Error("results with something else");
      return role === "model" ? role : null;
    },
  },
  "bedrock-converse": {
    steps: parts(
      ({ content }) => content,
      ({ toolUse: call, toolResult: result }, role) => {
        if (call) return { kind: "calls", calls: [{ id: call.toolUseId, name: call.name }] };
        if (!result) return { kind: "text", role };
        for (const { json, text } of result.content) {
          if (json === undefined ? text.trim() === "" : Array.isArray(json) || typeof json !== "object" || json === null)
            throw new Error("neither an object nor text");
        }
        return { kind: "results", results: [{ id: result.toolUseId, name: null }] };
      },
    ),
    name: /^[\w-]{1,64}$/,
    id: /^[\w-]{1,64}$/,
    role: roleOf,
  },
  "ai-sdk": {
    steps: parts(
      ({ content }) => (typeof content === "string" ? [content] : content),
      (part, role) => {
        if (part.type === "tool-call") return { kind: "calls", calls: [{ id: part.toolCallId, name: part.toolName }] };
        if (part.type === "tool-result") return { kind: "results", results: [{ id: part.toolCallId, name: part.toolName }] };
        return { kind: "text", role };
      },
    ),
    name: /^(?!__proto__$)[\w-]{1,64}$/,
    id: /^[\s\S]+$/,
  },
  "ai-sdk-ui": {
    steps: parts(
      (message) => message.parts,
      ({ type, toolCallId: id, toolName: name, state }, role) => {
        if (type === "text") return { kind: "text", role };
        const isAnswered = state === "output-available" || state === "output-error";
        return [
          { kind: "calls", calls: [{ id, name }] },
          { kind: "results", results: isAnswered ? [{ id, name }] : [] },
        ];
      },
    ),
    name: /^(?!__proto__$)[\w-]{1,64}$/,
    id: /^[\s\S]+$/,
  },
  mcp: {
    steps: (messages) =>
      messages.map(({ id, method, params }): Step => {
        const call = { id: JSON.stringify(id), name: params?.name ?? null };
        return method === undefined ? { kind: "results", results: [call] } : { kind: "calls", calls: [call] };
      }),
    name: /^[\w.-]{1,128}$/,
    id: /^[\s\S]+$/,
  },
};

/** What the provider would refuse; empty where it would not. */
export function problemsOf(format: string, messages: readonly unknown[]): readonly string[] {
  const rules = providerRules[format];
  if (rules === undefined) throw new Error(`no rules for ${format}`);
  const problems: string[] = [];
  let open: Call[] = [];
  let isAnswering = false;
  const used = new Set<string>();
  for (const step of rules.steps(messages)) {
    if (step.kind === "results") {
      isAnswering = true;
      for (const result of step.results) {
        const at = open.findIndex(
          (call) => call.id === result.id && (result.name === null || call.name === null || call.name === result.name),
        );
        if (at < 0) problems.push(`answers ${result.id ?? result.name}, which is not open`);
        else open.splice(at, 1);
      }
      continue;
    }
    if (open.length > 0 && (step.kind === "text" || isAnswering)) {
      problems.push(`goes on while ${open.map(({ id, name }) => id ?? name)} is not answered`);
      open = [];
    }
    if (isAnswering && step.kind === "text" && rules.afterResults?.test(step.role) === false)
      problems.push(`${step.role} speaks after a result`);
    isAnswering = false;
    if (step.kind === "text") continue;
    for (const call of step.calls) {
      if (call.id !== null && used.has(call.id)) problems.push(`uses the id ${call.id} twice`);
      if (call.id !== null) used.add(call.id);
      if (rules.id !== null && !rules.id.test(call.id ?? "")) problems.push(`has the id ${call.id}`);
      if (call.name !== null && !rules.name.test(call.name)) problems.push(`has the name ${call.name}`);
      open.push(call);
    }
  }
  if (open.length > 0) problems.push(`ends while ${open.map(({ id, name }) => id ?? name)} is not answered`);
  const roles = rules.role === undefined ? [] : messages.map(rules.role);
  if (roles.some((role, index) => role !== null && role === roles[index + 1])) problems.push("has two messages of one role in a row");
  if (/\\ud[89a-f]/i.test(JSON.stringify(messages).replaceAll("\\\\", ""))) problems.push("has half a character");
  return problems;
}

/** A conversation that ends too early, as a control of the rules: the answer that stands last is gone. */
export function withoutLastAnswer(format: string, messages: readonly any[]): readonly any[] {
  if (format !== "ai-sdk-ui") return messages.slice(0, -1);
  // There a call and its answer are one part.
  const parts = messages
    .at(-1)
    .parts.map((part: any, index: number, all: any[]) => (index < all.length - 1 ? part : { ...part, state: "input-available" }));
  return [...messages.slice(0, -1), { ...messages.at(-1), parts }];
}
