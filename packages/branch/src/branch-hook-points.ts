import type { CallMap } from "@acta/actions";
import type { HookPoints } from "@acta/hooks";

/** The hook points with this branch's tools filled in: `toolName` narrows `arguments` and `output`. */
export type BranchHookPoints<C extends CallMap> = Omit<HookPoints, "tool.pre" | "tool.post"> & {
  "tool.pre": {
    [Name in keyof C & string]: Omit<HookPoints["tool.pre"], "toolName" | "arguments"> & {
      readonly toolName: Name;
      readonly arguments: C[Name]["arguments"];
    };
  }[keyof C & string];
  "tool.post": {
    [Name in keyof C & string]: Omit<HookPoints["tool.post"], "toolName" | "output"> & {
      readonly toolName: Name;
      readonly output: C[Name]["output"];
    };
  }[keyof C & string];
};
