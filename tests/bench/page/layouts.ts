import type { Browser } from '@playwright/test'
import { marks } from './painted.ts'

/** After painting, the last step of a frame of a page's thread but for handing it over. */
const endOfFrame = 'Layerize'

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
