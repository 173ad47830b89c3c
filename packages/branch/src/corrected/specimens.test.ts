import { expect, test, vi } from "vitest";
import type { Transaction } from "../scope.js";

type Act = Transaction["act"];

async function fresh() {
  vi.resetModules();
  return import("./specimens.js");
}

test("a call of its own is made once in a process, whatever becomes of it", async () => {
  for (const failing of [false, true]) {
    const { holdSpecimens } = await fresh();
    const asked: string[] = [];
    const act: Act = (scope, envelopes) => {
      asked.push(scope.branchId, ...envelopes.map((envelope) => String((envelope as { function?: unknown }).function)));
      // As the act of a transaction does.
      holdSpecimens(act);
      if (failing) throw new Error("there is no clock here");
      return [];
    };
    holdSpecimens(act);
    holdSpecimens(act);
    expect(asked).toEqual(["specimen", "specimen"]);
  }
});

test("a platform without random ids is no fault of whoever has ids of their own", async () => {
  const random = vi.spyOn(crypto, "randomUUID").mockImplementation(() => {
    throw new Error("only where the page came by https");
  });
  const { holdSpecimens } = await fresh();
  expect(() => holdSpecimens(() => [])).not.toThrow();
  expect(random).toHaveBeenCalled();
  random.mockRestore();
});
