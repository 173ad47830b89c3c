import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** In memory where the system has such a place: tests ask what the journal does, not how fast the disk is. */
export const quickPlace = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

/** A folder of its own, and what removes it. */
export function temporaryFolder(place = quickPlace): { readonly folder: string; remove(): void } {
  const folder = mkdtempSync(join(place, "acta-journal-"));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
