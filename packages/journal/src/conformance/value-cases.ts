import type { Json } from "../json.js";
import { entry, journalCase, type World } from "./world.js";

/** The bodies, once written and once read. */
async function roundTrip(world: World, bodies: readonly Json[]): Promise<readonly Json[]> {
  await world.append(bodies.map((body, index) => entry(`e${index}`, { body })));
  return (await world.stored()).map(({ body }) => body);
}

function nest(depth: number): Json {
  let value: Json = null;
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { in: value };
  return value;
}

export const valueCases = [
  journalCase("value.kinds", "A body is any JSON: scalars, lists, objects, empty ones, null at any depth.", async (world) => {
    const bodies = [
      null,
      true,
      false,
      0,
      "",
      "text",
      [],
      {},
      [null, [null]],
      { a: null, b: { c: [null, {}] } },
      [1, "1", true, "true", null, "null"],
    ];
    world.equal(await roundTrip(world, bodies), bodies, "the bodies");
  }),

  journalCase("value.text", "Text in a body is kept to the last code unit.", async (world) => {
    const bodies = [
      "日本語",
      "🦩👩‍👩‍👧",
      "a\u0308",
      "\u202eright to left",
      "NUL \u0000 inside",
      "half \ud83d pair",
      "\udc00",
      "quotes ' \" ` \\ %s $1",
      "line\r\n\u2028\u2029",
      "\ufeff",
      "\ufffe\uffff",
    ];
    world.equal(await roundTrip(world, bodies), bodies, "the bodies");
    await world.append([entry("keys", { body: Object.fromEntries(bodies.map((key, index) => [key, index])) })], "keys");
    const [found] = await world.stored("keys");
    world.equal(found?.body, Object.fromEntries(bodies.map((key, index) => [key, index])), "the same as keys");
  }),

  journalCase("value.numbers", "A number in a body is kept to the last bit.", async (world) => {
    const bodies = [0.1, -1.5, 1e21, 5e-324, Number.MAX_VALUE, Number.MAX_SAFE_INTEGER, 2 ** 53 + 2, -(2 ** 63), 1 / 3, 123456789.12345679];
    world.equal(await roundTrip(world, bodies), bodies, "the bodies");
  }),

  journalCase("value.time", "`at` is kept exactly: fractions, zero, times before the epoch.", async (world) => {
    const times = [0, 1, 1_700_000_000_000, 1_700_000_000_000.25, -1, 8.64e15];
    await world.append(times.map((at, index) => entry(`e${index}`, { at })));
    world.equal(
      (await world.stored()).map(({ at }) => at),
      times,
      "the times",
    );
  }),

  journalCase("value.depth", "A deeply nested body is kept.", async (world) => {
    const [found] = await roundTrip(world, [nest(500)]);
    world.equal(JSON.stringify(found), JSON.stringify(nest(500)), "the body");
  }),

  journalCase("value.keys", "Keys such as `__proto__` are data, and change no prototype.", async (world) => {
    const text = '{"__proto__":{"polluted":true},"constructor":1,"toString":null,"":0,"a.b":1,"$ne":2}';
    const [found] = await roundTrip(world, [JSON.parse(text) as Json]);
    world.equal(Object.keys(Object(found)).sort(), Object.keys(JSON.parse(text) as object).sort(), "the keys");
    world.equal(Reflect.getOwnPropertyDescriptor(Object(found), "__proto__")?.value, { polluted: true }, "the value of __proto__");
    world.equal(Reflect.get({}, "polluted"), undefined, "what other objects inherit");
  }),

  journalCase("value.absent", "A property that is `undefined` counts as absent.", async (world) => {
    const [found] = await roundTrip(world, [{ kept: 1, absent: undefined, inner: { absent: undefined } }]);
    world.equal(JSON.stringify(found), '{"kept":1,"inner":{}}', "the body as JSON");
  }),

  journalCase("value.large", "A body of a mebibyte is kept whole, beside small ones.", async (world) => {
    const large = "0123456789abcdef".repeat(65_536);
    const [before, found, after] = await roundTrip(world, ["before", { large }, "after"]);
    world.equal([before, after], ["before", "after"], "the neighbours");
    world.ok(JSON.stringify(found) === JSON.stringify({ large }), "the large body is as it was");
  }),
];
