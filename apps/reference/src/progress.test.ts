import { expect, test } from "vitest";
import { Progress } from "./progress.js";

function written(isTTY: boolean): string {
  let text = "";
  const progress = new Progress({ isTTY, write: (more) => (text += more) }, 2);
  progress.update(1);
  progress.update(1);
  progress.end();
  return text;
}

test("one line on a terminal, which is cleared at the end", () => {
  expect(written(true)).toBe("\r\u001b[2K0 of 2 calls\r\u001b[2K1 of 2 calls\r\u001b[2K");
});

test("nothing anywhere else", () => {
  expect(written(false)).toBe("");
});
