// What a call costs without any framework, from nothing at all to everything that a governed transaction is for, written by hand.
import { randomUUID } from "node:crypto";
import { handwritten } from "../../shared/handwritten.mjs";
import { add, expected, proposed } from "../../shared/tool.mjs";
import { defineCase, stateless } from "../case.mjs";

const isSum = (value) => value === expected;
const work = async ({ a, b }) => a + b;

/** Validates, authorizes, tells three hooks, and keeps an event and two linked messages. */
export function handwrittenAct(store) {
  let told = 0;
  const tell = () => {
    told++;
  };
  const act = handwritten({
    tools: new Map([[add.name, add]]),
    authorize: ({ arguments: { b } }) => b !== 13,
    hooks: { pre: [tell], post: [tell], message: [tell] },
    store,
  });
  return { act, told: () => told };
}

const request = { function: add.name, arguments: proposed };

export const floors = (group = "floor") => [
  defineCase({ id: `${group}/bare-call`, group, open: stateless(() => () => work(proposed)), expect: isSum }),
  defineCase({
    id: `${group}/parse-and-call`,
    group,
    open: stateless(() => async () => work(add.schema.parse(proposed))),
    expect: isSum,
  }),
  defineCase({
    id: `${group}/parse-call-and-record`,
    group,
    open: stateless(() => {
      const records = [];
      return async () => {
        const record = { id: randomUUID(), at: Date.now(), status: "failed", response: null, error: null };
        try {
          record.response = await work(add.schema.parse(proposed));
          record.status = "completed";
        } catch (error) {
          record.error = error;
        }
        records.push(record);
        return record.response;
      };
    }),
    expect: isSum,
  }),
  handwrittenOne(group),
  handwrittenBatch(group),
];

export function handwrittenOne(group) {
  let subject;
  return defineCase({
    id: `${group}/handwritten`,
    group,
    open: stateless(() => {
      subject = handwrittenAct();
      return () => subject.act(request);
    }),
    expect: ({ output, kind, requestId }) => isSum(output) && kind === "response" && requestId !== undefined && subject.told() === 4,
  });
}

export function handwrittenBatch(group) {
  return defineCase({
    id: `${group}/handwritten-batch-1000`,
    group,
    calls: 1_000,
    open: stateless(() => {
      const { act } = handwrittenAct();
      const requests = Array.from({ length: 1_000 }, (_, a) => ({ function: add.name, arguments: { a, b: 2 } }));
      return () => Promise.all(requests.map(act));
    }),
    expect: (responses) => responses.length === 1_000 && responses.every(({ output }, a) => output === a + 2),
  });
}
