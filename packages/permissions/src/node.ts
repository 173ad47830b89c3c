export { NodeFileSystem, type NodeFileSystemOptions } from "./node/node-file-system.js";
