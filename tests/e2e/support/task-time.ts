import type { Browser, Page } from '@playwright/test'

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  /** Processor time of the thread while the event lasted, in microseconds; only complete events have it. */
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

/**
 * The longest task of the page's main thread during `work`, in milliseconds of processor time: other processes do not
 * count.
 */
export async function longestTask(browser: Browser, page: Page, work: () => Promise<void>): Promise<number> {
  // Only the category of tasks: each further category adds work of its own.
  await browser.startTracing(page, { categories: ['-*', 'toplevel'] })
  try {
    await work()
  } catch (error) {
    await browser.stopTracing()
    throw error
  }
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { readonly traceEvents: readonly TraceEvent[] }
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid}/${tid}`
  const pages = new Set(
    trace.traceEvents
      .filter(({ ph, name, args }) => ph === 'M' && name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(threadOf),
  )
  const tasks = trace.traceEvents.filter(
    (event) => /(?:^|::)RunTask$/.test(event.name) && event.tdur !== undefined && pages.has(threadOf(event)),
  )
  if (tasks.length === 0) throw new Error('The trace tells of no task with its processor time.')
  return Math.round(Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000)
}

/**
 * The floor for the tasks of a page: the processor time, in milliseconds, of one task in which the browser reads and lays
 * out a fixed text of two thousand paragraphs, about 50 ms on a quiet machine; the median of five.
 */
export async function floorTask(browser: Browser, page: Page): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < 5; round += 1) {
    times.push(
      await longestTask(browser, page, () =>
        page.evaluate(
          () =>
            new Promise<void>((done) => {
              setTimeout(() => {
                const text = document.createElement('div')
                text.innerHTML = '<p>all <b>work</b> and <a href="https://x.example">no</a> play</p>'.repeat(2_000)
                document.body.append(text)
                text.getBoundingClientRect()
                text.remove()
                done()
              })
            }),
        ),
      ),
    )
  }
  return times.sort((a, b) => a - b)[2] ?? 0
}
