import { monitorEventLoopDelay } from 'node:perf_hooks'

/** A figure and the floor that it is judged against; both from the same run on the same machine. */
export interface Row {
  readonly what: string
  readonly value: number
  readonly unit: 'ms' | 'µs/message' | 'µs/user' | '/s' | 'MiB' | 'bytes' | 'requests'
  readonly floor: number
  readonly floorIs: string
}

/** How long the event loop of this thread was held while it is watched; to be ended once. */
export function watchLoop(): { end(during: string): Row[] } {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  return {
    end(during) {
      delay.disable()
      const row = (what: string, nanoseconds: number, floor: number): Row => ({
        what: `engine’s event loop, delay during ${during} (${what})`,
        value: nanoseconds / 1e6,
        unit: 'ms',
        floor,
        floorIs: 'the budget',
      })
      return [row('p99', delay.percentile(99), 8), row('longest', delay.max, 50)]
    },
  }
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
