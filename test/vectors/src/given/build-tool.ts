import type { Tool, ToolContext } from "@acta/actions";
import type { ProcessorSpec, ToolSpec } from "../format.js";
import { drive, driveAsync, driveSync } from "../program/drive.js";
import { Program, type Run } from "../program/program.js";
import { bindArguments } from "./bind-arguments.js";
import { inputSchema } from "./input-schema.js";

type Arguments = { readonly [name: string]: unknown };
type Body = (input: Arguments, context: ToolContext) => unknown;

/** A real tool whose body is a mini-program. `onStart` hears of each start of the body; a call with wrong arguments starts none. */
export function buildTool(spec: ToolSpec, onStart: (callId: string) => void): Tool {
  const program = new Program(spec.behaviour);
  const start = (input: Arguments, context: ToolContext): Run => {
    const received = bindArguments(spec.tool, spec.params, input);
    onStart(context.callId);
    return program.begin(received);
  };
  const { preprocessor: pre, postprocessor: post } = spec;
  return {
    name: spec.tool,
    description: spec.tool,
    input: inputSchema(spec),
    strict: spec.strict,
    run: bodyOf(spec.mode ?? "async", start) as Tool["run"],
    ...(pre && { preprocess: buildProcessor(pre) as Tool["preprocess"] }),
    ...(post && { postprocess: buildProcessor(post) }),
  } as Tool;
}

function bodyOf(mode: NonNullable<ToolSpec["mode"]>, start: (input: Arguments, context: ToolContext) => Run): Body {
  const asynchronous = async (input: Arguments, context: ToolContext) => driveAsync(start(input, context), context);
  switch (mode) {
    case "async":
      return asynchronous;
    case "sync":
      return (input, context) => driveSync(start(input, context));
    case "sync_returning_awaitable":
      return (input, context) => unstarted(() => asynchronous(input, context));
    case "partial_of_async":
      return asynchronous.bind(undefined);
    case "callable_object_async": {
      const callable = { call: asynchronous };
      return (input, context) => callable.call(input, context);
    }
  }
}

/** An awaitable whose work begins when somebody awaits it. */
function unstarted(work: () => Promise<unknown>): unknown {
  return new Proxy({} as { readonly then?: unknown }, {
    has: (_, key) => key === "then",
    get: (_, key) => (key === "then" ? (...handlers: Parameters<Promise<unknown>["then"]>) => work().then(...handlers) : undefined),
  });
}

function buildProcessor({ mode, do: steps, kwargs }: ProcessorSpec): (input: unknown) => unknown {
  const program = new Program(steps, kwargs);
  return (input) => drive(mode ?? "async", program.begin(input));
}
