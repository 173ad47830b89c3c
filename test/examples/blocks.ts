/** A block of a document that shows a file. */
export interface Block {
  /** Relative to the document. */
  readonly file: string;
  readonly text: string;
}

export function blocksIn(document: string): Block[] {
  const found = document.matchAll(/^```(?:ts|js) file=(\S+)\n(.*?)^```$/gms);
  return [...found].map(([, file = "", text = ""]) => ({ file, text }));
}

/** The lines that an example says it prints. */
export function printedBy(example: string): string[] {
  return [...example.matchAll(/^\/\/ prints: ?(.*)$/gm)].map(([, line = ""]) => line);
}
