/** Returns the number of remaining code points, if few remain; null far from the limit. */
export function remainingOf(text: string, most: number): number | null {
  const remaining = most - [...text.trim()].length
  return remaining <= Math.max(10, most / 10) ? remaining : null
}
