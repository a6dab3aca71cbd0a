import type { Browser } from '@playwright/test'
import { marks } from './painted.ts'

/** The parts of a trace event that are read. */
interface TraceEvent {
  readonly name: string
  /** The phase; `X` is a complete event. */
  readonly ph: string
  readonly pid: number
  readonly tid: number
  /** When it began, in microseconds. */
  readonly ts: number
}

/**
 * The layouts from each input event to the end of the frame that shows its effect, while `act` causes and awaits such
 * events by `untilPainted`. They are counted in a trace of the browser: its counters are read a while after the frame, and
 * would include what follows it. A trace takes time, so nothing else is measured meanwhile.
 */
export async function layoutsToFrame(browser: Browser, act: () => Promise<void>): Promise<number[]> {
  await browser.startTracing(undefined, { categories: ['devtools.timeline', 'blink.user_timing'] })
  await act()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] } // Chromium's
  const counts: number[] = []
  const painted = traceEvents.filter(({ name }) => name === marks.painted)
  for (const end of painted) {
    const ofThread = traceEvents.filter(({ pid, tid, ts }) => pid === end.pid && tid === end.tid && ts <= end.ts)
    const from = Math.max(...ofThread.filter(({ name }) => name === marks.begun).map(({ ts }) => ts))
    counts.push(ofThread.filter(({ name, ph, ts }) => name === 'Layout' && ph === 'X' && ts >= from).length)
  }
  return counts
}
