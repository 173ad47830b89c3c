import { PermissionError } from "@acta/governance";
import { verifies } from "@acta/requirements";
import { noUnhandledRejections } from "@acta/test-kit";
import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { calling } from "../test/calling.js";
import { schemaOf } from "../test/tool.js";
import { InvalidArguments, NotAdmitted } from "./errors.js";

noUnhandledRejections();

const problem = new Error("no");
const thrower = () => {
  throw problem;
};

describe("preprocess", () => {
  const input = z.object({ a: z.number(), b: z.number().default(1), at: z.coerce.number().optional() });

  test("its result replaces the arguments", verifies("D1.preprocess"), async () => {
    const run = vi.fn();
    const event = calling({ input, run, preprocess: () => ({ a: 5, b: 2 }) }, { a: 1, b: 1 }, { raw: { a: 1 } });
    await event.invoke();
    expect(run).toHaveBeenCalledExactlyOnceWith({ a: 5, b: 2 }, expect.anything());
    expect(event.arguments).toEqual({ a: 5, b: 2 });
  });

  test("undefined changes nothing", verifies("D1.preprocess"), async () => {
    const given = Object.freeze({ a: 1, b: 1 });
    const admit = vi.fn((admitted) => admitted);
    const event = calling({ input, preprocess: () => undefined }, given, { raw: { a: 1 }, admit });
    await event.invoke();
    expect(event.arguments).toBe(given);
    expect(admit).toHaveBeenCalledExactlyOnceWith(given, expect.objectContaining({ changed: false }));
  });

  test("an equal result changes nothing", verifies("D1.preprocess"), async () => {
    const given = Object.freeze({ a: 1, b: 1 });
    const validate = vi.fn((value: unknown) => ({ value }));
    const event = calling({ input: schemaOf(validate), preprocess: () => ({ b: 1, a: 1 }) }, given);
    await event.invoke();
    expect(event.arguments).toBe(given);
    expect(validate).not.toHaveBeenCalled();
  });

  test("what it changed is put into the raw arguments and parsed once", verifies("D1.preprocess"), async () => {
    const validate = vi.fn((value: unknown) => ({ value: { ...(value as object), parsed: true } }));
    const event = calling(
      { input: schemaOf(validate), preprocess: (given) => ({ ...(given as object), b: 2, c: undefined }) },
      { a: 10, c: 3, parsed: true },
      { raw: { a: "raw", c: "raw" } },
    );
    await event.invoke();
    expect(validate).toHaveBeenCalledExactlyOnceWith({ a: "raw", b: 2 });
    expect(event.arguments).toEqual({ a: "raw", b: 2, parsed: true });
  });

  test("what it leaves out leaves the raw arguments, too", verifies("D1.preprocess"), async () => {
    const event = calling({ input, preprocess: () => ({ a: 1 }) }, { a: 1, b: 9 }, { raw: { a: 1, b: 9 } });
    await event.invoke();
    expect(event.arguments).toEqual({ a: 1, b: 1 });
  });

  test("changed arguments are admitted as changed", verifies("D1.preprocess"), async () => {
    const admit = vi.fn((admitted) => admitted);
    await calling({ input, preprocess: () => ({ a: 2 }) }, { a: 1, b: 1 }, { admit }).invoke();
    expect(admit).toHaveBeenCalledExactlyOnceWith({ a: 2, b: 1 }, expect.objectContaining({ changed: true }));
  });

  test.each([
    ["null", null],
    ["text", "text"],
    ["a list", []],
    ["a date", { a: new Date(0) }],
    ["what the schema refuses", { a: "x" }],
  ])("%s is refused, and the tool does not run", verifies("D1.preprocess"), async (_, result) => {
    const run = vi.fn();
    const event = calling({ input, run, preprocess: () => result as never }, { a: 1, b: 1 });
    const { status, error } = await event.invoke();
    expect({ status, executed: event.executed, phase: event.phase }).toEqual({ status: "skipped", executed: "no", phase: "preprocess" });
    expect(NotAdmitted.isInstance(error) && InvalidArguments.isInstance(error.cause)).toBe(true);
    expect(run).not.toHaveBeenCalled();
  });

  test("its throw fails the call before the tool", verifies("D1.preprocess"), async () => {
    const run = vi.fn();
    const event = calling({ run, preprocess: thrower });
    expect(await event.invoke()).toMatchObject({ status: "failed", error: problem });
    expect(event).toMatchObject({ executed: "no", phase: "preprocess" });
    expect(run).not.toHaveBeenCalled();
  });

  test("gets frozen arguments and the call's context, and closes over its own options", verifies("D1.processor-options"), async () => {
    const options = { factor: 3 };
    const preprocess = vi.fn((given: unknown) => {
      expect(Object.isFrozen(given)).toBe(true);
      return { a: (given as { a: number }).a * options.factor };
    });
    const event = calling({ preprocess }, Object.freeze({ a: 2 }), { callId: "call-1" });
    await event.invoke();
    expect(preprocess).toHaveBeenCalledExactlyOnceWith({ a: 2 }, expect.objectContaining({ callId: "call-1", attempt: 1 }));
    expect(event.arguments).toEqual({ a: 6 });
  });
});

describe("admit", () => {
  test("what it answers is what runs, and nothing runs before", async () => {
    const order: string[] = [];
    const admit = async () => {
      order.push("asked");
      await Promise.resolve();
      order.push("admitted");
      return { a: 9 };
    };
    const event = calling({ run: () => order.push("ran") }, { a: 1 }, { admit });
    await event.invoke();
    expect(order).toEqual(["asked", "admitted", "ran"]);
    expect(event.arguments).toEqual({ a: 9 });
  });

  test.each([
    ["throws", thrower],
    ["rejects", async () => thrower()],
  ])("one that %s fails the call before the tool", async (_, admit) => {
    const run = vi.fn();
    const event = calling({ run }, {}, { admit });
    expect(await event.invoke()).toMatchObject({ status: "failed", error: problem });
    expect(event).toMatchObject({ executed: "no", phase: "admit" });
    expect(run).not.toHaveBeenCalled();
  });

  test("NotAdmitted and PermissionError skip the call", verifies("D5.permission-error"), async () => {
    for (const error of [new NotAdmitted("denied"), new PermissionError("denied")]) {
      const run = vi.fn();
      const event = calling(
        { run },
        {},
        {
          admit: () => {
            throw error;
          },
        },
      );
      expect(await event.invoke()).toMatchObject({ status: "skipped", error });
      expect(run).not.toHaveBeenCalled();
    }
  });
});
