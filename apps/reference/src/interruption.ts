const numbers = { SIGINT: 2, SIGTERM: 15 } as const;

/** The reason with which a run is aborted. */
export class Interruption extends Error {
  readonly exitStatus: number;

  constructor(signal: keyof typeof numbers) {
    super(`interrupted by ${signal}`);
    this.exitStatus = 128 + numbers[signal];
  }
}
