import { addTool } from "../../shared/governed.mjs";
import { expected, proposed } from "../../shared/tool.mjs";

const request = { function: addTool.name, arguments: proposed };

/** So many calls under way at a time: each with its own `act`, as the requests of a server are. */
export const together = (count, act) => () => (count === 1 ? act(request) : Promise.all(Array.from({ length: count }, () => act(request))));

/** For what `together` answers: a response by hand, or the list of one that Acta gives. */
export const allRight = (count) => (answer) => {
  const outputs = [answer].flat(2).map(({ output }) => output);
  return outputs.length === count && outputs.every((output) => output === expected);
};
