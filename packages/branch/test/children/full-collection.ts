// A program: `node --expose-gc --trace-deopt`. Makes calls until their code is compiled, then collects all that is left of them.
import type { Tool } from "@acta/actions";
import { HookBus } from "@acta/hooks";
import { Branch } from "../../src/index.js";

const tool: Tool = {
  name: "add",
  description: "Adds two numbers.",
  effect: "read",
  input: { "~standard": { version: 1, vendor: "test", validate: (value: unknown) => ({ value }) } } as Tool["input"],
  run: ({ a, b }: { readonly a: number; readonly b: number }) => a + b,
};
const branches = 30;
const callsOfOne = 1_000;

/** What a program has between two calls. */
const kept: unknown[] = [tool];

for (let made = 0; made < branches; made++) {
  const hooks = new HookBus();
  hooks.on("tool.pre", () => {});
  hooks.on("tool.post", () => {});
  const branch = new Branch({ tools: [tool], policy: () => true, hooks });
  kept[1] = branch;
  for (let call = 0; call < callsOfOne; call++) await branch.act({ function: "add", arguments: { a: 1, b: 2 } });
}

/** The control: nobody keeps one. */
class Passing {
  constructor(
    readonly left: number,
    readonly right: number,
  ) {}
}
let passing: Passing[] = [];
function sumOfPassing(): number {
  let sum = 0;
  for (const { left, right } of passing) sum += left + right;
  return sum;
}
let sum = 0;
for (let turn = 0; turn < 20_000; turn++) {
  passing = [new Passing(turn, 1), new Passing(turn, 2)];
  sum += sumOfPassing();
}
passing = [];

console.log(`COLLECTING after ${sum}`);
// V8 keeps a new hidden class over the first two.
for (let collection = 0; collection < 4; collection++) (globalThis as unknown as { gc(): void }).gc();
console.log(`COLLECTED, and kept ${kept.length}`);
