/** Lets everything end that does not wait for a timer. */
export const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));
