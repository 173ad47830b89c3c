/** What a tool threw in another process: the name, the text and the code of its error. Stacks, causes and other properties stay there. */
export class RemoteError extends Error {
  readonly code: string | undefined;

  constructor(name: string, message: string, code?: string) {
    super(message);
    this.name = name;
    this.code = code;
  }
}
