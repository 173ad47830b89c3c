/** Median, 95th percentile and extremes of some numbers. */
export function spreadOf(values: readonly number[]) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
  return { least: at(0), median: at(0.5), p95: at(0.95), most: at(1) };
}
