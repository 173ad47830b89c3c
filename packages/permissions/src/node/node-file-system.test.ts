import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCallContext } from "@acta/governance";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { FileSystemView } from "../file-system-view.js";
import { PermissionPolicy } from "../permission-policy.js";
import { NodeFileSystem } from "./node-file-system.js";

const root = realpathSync(mkdtempSync(join(tmpdir(), "acta-paths-")));
const at = (path: string) => join(root, path);

beforeAll(() => {
  for (const folder of ["data/sub", "data-evil", "Data2", "secret", "data/caf\u00e9", "data/..x", "real/inner"])
    mkdirSync(at(folder), { recursive: true });
  for (const file of ["data/file", "data/sub/file", "data-evil/file", "secret/key", "data/..x/file", "real/inner/file", "outside"])
    writeFileSync(at(file), "");
  const links: [string, string][] = [
    ["data/link-out", "../secret"],
    ["data/key", "../secret/key"],
    ["data/link-in", "sub"],
    ["data/chain-1", "chain-2"],
    ["data/chain-2", "chain-3"],
    ["data/chain-3", at("secret")],
    ["data/loop-a", "loop-b"],
    ["data/loop-b", "loop-a"],
    ["data/self", "self"],
    ["data/dangling-out", "../secret/new"],
    ["data/dangling-in", "sub/new"],
    ["data/through", "../hop"],
    ["hop", "data/sub"],
    ["to-data", "data"],
    ["data/up", "../data/sub/../.."],
    ["data/deep", at("real/inner")],
    ["root-link", "real"],
    ["real/out", "../secret"],
  ];
  for (const [link, target] of links) symlinkSync(target, at(link));
  symlinkSync(Buffer.from([0x2e, 0x2e, 0x2f, 0xff]), at("data/no-text"));
});
afterAll(() => rmSync(root, { recursive: true }));

const view = new NodeFileSystem({ workingDirectory: root });
const rule = (folder: string | readonly string[]) => ({ t: [{ arguments: { path: { pathWithin: folder } } }] });
const decide = (table: object, path: unknown, fileSystem: FileSystemView | undefined = view) =>
  PermissionPolicy.from({ mode: "rules", default: "abstain", ...table }, { fileSystem }).decide(
    createCallContext({ function: "t", arguments: { path }, callId: "c", at: 0 }),
  ).kind;
const isAllowed = (path: unknown, folder: string | readonly string[] = at("data")) => decide({ allow: rule(folder) }, path) === "allow";
const isDenied = (path: unknown, folder: string | readonly string[] = at("data")) => decide({ deny: rule(folder) }, path) === "deny";

/** [case, path, whether a rule that allows the folder `data` holds, whether one that denies it does] */
const cases: readonly (readonly [string, string, boolean, boolean])[] = [
  ["a file", "data/file", true, true],
  ["the folder itself", "data", true, true],
  ["the folder with a slash", "data/", true, true],
  ["an absolute path", at("data/sub/file"), true, true],
  ["what does not exist yet", "data/new/folder/file", true, true],
  ["dots that stay inside", "data/./sub/../file", true, true],
  ["doubled slashes", "data//sub///file", true, true],
  ["a name that begins with dots", "data/..x/file", true, true],
  ["a name of three dots", "data/...", true, true],
  ["a link inside, to inside", "data/link-in/file", true, true],
  ["a link that leads nowhere yet, to inside", "data/dangling-in", true, true],
  ["below a file", "data/file/more", true, true],
  ["a folder beside", "secret/key", false, false],
  ["a sibling with a common prefix", "data-evil/file", false, false],
  ["a sibling with a common prefix, not there", "data.bak", false, false],
  ["the folder above", ".", false, false],
  ["the root", "/", false, false],
  ["traversal", "data/../secret/key", false, false],
  ["traversal from a folder that is not there", "data/none/../../secret/key", false, false],
  ["traversal far above the root", `data/${"../".repeat(40)}etc/passwd`, false, false],
  ["traversal and back", "secret/../data/file", true, true],
  ["a link to a folder outside", "data/link-out/key", false, true],
  ["the link itself", "data/link-out", false, true],
  ["a link to a file outside", "data/key", false, true],
  ["a chain of links to outside", "data/chain-1/key", false, true],
  ["what is not there behind a link to outside", "data/link-out/new/file", false, true],
  ["a link that leads nowhere yet, to outside", "data/dangling-out", false, true],
  ["a link that passes outside and comes back", "data/through/file", false, true],
  ["a link from outside to inside", "to-data/file", false, true],
  ["dots after a link: above its target", "data/link-out/../secret/key", false, true],
  ["dots after a link: the text stays inside", "data/deep/../file", false, true],
  ["a link above everything", "data/up/outside", false, true],
  ["a loop of two links", "data/loop-a", false, true],
  ["a link to itself", "data/self/x", false, true],
  ["a link to a name that is no text", "data/no-text", false, true],
  ["another case", "DATA/file", false, true],
  ["another case of a name below", "data/FILE", true, true],
  ["a composed name", "data/caf\u00e9/x", true, true],
  ["the same name decomposed", "data/cafe\u0301/x", true, true],
  ["a dot at the end of the folder", "data./file", false, true],
  ["a space at the end of the folder", "data /file", false, true],
  ["NUL", "data/file\0.txt", false, true],
  ["NUL at the end", "data/file\0", false, true],
  ["an empty path", "", false, true],
  ["a file URL", `file://${at("data/file")}`, false, true],
  ["a file URL in another case", "FILE:data/file", false, true],
  ["a home folder", "~/data/file", false, true],
  ["a drive", "C:\\data\\file", false, true],
  ["a climb between backslashes", "data\\..\\secret", false, true],
  ["full-width dots", "data/\uff0e\uff0e/secret", false, true],
  ["a slash that is a fraction", "data\u2044..\u2044secret", false, true],
  ["an invisible character", "da\u200bta/file", false, true],
  ["text that runs backwards", "data/\u202eelif", false, true],
  ["Cyrillic letters for Latin ones", "d\u0430ta/file", false, true],
  ["half of a pair", "data/\ud83d", false, true],
  ["a path longer than the system takes", `data/${"x/".repeat(4000)}`, false, true],
];

