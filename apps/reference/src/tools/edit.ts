import { defineTool } from "@acta/actions";
import { z } from "zod";
import { pathPolicy } from "../workspace/path-policy.js";
import { largestFile, readTextFile } from "../workspace/read-file.js";
import { replaceFile } from "../workspace/replace-file.js";
import type { Workspace } from "../workspace/workspace.js";

export interface Replacement {
  readonly oldText: string;
  readonly newText: string;
  readonly all: boolean;
}

/** `Edit`: one text of a file replaced by another; a new file where the old text is empty. Not idempotent: the new text may hold the old one. */
export const editTool = (workspace: Workspace) =>
  defineTool({
    name: "Edit",
    description: "Replaces a text in a file of the workspace. The text must occur exactly once, unless replace_all is true.",
    input: z.looseObject({
      file_path: z.string(),
      old_string: z.string(),
      new_string: z.string(),
      replace_all: z.boolean().nullish(),
    }),
    effect: "unsafe",
    policy: pathPolicy(workspace, (input) => [input.file_path]),
    lock: ({ file_path }) => workspace.nameOf(file_path),
    async run({ file_path, old_string, new_string, replace_all }, { signal }) {
      const path = await workspace.resolve(file_path);
      return workspace.locks.hold(path, async () => {
        const file = await readTextFile(workspace, path);
        if (file === null && old_string !== "") throw new Error(`There is no file ${file_path}.`);
        const text = replaceText(file ?? "", { oldText: old_string, newText: new_string, all: replace_all ?? false });
        await replaceFile(workspace, path, text, signal);
        return `${file === null ? "Created" : "Edited"} ${file_path}.`;
      });
    },
  });

/** Throws where it is not clear what is to be replaced. */
export function replaceText(text: string, { oldText, newText, all }: Replacement): string {
  if (oldText === newText) throw new Error("old_string and new_string are equal: there is nothing to change.");
  if (oldText === "") {
    if (text !== "") throw new Error("The file exists and is not empty, so an empty old_string cannot create it.");
    return newText;
  }
  const first = text.indexOf(oldText);
  if (first < 0) throw new Error("old_string does not occur in the file.");
  if (all) return replaceAll(text, oldText, newText);
  if (text.includes(oldText, first + 1)) throw new Error("old_string occurs more than once in the file; give more of what is around it.");
  return text.slice(0, first) + newText + text.slice(first + oldText.length);
}

/** A small call could otherwise make a file of any size. */
function replaceAll(text: string, oldText: string, newText: string): string {
  const parts = text.split(oldText);
  if (text.length + (parts.length - 1) * (newText.length - oldText.length) > largestFile) {
    throw new Error(`The file would become larger than ${largestFile} bytes.`);
  }
  return parts.join(newText);
}
