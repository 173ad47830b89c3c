import { describe, expect, test } from "vitest";
import { clock } from "../test/clock.js";
import { Event } from "./event.js";
import type { EventContext } from "./event-context.js";
import type { EventOptions } from "./event-options.js";

describe("fresh", () => {
  test("is pending, with a new id and the same metadata of its own", async () => {
    const event = Event.from(() => 5, { metadata: { tenant: "a" } });
    await event.invoke();
    const copy = event.fresh();
    expect(copy.execution).toMatchObject({ status: "pending", response: null, duration: undefined });
    expect(copy.id).not.toBe(event.id);
    expect(copy.metadata).toEqual({ tenant: "a" });
    expect(copy.metadata).not.toBe(event.metadata);
    expect(event.execution).toMatchObject({ status: "completed", response: 5 });
    expect((await copy.invoke()).response).toBe(5);
  });

  test("keeps class, fields and runtime of a subclass that did nothing for it", async () => {
    class Download extends Event<string> {
      readonly started: string[] = [];
      constructor(private readonly url: string) {
        super({ runtime: { ...clock().runtime, id: () => String(ids++) } });
      }
      protected perform({ signal }: EventContext) {
        return `${this.url} ${signal.aborted}`;
      }
    }
    let ids = 1;
    const copy = new Download("https://example.org").fresh();
    expect(copy).toBeInstanceOf(Download);
    expect(copy.id).toBe("2");
    expect((await copy.invoke()).response).toBe("https://example.org false");
  });

  test("uses the copy that a subclass makes for its private fields", async () => {
    class Secret extends Event<string> {
      readonly #word: string;
      constructor(word: string, options?: EventOptions) {
        super(options);
        this.#word = word;
      }
      protected perform() {
        return this.#word;
      }
      protected override copy(options: EventOptions) {
        return new Secret(`${this.#word}!`, options);
      }
    }
    const event = new Secret("hush", { metadata: { n: 1 } });
    const copy = event.fresh();
    expect((await copy.invoke()).response).toBe("hush!");
    expect(copy.metadata).toEqual({ n: 1 });
  });
});
