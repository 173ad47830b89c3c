/** How a policy sees paths; injected, because the rules themselves know no file system. `@acta/permissions/node` has the one of Node. */
export interface FileSystemView {
  /**
   * Every place that a path stands for, each absolute, without `.`, `..`, doubled slashes or a slash at its end (but the root `/`): first
   * the path as it is written, then, for every link on the way, where it leads, last the place itself. What does not exist is appended to the
   * deepest ancestor that does. Throws when a path can't be resolved: a loop, a folder that can't be looked into.
   */
  resolvePath(path: string): readonly string[];
}
