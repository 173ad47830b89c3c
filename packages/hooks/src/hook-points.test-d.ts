import { HookBus } from "./hook-bus.js";

declare module "./hook-points.js" {
  interface HookPoints {
    "test.point": { readonly count: number };
  }
}

const bus = new HookBus();

// A point added by declaration merging has its own payload.
bus.on("test.point", ({ count }) => void count.toFixed());
bus.on("tool.post", async ({ duration }) => void duration.toFixed());
const emission: Promise<void> | undefined = bus.emit("test.point", { count: 2 });
void emission;

// @ts-expect-error the payload is another point's
void bus.emit("test.point", { messageId: "m", kind: "request" });
// @ts-expect-error there is no such point
void bus.emit("test.unknown", { count: 1 });
// @ts-expect-error a handler decides by throwing, not by an answer
bus.on("tool.pre", () => false);
// @ts-expect-error payloads are read-only
bus.on("test.point", (payload) => void payload.count++);
