import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

const block = 512;

/** The files of an npm tarball by their path inside the package. */
export function readTarball(path: string): Map<string, string> {
  const bytes = gunzipSync(readFileSync(path));
  const files = new Map<string, string>();
  for (let offset = 0; offset + block <= bytes.length && bytes[offset] !== 0; ) {
    const field = (start: number, length: number) => bytes.toString("utf8", offset + start, offset + start + length).replace(/\0.*$/s, "");
    const size = Number.parseInt(field(124, 12), 8);
    const prefix = field(345, 155);
    const name = prefix ? `${prefix}/${field(0, 100)}` : field(0, 100);
    const isFile = ["0", ""].includes(field(156, 1));
    if (isFile) files.set(name.replace(/^package\//, ""), bytes.toString("utf8", offset + block, offset + block + size));
    offset += block + Math.ceil(size / block) * block;
  }
  return files;
}
