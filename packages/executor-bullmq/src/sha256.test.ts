import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { sha256 } from "./sha256.js";

test("is SHA-256 of the text in UTF-8", () => {
  for (const text of ["", "a", "\u00e9\u{1F600}"]) expect(sha256(text)).toBe(createHash("sha256").update(text).digest("hex"));
});
