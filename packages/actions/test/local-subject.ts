import { type ConformanceTools, conformanceTools, type ExecutorSubject } from "../src/conformance.js";
import { type Executor, inline } from "../src/executor.js";

/** Executors that run the kit's tools in this very thread, where what they mark is a list. */
export function localSubject(
  name: string,
  open: (tools: ConformanceTools) => Executor,
  more: Partial<ExecutorSubject> = {},
): ExecutorSubject {
  const places = new Map<string, string[]>();
  const tools = conformanceTools({ mark: (place, text) => void places.get(place)?.push(text), vanish: () => {} });
  return {
    name,
    capabilities: [],
    tools,
    open: () => open(tools),
    place() {
      const place = `place ${places.size}`;
      places.set(place, []);
      return place;
    },
    marks: (place) => [...(places.get(place) ?? [])],
    dispose: () => {},
    ...more,
  };
}

const reason = "there is nothing to close";
export const inlineSubject = () =>
  localSubject("inline", () => inline, {
    skips: [
      { id: "close.refuses", reason },
      { id: "close.twice", reason },
    ],
  });

/** Inline, and it can be closed: what broken executors are made of. */
export function closable(): Executor {
  let isClosed = false;
  return {
    ...inline,
    execute: (call) => (isClosed ? { kind: "stopped", confirmed: true, executed: "no" } : inline.execute(call)),
    close() {
      isClosed = true;
    },
  };
}
