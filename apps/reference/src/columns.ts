import { styleText } from "node:util";
import type { Output } from "./io.js";
import { printable } from "./printable.js";

export interface Column<Row> {
  readonly head: string;
  /** Whatever it gives is made safe to print. */
  cell(row: Row, index: number): string;
  /** In characters; what is longer is cut. */
  readonly widest?: number | undefined;
  readonly toTheRight?: boolean | undefined;
  colour?(row: Row): "green" | "red" | "yellow" | "gray" | null;
}

export interface TableOptions<Row> {
  /** What stands under a row on a line of its own, made safe to print; null: nothing. */
  readonly below?: (row: Row) => string | null;
}

const defaultWidth = 160;
const narrowestLast = 20;
/** In characters. */
const widestBelow = 1_000;

/** Lines in columns, of which the last gets the room that is left. A column that was widened stays so for the rows that follow. */
export class Table<Row> {
  readonly #columns: readonly Column<Row>[];
  readonly #output: Output;
  readonly #below: (row: Row) => string | null;
  readonly #widths: number[];
  #count: number | null = null;

  constructor(columns: readonly Column<Row>[], output: Output, { below = () => null }: TableOptions<Row> = {}) {
    this.#columns = columns;
    this.#output = output;
    this.#below = below;
    this.#widths = columns.map(({ head }) => head.length);
  }

  /** The lines of some more rows; before the first, the heads. */
  add(rows: readonly Row[]): string {
    const first = this.#count ?? 0;
    const cells = rows.map((row, index) => this.#columns.map(({ cell, widest }) => safe(cell(row, first + index), widest)));
    for (const row of cells) {
      for (const [column, cell] of row.entries()) this.#widths[column] = Math.max(this.#widths[column] ?? 0, length(cell));
    }
    const lines = rows.flatMap((row, index) => [this.#line(cells[index] ?? [], row), ...this.#lineBelow(row)]);
    if (this.#count === null) lines.unshift(this.#line(this.#columns.map(({ head }) => head)));
    this.#count = first + rows.length;
    return lines.map((line) => `${line}\n`).join("");
  }

  #lineBelow(row: Row): readonly string[] {
    const text = this.#below(row);
    return text === null ? [] : [`${" ".repeat((this.#widths[0] ?? 0) + 2)}${safe(text, widestBelow)}`];
  }

  #line(cells: readonly string[], row?: Row): string {
    const before = this.#widths.slice(0, -1).reduce((sum, width) => sum + width + 2, 0);
    const room = Math.max(narrowestLast, (this.#output.columns ?? defaultWidth) - before);
    const shown = this.#columns.map(({ toTheRight, colour }, column) => {
      const cell = cells[column] ?? "";
      const text = column === this.#columns.length - 1 ? cut(cell, room) : pad(cell, this.#widths[column] ?? 0, toTheRight);
      const paint = row === undefined ? null : (colour?.(row) ?? null);
      return paint !== null && this.#isColoured ? styleText(paint, text, { validateStream: false }) : text;
    });
    return shown.join("  ").trimEnd();
  }

  get #isColoured(): boolean {
    return this.#output.isTTY === true && !process.env.NO_COLOR;
  }
}

/** Cut before it is escaped, because it may be large, and after, because that makes it longer. */
const safe = (text: string, width = Number.POSITIVE_INFINITY) => cut(printable(text.slice(0, 2 * width)), width);

const length = (text: string) => [...text].length;

function cut(text: string, width: number): string {
  const characters = [...text];
  return characters.length > width ? `${characters.slice(0, width - 1).join("")}…` : text;
}

function pad(text: string, width: number, toTheRight = false): string {
  const space = " ".repeat(Math.max(width - length(text), 0));
  return toTheRight ? space + text : text + space;
}
