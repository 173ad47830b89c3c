import { z } from "zod";
import { isObject, type Json, type JsonObject } from "./json.js";

/** JSON, perhaps with tagged values in it; taken as it is, so that no key gets lost. */
const value = z.custom<Json>((json) => json !== undefined);
const fields = z.custom<JsonObject>(isObject);
const mode = z.enum(["async", "sync"]);

const error = z.strictObject({
  type: z.string(),
  message: z.string().nullable(),
  get exceptions(): z.ZodOptional<z.ZodArray<typeof error>> {
    return z.array(error).optional();
  },
});

/** One step of a mini-program; the interpreter knows which there are. */
const step = fields;
const steps = z.array(step);

const param = z.strictObject({
  name: z.string(),
  type: z.enum(["int", "str", "float", "bool", "list", "dict"]).optional(),
  default: value.optional(),
  variadic: z.enum(["keyword", "positional"]).optional(),
});

const model = z.strictObject({
  fields: z.array(param.omit({ variadic: true })),
  extra: z.enum(["ignore", "forbid", "allow"]).optional(),
});

const processor = z.strictObject({ mode: mode.optional(), do: steps, kwargs: fields.optional() });

const tool = z.strictObject({
  tool: z.string(),
  mode: z.enum(["async", "sync", "sync_returning_awaitable", "partial_of_async", "callable_object_async"]).optional(),
  params: z.array(param),
  behaviour: steps,
  request_options: model.optional(),
  strict: z.boolean().optional(),
  preprocessor: processor.optional(),
  postprocessor: processor.optional(),
});

const rule = z.union([
  z.strictObject({ verdict: value }),
  z.strictObject({ raise: error }),
  z.strictObject({ deny_functions: z.array(z.string().nullable()) }),
  z.strictObject({ deny_if_arg: z.strictObject({ arg: z.string(), equals: value }) }),
]);

const gate = z.strictObject({ mode: mode.optional(), applies_to: z.string().nullable().optional(), rule });

const match = z.union([
  z.enum(["FunctionCalling", "HookSignal", "MessageAdded", "GateDenied", "Signal"]),
  z.strictObject({ predicate_raises: error }),
]);

const session = z.strictObject({
  gate: gate.optional(),
  subscribers: z.array(z.strictObject({ id: z.string(), mode: mode.optional(), match, do: steps.optional() })).optional(),
  routes: z.array(z.strictObject({ match, into: z.string() })).optional(),
});

const hook = z.strictObject({
  point: z.enum(["tool.pre", "tool.post", "tool.error"]),
  id: z.string(),
  mode: mode.optional(),
  do: steps.optional(),
});

export const actionRequest = z.strictObject({
  function: z.string(),
  arguments: value,
  sender: z.string().optional(),
  recipient: z.string().optional(),
  id: z.string().optional(),
});

const past = z.union([
  z.strictObject({ system: z.string() }),
  z.strictObject({ instruction: z.string() }),
  z.strictObject({ action_request: actionRequest }),
]);

const messageCallback = z.strictObject({
  id: z.string(),
  mode: mode.optional(),
  raise: error.optional(),
  on: z.enum(["ActionRequest", "ActionResponse"]).optional(),
});

const agentHook = z.strictObject({ id: z.string(), do: steps.optional() });
const patterns = z.record(z.string(), z.array(z.string()));

export const permissions = z.union([
  z.strictObject({ preset: z.enum(["read_only", "safe"]) }),
  z.strictObject({
    mode: z.string(),
    allow: patterns.optional(),
    deny: patterns.optional(),
    escalate: patterns.optional(),
    on_escalate: z.strictObject({ do: steps }).optional(),
  }),
]);

const agent = z.strictObject({ permissions: permissions.optional(), hooks: z.record(z.string(), z.array(agentHook)).optional() });

export const given = z.strictObject({
  tools: z.array(tool).optional(),
  session: session.optional(),
  hooks: z.array(hook).optional(),
  /** Hook signals enter the flow wherever a bus exists, so there is nothing to bind. */
  bus_bound: z.boolean().optional(),
  history: z.array(past).optional(),
  message_callbacks: z.array(messageCallback).optional(),
  agent: agent.optional(),
  capture_logging: z.boolean().optional(),
});

const milliseconds = z.number().nonnegative();

export const actWhen = z.strictObject({
  op: z.literal("act"),
  requests: value,
  strategy: value.optional(),
  suppress_errors: z.boolean().optional(),
  verbose_action: z.boolean().optional(),
  call_params: fields.nullable().optional(),
  cancel_after_ms: milliseconds.optional(),
  /** What the original's harness measured; times are not part of what is compared. */
  measure: value.optional(),
  spacing_ms: value.optional(),
  ticker: value.optional(),
  free_order: value.optional(),
});

export const eventWhen = z.strictObject({ op: z.literal("event"), tool: z.string(), arguments: value, steps: z.array(value) });

export const managerInvokeWhen = z.strictObject({
  op: z.literal("manager_invoke"),
  request: value,
  cancel_after_ms: milliseconds.optional(),
});

export const chainWhen = z.union([
  z.strictObject({ op: z.literal("chain"), tool: z.string(), security: z.array(agentHook), user: z.array(agentHook), input: value }),
  z.strictObject({ op: z.literal("chain"), tool: z.string(), phase: z.literal("post"), hooks: z.array(agentHook), input: value }),
]);

export type ErrorSpec = z.infer<typeof error>;
export type Step = z.infer<typeof step>;
export type ParamSpec = z.infer<typeof param>;
export type ModelSpec = z.infer<typeof model>;
export type ProcessorSpec = z.infer<typeof processor>;
export type ToolSpec = z.infer<typeof tool>;
export type GateSpec = z.infer<typeof gate>;
export type Match = z.infer<typeof match>;
export type SessionSpec = z.infer<typeof session>;
export type HookSpec = z.infer<typeof hook>;
export type PastSpec = z.infer<typeof past>;
export type MessageCallbackSpec = z.infer<typeof messageCallback>;
export type AgentHookSpec = z.infer<typeof agentHook>;
export type AgentSpec = z.infer<typeof agent>;
export type ActionRequestSpec = z.infer<typeof actionRequest>;
export type Given = z.infer<typeof given>;
export type ActWhen = z.infer<typeof actWhen>;

export const errorSpec = error;
