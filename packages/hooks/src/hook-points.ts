/**
 * The points of a call at which handlers may listen, each with its payload. Open by declaration merging:
 * `declare module "@acta/hooks" { interface HookPoints { "my.point": MyPayload } }`.
 * Every payload is frozen (its own properties, not what they refer to) before the first handler sees it.
 */
export interface HookPoints {
  /** Blocking, before anything is stored or run. `arguments` are the frozen values that the tool will get. (ADR-0012 D2) */
  "tool.pre": {
    readonly callId: string;
    readonly toolName: string;
    readonly argumentsSummary: string;
    readonly arguments: unknown;
  };
  /** Once per call that succeeded, after it is recorded. `duration` in seconds. (ADR-0012 D2) */
  "tool.post": {
    readonly callId: string;
    readonly toolName: string;
    readonly resultSummary: string;
    readonly output: unknown;
    readonly duration: number;
  };
  /**
   * Once per call that reached `tool.pre` or was rejected, and did not succeed; after it is recorded.
   * `duration` in seconds, null where nothing ran. (ADR-0012 D2)
   */
  "tool.error": {
    readonly callId: string;
    readonly toolName: string;
    readonly error: unknown;
    readonly duration: number | null;
  };
  /** After a message entered history. (ADR-0012 D2) */
  "message.add": { readonly messageId: string; readonly kind: string };
}

export type HookPoint = keyof HookPoints;

/** Runs when its point is emitted; awaited where it returns a thenable. A blocking point accepts nothing but undefined as the answer. */
export type HookHandler<Payload> = (payload: Payload) => void | PromiseLike<void>;

/** Removes one registration. Calling it again changes nothing. */
export type Unsubscribe = () => void;

/** Told about an error of an isolated handler. What it throws or rejects with is dropped. */
export type HookErrorReporter = (error: unknown, point: HookPoint) => void;
