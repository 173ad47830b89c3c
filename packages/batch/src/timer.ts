/** The longest delay that a timer can hold; a larger one would fire at once. */
const longestDelayMs = 2 ** 31 - 1;

/** `setTimeout` for any delay: an absurdly long one waits as long as a timer can. */
export function startTimer(run: () => void, delayMs: number): ReturnType<typeof setTimeout> {
  return setTimeout(run, Math.min(delayMs, longestDelayMs));
}
