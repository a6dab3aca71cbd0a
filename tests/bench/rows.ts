import { monitorEventLoopDelay } from 'node:perf_hooks'

export type Unit =
  | 'ms'
  | 'µs/message'
  | 'µs/user'
  | '/s'
  | '%'
  | 'MiB'
  | 'KiB'
  | 'bytes'
  | 'requests'
  | 'rows'
  | 'layouts'
  | 'recalculations'
  | 'nodes'
  | 'listeners'

/** A figure with its floor, both from the same run on the same machine. */
export interface Row {
  readonly what: string
  readonly value: number
  readonly unit: Unit
  readonly floor: number
  readonly floorIs: string
}

/** A figure in milliseconds that is compared with its budget. */
export function budgeted(what: string, value: number, budget: number): Row {
  return { what, value, unit: 'ms', floor: budget, floorIs: 'the budget' }
}

/** Measures the longest blocking of this thread's event loop until `end`, which is called once. */
export function watchLoop(): { end(during: string): Row[] } {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  return {
    end(during) {
      delay.disable()
      return [
        budgeted(`engine’s event loop, delay during ${during} (p99)`, delay.percentile(99) / 1e6, 8),
        budgeted(`engine’s event loop, delay during ${during} (longest)`, delay.max / 1e6, 50),
      ]
    },
  }
}

/** The value below which the given share of the values lies (nearest rank); NaN without values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
}

/** The percentage of due frames that were not drawn, at the interval of the screen. */
export function droppedShare(frames: readonly number[], interval: number): number {
  const due = frames.map((time) => Math.max(1, Math.round(time / interval)))
  const all = due.reduce((sum, one) => sum + one, 0)
  return all === 0 ? 0 : ((all - frames.length) / all) * 100
}

export function milliseconds(action: () => void): number {
  const started = performance.now()
  action()
  return performance.now() - started
}
