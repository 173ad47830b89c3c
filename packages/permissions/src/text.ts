import { foldCodePoint, foldText } from "./fold.js";

/** What a pattern reads: the code points of a text, as they are and folded; both of one length. */
export interface CodePoints {
  readonly points: ArrayLike<number>;
  readonly folded: ArrayLike<number>;
}

/** A text whose code points are made when a pattern first reads them, once for all patterns. */
export class Text implements CodePoints {
  readonly source: string;
  #points: Uint32Array | undefined;
  #folded: Uint32Array | undefined;
  #foldedSource: string | undefined;

  constructor(source: string) {
    this.source = source;
  }

  get foldedSource(): string {
    this.#foldedSource ??= foldText(this.source);
    return this.#foldedSource;
  }

  get points(): Uint32Array {
    this.#points ??= toCodePoints(this.source);
    return this.#points;
  }

  get folded(): Uint32Array {
    this.#folded ??= this.points.map(foldCodePoint);
    return this.#folded;
  }
}

function toCodePoints(text: string): Uint32Array {
  const points = new Uint32Array(text.length);
  let length = 0;
  for (let at = 0; at < text.length; length++) {
    const point = text.codePointAt(at) ?? 0;
    points[length] = point;
    at += point > 0xffff ? 2 : 1;
  }
  return points.subarray(0, length);
}
