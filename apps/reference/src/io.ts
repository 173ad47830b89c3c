/** Where text goes. */
export interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
  /** Width in characters, of a terminal. */
  readonly columns?: number | undefined;
  /** False: nobody reads it any more. */
  readonly writable?: boolean | undefined;
}

/** What the app needs of the process that it runs in. */
export interface Io {
  readonly stdout: Output;
  readonly stderr: Output;
  /** Aborted, with an `Interruption`, when the run has to end. */
  readonly signal: AbortSignal;
  /** The folder in which fresh temporary folders are made. */
  readonly temporaryFolder: string;
  /** Path of the program, for the processes that it starts of itself. */
  readonly program: string;
  /** Wall clock, milliseconds: who may take a branch of a journal. Default `Date.now`. */
  readonly now?: (() => number) | undefined;
}
