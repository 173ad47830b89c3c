import { ActionError, NotAdmitted } from "./errors.js";
import { settled } from "./thenable.js";

/** The longest delay that a timer takes; a longer wait would fire at once. */
const longestDelayMs = 2_147_483_647;

/** What a security processor answers. Throws `NotAdmitted` when that takes too long, and the signal's reason when the call ends first. */
export function within<T>(milliseconds: number, answer: PromiseLike<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const ended = () => stop(() => reject(signal.reason));
    const late = () =>
      stop(() => reject(new NotAdmitted(new ActionError("processor_timeout", `a security processor took over ${milliseconds} ms`))));
    const timer = setTimeout(late, Math.min(milliseconds, longestDelayMs));
    signal.addEventListener("abort", ended);
    const stop = (settle: () => void) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", ended);
      settle();
    };
    if (signal.aborted) ended();
    settled(answer).then(
      (value) => stop(() => resolve(value)),
      (error) => stop(() => reject(error)),
    );
  });
}
