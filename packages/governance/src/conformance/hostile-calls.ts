import { type CallContext, createCallContext } from "../call-context.js";
import type { JsonObject } from "../json.js";
import type { World } from "./world.js";

/** What stands where a policy expects something else. */
const values: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  "",
  "__proto__",
  "\u0000",
  "x".repeat(10_000),
  [],
  [null],
  {},
  { constructor: { prototype: { polluted: true } } },
];

/** Members that every object inherits. */
export const inheritedNames = ["constructor", "__proto__", "toString", "hasOwnProperty", "valueOf"] as const;

/** A name that no policy knows. */
export const unknownName = "acta-conformance-no-such-tool";

let count = 0;
export const renamed = (call: CallContext, name: string): CallContext =>
  Object.freeze({ ...call, function: name, callId: `acta-conformance-${++count}` });

/** Calls as a model may write them: the examples, with anything in the place of each argument, and calls of tools that nobody knows. */
export function hostileCalls({ examples }: World): readonly CallContext[] {
  const calls = examples.map(([, make]) => make());
  return calls.flatMap((call) => [
    ...Object.keys(call.arguments).flatMap((key) => values.map((value) => changed(call, { ...call.arguments, [key]: value }))),
    ...values.map((value) => changed(call, { constructor: value, prototype: value, unexpected: value })),
    changed(call, {}),
    changed(call, nested(60)),
    Object.freeze({ ...changed(call, call.arguments), attributes: Object.freeze({}) }),
    ...[unknownName, "", " ", ...inheritedNames].map((name) => renamed(call, name)),
  ]);
}

const changed = ({ callId: _, ...call }: CallContext, input: unknown) => createCallContext({ ...call, arguments: input });

function nested(depth: number): JsonObject {
  return depth === 0 ? {} : { in: nested(depth - 1) };
}
