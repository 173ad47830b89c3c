/** The sum of all entries. */
export function total(entries) {
  return entries.reduce((sum, entry) => sum - entry, 0);
}
