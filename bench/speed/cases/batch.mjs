// 1,000 asynchronous items, eight at a time.
import { runBatch } from "@acta/batch";
import pLimit from "p-limit";
import pMap from "p-map";
import PQueue from "p-queue";
import { defineCase, stateless } from "../case.mjs";

const group = "batch";
const items = Array.from({ length: 1_000 }, (_, index) => index);
const concurrency = 8;
const work = async (item) => item + 1;

const inOrder = (values) => values.length === items.length && values.every((value, index) => value === index + 1);

function batchOf(id, run, expect = inOrder) {
  return defineCase({ id: `${group}/${id}`, group, calls: items.length, open: stateless(() => run), expect });
}

export const batchCases = () => [
  batchOf(
    "acta",
    () => runBatch(items, work, { concurrency }),
    (settled) => inOrder(settled.map(({ value }) => value)),
  ),
  batchOf("p-map", () => pMap(items, work, { concurrency })),
  batchOf("p-limit", () => {
    const limit = pLimit(concurrency);
    return Promise.all(items.map((item) => limit(work, item)));
  }),
  batchOf("p-queue", () => {
    const queue = new PQueue({ concurrency });
    return Promise.all(items.map((item) => queue.add(() => work(item))));
  }),
];
