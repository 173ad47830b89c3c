import { dirname } from "node:path";
import { complaintsOf } from "./run-program.js";
import { tool } from "./workspace.js";

export const publint = (tarball: string): Promise<string[]> =>
  complaintsOf(tool("publint"), ["run", "--strict", tarball], dirname(tarball));

/** For `node16`, `nodenext` and `bundler`: resolution as before Node 12 knows no subpaths. See docs/versioning.md. */
export const attw = (tarball: string): Promise<string[]> =>
  complaintsOf(tool("attw"), ["--profile", "node16", "--no-definitely-typed", "--format", "ascii", tarball], dirname(tarball));