describe("the folder data", () => {
  test.each(cases)("%s", (_, path, allowed, denied) => {
    expect({ allowed: isAllowed(path), denied: isDenied(path) }).toEqual({ allowed, denied });
  });

  test("more than forty of them, each verdict among them", () => {
    expect(cases.length).toBeGreaterThan(40);
    expect(new Set(cases.map(([, , allowed, denied]) => `${allowed} ${denied}`))).toEqual(
      new Set(["true true", "false false", "false true"]),
    );
  });

  test("what is no text is unclear", () => {
    for (const path of [null, 1, ["data/file"], { path: "data/file" }]) expect([isAllowed(path), isDenied(path)]).toEqual([false, true]);
  });
});

describe("the folders of a rule", () => {
  test("may be links themselves, relative, and several", () => {
    expect(isAllowed("root-link/inner/file", at("root-link"))).toBe(true);
    expect(isAllowed("real/inner/file", at("root-link"))).toBe(true);
    expect(isAllowed("root-link/out/key", at("root-link"))).toBe(false);
    expect(isAllowed("data/sub/file", "data")).toBe(true);
    expect(isAllowed("data/link-out/key", ["data", "secret"])).toBe(true);
    expect(isAllowed("data-evil/file", ["data", "secret"])).toBe(false);
    expect(isAllowed("anything/at/all", "/")).toBe(true);
    expect(isDenied("data/loop-a", at("data-evil"))).toBe(true);
  });

  test("compare Unicode forms only to deny", () => {
    expect([isAllowed("data/cafe\u0301/x", at("data/caf\u00e9")), isDenied("data/cafe\u0301/x", at("data/caf\u00e9"))]).toEqual([
      false,
      true,
    ]);
  });

  test("are resolved anew for each call", () => {
    symlinkSync("data", at("moving"));
    const policy = PermissionPolicy.from({ mode: "rules", allow: rule(at("moving")) }, { fileSystem: view });
    const ask = () => policy.decide(createCallContext({ function: "t", arguments: { path: "secret/key" } })).kind;
    expect(ask()).toBe("deny");
    rmSync(at("moving"));
    symlinkSync("secret", at("moving"));
    expect(ask()).toBe("allow");
  });
});

describe("without a file system that answers, nobody gets past", () => {
  const broken: [string, FileSystemView | undefined][] = [
    ["none", undefined],
    [
      "one that throws",
      {
        resolvePath: () => {
          throw new Error("down");
        },
      },
    ],
    ["one that knows no place", { resolvePath: () => [] }],
    ["one that answers junk", { resolvePath: () => [1] as never }],
    ["one that answers paths that are not resolved", { resolvePath: (path) => [`${path}/../x`] }],
    ["one that answers a promise", { resolvePath: (path) => Promise.resolve([path]) as never }],
  ];
  test.each(broken)("%s", (_, fileSystem) => {
    const answers = [{ allow: rule("/data") }, { deny: rule("/data") }].map(
      (table) =>
        PermissionPolicy.from({ mode: "rules", default: "abstain", ...table }, { fileSystem }).decide(
          createCallContext({ function: "t", arguments: { path: "/data/x" } }),
        ).kind,
    );
    expect(answers).toEqual(["abstain", "deny"]);
  });

  test("the control: one that answers lets pass", () => {
    expect(decide({ allow: rule("/data") }, "/data/x", { resolvePath: (path) => [path] })).toBe("allow");
  });
});

describe("the view", () => {
  test("names every place, the last one being the target", () => {
    expect(view.resolvePath("data/chain-1/key")).toEqual([
      at("data/chain-1/key"),
      ...["data/chain-2/key", "data/chain-3/key", "secret/key", "secret/key"].map(at),
      ...["data/chain-2/key", "data/chain-3/key", "secret/key", "secret/key"].map(at),
    ]);
    expect(view.resolvePath("/")).toEqual(["/", "/", "/"]);
  });

  test("refuses what is no path, and a working directory that is relative", () => {
    for (const path of ["", "a\0b", "\ud800", "x".repeat(5000)]) expect(() => view.resolvePath(path)).toThrow();
    expect(() => new NodeFileSystem({ workingDirectory: "data" })).toThrow(TypeError);
  });
});
