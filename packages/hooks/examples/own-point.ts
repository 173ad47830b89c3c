import { HookBus } from "@acta/hooks";

declare module "@acta/hooks" {
  interface HookPoints {
    "cache.miss": { readonly key: string };
  }
}

const hooks = new HookBus();
const stop = hooks.on("cache.miss", ({ key }) => console.log(`miss: ${key}`));
hooks.once("cache.miss", () => console.log("the first of this run"));

for (const key of ["a", "b"]) {
  // Nobody listens, no payload.
  if (hooks.has("cache.miss")) await hooks.emit("cache.miss", { key });
}
stop();
console.log(hooks.has("cache.miss"));

// prints: miss: a
// prints: the first of this run
// prints: miss: b
// prints: false
