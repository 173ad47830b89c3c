import { expect, test } from "vitest";
import { citedIn } from "./citing-files.js";

test("finds every rule that is cited, on one line or on several", () => {
  const call = (list: string) => `test("a", ${"verifies"}(${list}), () => {})`;
  const text = `${call('"D1.success"')}\n${call('\n  "D2.link",\n  "D2.order"\n')}\n${call('"D1.success"')}\ntest("D4.order", () => {})`;
  expect([...citedIn(text)]).toEqual(["D1.success", "D2.link", "D2.order"]);
});
