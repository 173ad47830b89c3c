import { type JsonObject, PermissionError } from "@acta/governance";
import { verifies } from "@acta/requirements";
import { noUnhandledRejections } from "@acta/test-kit";
import { describe, expect, test, vi } from "vitest";
import { every, processed } from "../test/processed.js";

noUnhandledRejections();

describe("post", () => {
  const post = (
    ...processors: readonly ((output: object, context: { readonly arguments: JsonObject; readonly toolName: string }) => unknown)[]
  ) => ({
    post: { "*": processors },
  });

  test("an object replaces an output that is an object, anything else changes nothing", verifies("D5.chain"), async () => {
    const output = { given: {} };
    expect(
      await processed(
        post(
          () => ({ a: 1 }),
          async (seen) => ({ ...seen, b: 2 }),
        ),
      ).event.invoke(),
    ).toMatchObject({ response: { a: 1, b: 2 } });
    for (const result of [undefined, null, 1, "text", [1]]) {
      expect(await processed(post(() => result)).event.invoke()).toMatchObject({ response: output });
    }
  });

  test("gets what ran", async () => {
    const seen = vi.fn();
    await processed({ ...post(seen), pre: every(() => ({ a: 2 })) }, { a: 1 }).event.invoke();
    expect(seen).toHaveBeenCalledExactlyOnceWith({ given: { a: 2 } }, expect.objectContaining({ toolName: "echo", arguments: { a: 2 } }));
  });

  test.each([5, "text", null, undefined, [1]])("is not asked about %o", async (output) => {
    const seen = vi.fn();
    const { event } = processed(post(seen), {}, { run: () => output });
    expect(await event.invoke()).toMatchObject({ status: "completed", response: output });
    expect(seen).not.toHaveBeenCalled();
  });

  test("its throw fails the call after the tool", verifies("D5.permission-error"), async () => {
    const error = new PermissionError("too late");
    const { event } = processed(
      post(() => {
        throw error;
      }),
    );
    expect(await event.invoke()).toMatchObject({ status: "failed", error });
    expect(event).toMatchObject({ executed: "yes", phase: "postprocess" });
  });
});
