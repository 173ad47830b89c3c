type Callable = (...args: never[]) => unknown;

/** Whether a function is declared `async`, bound ones included. What it returns is not looked at. (ADR-0012 D6) */
export function isDeclaredAsync(callable: Callable): boolean {
  return Object.prototype.toString.call(callable) === "[object AsyncFunction]";
}
