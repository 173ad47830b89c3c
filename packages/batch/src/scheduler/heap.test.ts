import * as fc from "fast-check";
import { expect, test } from "vitest";
import { Heap, type HeapItem } from "./heap.js";

interface Item extends HeapItem {
  key: number;
}

const isBefore = (one: Item, other: Item) => one.key < other.key;
const itemOf = (key: number): Item => ({ key, home: undefined, position: 0 });

const step = fc.record({ what: fc.constantFrom("put", "change", "delete", "take"), which: fc.nat(), key: fc.double({ noNaN: true }) });

test("the first is always the smallest, whatever was put, changed and taken out", () =>
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const heap = new Heap(isBefore);
      const model: Item[] = [];
      for (const { what, which, key } of steps) {
        const item = model[which % model.length];
        if (what === "put" || item === undefined) {
          if (model.some((other) => other.key === key)) continue;
          model.push(itemOf(key));
          heap.put(model.at(-1) as Item);
        } else if (what === "change" && !model.some((other) => other.key === key)) {
          item.key = key;
          heap.put(item);
        } else if (what === "delete") {
          heap.delete(model.splice(model.indexOf(item), 1)[0] as Item);
        } else if (what === "take") {
          const first = heap.first as Item;
          heap.delete(first);
          model.splice(model.indexOf(first), 1);
        }
        expect(heap.size).toBe(model.length);
        expect(heap.first?.key).toBe(model.length === 0 ? undefined : Math.min(...model.map((each) => each.key)));
      }
    }),
  ));

test("an item knows its heap, and another heap leaves it alone", () => {
  const [heap, other] = [new Heap(isBefore), new Heap(isBefore)];
  const item = itemOf(1);
  heap.put(item);
  other.delete(item);
  expect([heap.has(item), other.has(item), heap.size]).toEqual([true, false, 1]);
  heap.delete(item);
  expect([heap.has(item), heap.size]).toEqual([false, 0]);
});
