import { expect, test } from "vitest";
import { normalizePath } from "./normalize-path.js";

test.each([
  ["", ""],
  ["/", "/"],
  ["/data/x", "/data/x"],
  ["/data//./x", "/data/x"],
  ["/data/../conf/passwd", "/conf/passwd"],
  ["/../../etc", "/etc"],
  ["./src/a", "src/a"],
  ["src/../../x", "../x"],
  ["../../x", "../../x"],
  ["/data/", "/data/"],
  ["..", ".."],
  ["...", "..."],
])("%j is %j", (path, normal) => {
  expect(normalizePath(path)).toBe(normal);
});
