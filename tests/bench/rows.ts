/** A figure and the floor that it is judged against; both from the same run on the same machine. */
export interface Row {
  readonly what: string
  readonly value: number
  readonly unit: 'ms' | 'µs/message' | 'µs/user' | '/s' | 'MiB' | 'bytes' | 'requests'
  readonly floor: number
  readonly floorIs: string
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
}

export function milliseconds(action: () => void): number {
  const started = performance.now()
  action()
  return performance.now() - started
}
