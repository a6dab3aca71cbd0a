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
