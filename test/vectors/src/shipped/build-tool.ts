import { threadId } from "node:worker_threads";
import type { ToolContext } from "@acta/actions";
import type { RecordedTool } from "@acta/actions/shipped";
import type { ProcessorSpec, ToolSpec } from "../format.js";
import { bindArguments } from "../given/bind-arguments.js";
import { inputSchema } from "../given/input-schema.js";
import { drive, driveAsync, driveSync } from "../program/drive.js";
import { typeOf } from "../program/errors.js";
import { Program, type Run } from "../program/program.js";
import { Awaitable, encode } from "../program/values.js";
import type { Heard } from "./scene.js";

type Arguments = { readonly [name: string]: unknown };
type Body = (input: Arguments, context: ToolContext) => unknown;

const home = threadId;

/** A tool whose body is a mini-program, with the signature that its function has in the original. */
export function buildTool(spec: ToolSpec, heard: Heard): RecordedTool {
  const { preprocessor: pre, postprocessor: post, request_options: model, params } = spec;
  const required = model ? model.fields.filter(isRequired).map(({ name }) => name) : params.map(({ name }) => name);
  return {
    name: spec.tool,
    description: spec.tool,
    input: model ? inputSchema(spec) : anything,
    parameters: { type: "object", ...((!model || required.length > 0) && { required }) },
    strict: spec.strict,
    signature: params.map((param) => ({ name: param.name, optional: !isRequired(param) })),
    run: bodyOf(spec.mode ?? "async", new ToolBody(spec, heard)) as RecordedTool["run"],
    ...(pre && { preprocess: buildProcessor(pre, "args", spec, heard) as RecordedTool["preprocess"] }),
    ...(post && { postprocess: buildProcessor(post, "response", spec, heard) }),
  } as RecordedTool;
}

const isRequired = (param: { readonly default?: unknown }) => param.default === undefined;

const anything: RecordedTool["input"] = { "~standard": { version: 1, vendor: "acta-vectors", validate: (value: unknown) => ({ value }) } };

class ToolBody {
  readonly #spec: ToolSpec;
  readonly #program: Program;
  readonly #heard: Heard;

  constructor(spec: ToolSpec, heard: Heard) {
    this.#spec = spec;
    this.#program = new Program(spec.behaviour);
    this.#heard = heard;
  }

  /** The run of one call, not started. Arguments that do not fit are refused at once, as by the call itself. */
  begin(input: Arguments): Run {
    return this.#run(bindArguments(this.#spec.tool, this.#spec.params, input));
  }

  /** Work that nobody has started, as an awaitable. */
  beginLater(input: Arguments, context: ToolContext): Awaitable {
    const run = this.begin(input);
    return keep(new Awaitable(() => driveAsync(run, context)), this.#heard);
  }

  *#run(received: Arguments): Run {
    const { tool } = this.#spec;
    const run = this.#program.begin(received);
    this.#start(received);
    let outcome = "cancelled";
    try {
      const returned = yield* run;
      outcome = "returned";
      return keep(returned, this.#heard);
    } catch (error) {
      outcome = outcomeOf(error);
      throw error;
    } finally {
      this.#heard.inFlight -= 1;
      this.#heard.trace.add("tool.end", { tool, outcome });
    }
  }

  #start(received: Arguments): void {
    const heard = this.#heard;
    heard.starts.push(performance.now());
    heard.inFlight += 1;
    heard.maxInFlight = Math.max(heard.maxInFlight, heard.inFlight);
    if (threadId !== home) heard.ranOffThread = true;
    heard.trace.add("tool.start", { tool: this.#spec.tool, args: encode(received) });
  }
}

function outcomeOf(error: unknown): string {
  const type = error instanceof Error ? typeOf(error) : "";
  return type === "CancelledError" ? "cancelled" : `raised:${type}`;
}

function keep<T>(returned: T, heard: Heard): T {
  if (returned instanceof Awaitable) heard.awaitables.push(returned);
  return returned;
}

function bodyOf(mode: NonNullable<ToolSpec["mode"]>, body: ToolBody): Body {
  const asynchronous = async (input: Arguments, context: ToolContext) => driveAsync(body.begin(input), context);
  switch (mode) {
    case "async":
      return asynchronous;
    case "sync":
      return (input) => driveSync(body.begin(input));
    case "partial_of_async":
      return asynchronous.bind(undefined);
    // The original does not take a callable object for async, whatever its call method is: what it returns is data.
    case "callable_object_async":
    case "sync_returning_awaitable":
      return (input, context) => body.beginLater(input, context);
  }
}

/** Its steps get the live input, so that what they change in place is changed. */
function buildProcessor(
  spec: ProcessorSpec,
  input: "args" | "response",
  { tool }: ToolSpec,
  heard: Heard,
): (given: unknown, context: ToolContext) => unknown {
  const { mode = "async", kwargs } = spec;
  const program = new Program(spec.do, kwargs);
  const begin = (given: unknown): Run => {
    const step = input === "args" ? "preprocessor" : "postprocessor";
    heard.trace.add(step, { tool, [input]: encode(given), ...(kwargs && { kwargs }) });
    return program.begin(given);
  };
  if (mode === "sync") return (given) => keep(drive("sync", begin(given)), heard);
  return async (given, context) => driveAsync(begin(given), context);
}
