/** Returns whether a row equals the stored one, which may have more columns. */
export function isSame<T extends object>(row: T, known: T | undefined): boolean {
  if (known === undefined) return false
  for (const name in row) if (row[name] !== known[name]) return false
  return true
}
