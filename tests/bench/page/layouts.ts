import type { Browser } from '@playwright/test'
import { marks } from './painted.ts'

/** The last step of a frame in a page's thread, after painting. */
const endOfFrame = 'Layerize'

/** The fields of a trace event that the bench reads. */
interface TraceEvent {
  readonly name: string
  /** The phase; `X` is a complete event. */
  readonly ph: string
  readonly pid: number
  readonly tid: number
  /** The start in microseconds. */
  readonly ts: number
}

/**
 * Counts the layouts from each input event to the end of the frame with its effect, while `act` causes and awaits such
 * events by `untilPainted`. They come from a trace of the browser, since counters would include later work. A trace
 * takes time, so no times are measured meanwhile.
 */
export async function layoutsToFrame(browser: Browser, act: () => Promise<void>): Promise<number[]> {
  await browser.startTracing(undefined, { categories: ['devtools.timeline', 'blink.user_timing'] })
  await act()
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] } // Chromium's format
  const events = trace.traceEvents.toSorted((a, b) => a.ts - b.ts)
  return events.flatMap((frame, at) => {
    if (frame.name !== marks.frame) return []
    const isOfThread = ({ pid, tid }: TraceEvent) => pid === frame.pid && tid === frame.tid
    const begun = events.findLastIndex((event, index) => index < at && event.name === marks.begun && isOfThread(event))
    const end = events.findIndex((event, index) => index > at && event.name === endOfFrame && isOfThread(event))
    if (begun < 0 || end < 0) return []
    return events.slice(begun, end).filter((event) => event.name === 'Layout' && event.ph === 'X' && isOfThread(event))
      .length
  })
}
