import { type Page, pageBounds, type ReadOptions, type UnsettledOptions } from "@acta/journal";
import { readExtent } from "./branch-row.js";
import { isName, type Row, toEntry } from "./row.js";
import type { Statements } from "./statements.js";

/** How many entries one page looks at for those of some kinds: a rare kind must not hold up the event loop. */
const reach = 10_000;

/** How much text one page holds, unless a single entry is larger. */
const maxBytes = 16 * 1024 * 1024;

const nothing: Page = { entries: [], next: null };

/** Reads all rows of a page at once: a statement left open would hold a snapshot, and with it the write-ahead log. */
export function readPage(statements: Statements, branchId: string, options: ReadOptions = {}): Page {
  const { after, limit } = bounds(options);
  const branch = isName(branchId) ? readExtent(statements, branchId) : undefined;
  if (!branch || after >= branch.head) return nothing;
  const { number, head } = branch;
  const kinds = options.kinds ? JSON.stringify(options.kinds) : null;
  const until = kinds === null ? head : Math.min(head, after + reach);
  const sizes = statements.sizes.all(number, after, number, until, kinds, kinds, limit) as Size[];
  const count = countWithin(maxBytes, sizes);
  const last = count < sizes.length || count === limit ? Number(sizes[count - 1]?.sequence ?? after) : until;
  const rows = statements.page.all(number, after, number, last, kinds, kinds) as Row[];
  return { entries: rows.map((row) => toEntry(branchId, row)), next: last < head ? last : null };
}

interface Size {
  readonly sequence: number;
  readonly size: number;
}

/** How many fit, from the first; at least one. */
function countWithin(bytes: number, sizes: readonly Size[]): number {
  let left = bytes;
  const tooMany = sizes.findIndex(({ size }, index) => {
    left -= Number(size);
    return left < 0 && index > 0;
  });
  return tooMany === -1 ? sizes.length : tooMany;
}

export function unsettledPage(statements: Statements, options: UnsettledOptions = {}): Page {
  const { branchId = null, kind = null } = options;
  const { after, limit } = bounds(options);
  if ([branchId, kind].some((name) => name !== null && !isName(name))) return nothing;
  const rows = statements.unsettled.all(after, branchId, branchId, kind, kind, limit + 1) as (Row & {
    readonly arrival: number;
    readonly branchId: string;
  })[];
  const page = rows.slice(0, limit);
  return {
    entries: page.map((row) => toEntry(row.branchId, row)),
    next: rows.length > limit ? Number(page.at(-1)?.arrival ?? 0) : null,
  };
}

/** Numbers that SQLite takes for whole ones, beyond the reach of any file. */
function bounds(options: ReadOptions | UnsettledOptions) {
  const { after, limit } = pageBounds(options);
  return { after: Math.min(after, 2 ** 31), limit: Math.min(limit, 2 ** 31) };
}
