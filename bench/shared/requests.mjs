import { add } from "./tool.mjs";

/** What a model proposes in one answer: so many calls of the one tool, each with an id and arguments of its own. */
export const requests = (count) =>
  Array.from({ length: count }, (_, a) => ({ id: `call_${a}`, name: add.name, args: { a, b: 2 }, text: JSON.stringify({ a, b: 2 }) }));

/** Whether these outputs, by call id, are the right ones for `requests(count)`. */
export const areSums = (outputs, count) =>
  outputs.length === count && outputs.every(({ id, output }) => String(output) === String(Number(id.slice("call_".length)) + 2));
