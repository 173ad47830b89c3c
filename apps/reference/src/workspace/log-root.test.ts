import { expect, test } from "vitest";
import { findLogRoot } from "./log-root.js";

const inferred = (...given: (object | string)[]) => findLogRoot({ cwd: null, calls: given.map((each) => ({ arguments: each as never })) });

test("the working directory that the log states counts, whatever the calls say", () => {
  expect(findLogRoot({ cwd: "/home/x/", calls: [{ arguments: { file_path: "/etc/passwd" } }] })).toEqual(["home", "x"]);
});

test("otherwise it is the deepest folder with all files and folders that calls name", () => {
  expect(inferred({ file_path: "/project/a.py" }, { path: "/project" }, { file_path: "/project/tests/b.py" })).toEqual(["project"]);
  expect(inferred({ file_path: "/work/app/src/a.ts" }, { file_path: "/work/app/test/a.ts" })).toEqual(["work", "app"]);
  expect(inferred({ path: "/a/bc" }, { path: "/a/bd" })).toEqual(["a"]);
});

test("arguments may be JSON text; whatever is no path is passed over", () => {
  expect(inferred('{"file_path":"/project/a.py"}', "no JSON", "[1]", { file_path: 1 }, { file_path: "relative.py" })).toEqual(["project"]);
});

test("the root of the machine is never inferred", () => {
  expect(inferred({ file_path: "/project/a.py" }, { file_path: "/etc/passwd" })).toBeNull();
  expect(inferred({ file_path: "/a.py" })).toBeNull();
  expect(inferred()).toBeNull();
});

test("a working directory that is no absolute path is none", () => {
  expect(findLogRoot({ cwd: "C:\\project", calls: [{ arguments: { path: "/p" } }] })).toEqual(["p"]);
});
