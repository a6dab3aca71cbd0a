import type { CDPSession, Page } from '@playwright/test'
import type { SeededRandom } from '#support/random.ts'

/** The awaited state after an action. */
export interface Awaited {
  /** The input event at which the time starts. */
  readonly from: 'click' | 'keydown'
  /** Selectors of elements that must exist; those of `gone` must not. */
  readonly there: readonly string[]
  readonly gone?: readonly string[]
  /** The length of the text in the focused field. */
  readonly length?: number
}

interface MeasuredWindow {
  readonly skeinBench: {
    arm(awaited: Awaited): void
    result(): Promise<number>
    frames(): { stop(): number[] }
  }
}

/** The names of the trace marks for the input event and the frame with its effect; `installMeasuring` repeats them. */
export const marks = { begun: 'skein-bench begun', frame: 'skein-bench frame' } as const

/**
 * Runs in a page before other scripts: measures the time from an input event (`event.timeStamp`, when the browser
 * process received the input) to the end of the frame with its effect.
 *
 * The end is a message that is posted in the animation frame callback after the change of the document: the browser
 * delivers it after style, layout and paint of that frame. No frame is requested earlier, since Chromium delays other
 * tasks, such as an answer of the program, until a requested frame. Compositing and the screen are not measured. Event
 * Timing has a resolution of 8 ms, and covers only the first frame.
 */
export function installMeasuring(): void {
  let awaited: Awaited = { from: 'click', there: [] }
  let began: number | null = null
  let done = Promise.withResolvers<number>()
  const isThere = (): boolean => {
    const { there, gone = [], length } = awaited
    const field = document.activeElement
    const written =
      field instanceof HTMLTextAreaElement
        ? field.value.length
        : field?.querySelector('.cm-placeholder') === null
          ? field.textContent.length
          : 0
    return (
      there.every((selector) => document.querySelector(selector) !== null) &&
      gone.every((selector) => document.querySelector(selector) === null) &&
      (length === undefined || written === length)
    )
  }
  let isFound = false
  const look = (): void => {
    if (began === null || isFound || !isThere()) return
    isFound = true
    requestAnimationFrame(() => {
      performance.mark('skein-bench frame')
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => {
        done.resolve(performance.now() - (began ?? NaN))
      }
      port2.postMessage(null)
    })
  }
  const begin = (event: Event): void => {
    if (event.type !== awaited.from || began !== null) return
    began = event.timeStamp
    performance.mark('skein-bench begun')
  }
  for (const type of ['click', 'keydown']) addEventListener(type, begin, { capture: true })
  addEventListener('input', look)
  new MutationObserver(look).observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['class', 'title'],
  })
  Object.assign(window, {
    skeinBench: {
      arm(next: Awaited) {
        awaited = next
        began = null
        isFound = false
        done = Promise.withResolvers()
      },
      result() {
        const { promise, reject } = done
        const text = JSON.stringify(awaited)
        const timer = setTimeout(() => {
          reject(new Error(`not painted in time: ${text}`))
        }, 30_000)
        return promise.finally(() => {
          clearTimeout(timer)
        })
      },
      frames() {
        const times: number[] = []
        let isStopped = false
        const note = (now: number): void => {
          times.push(now)
          if (!isStopped) requestAnimationFrame(note)
        }
        requestAnimationFrame(note)
        return {
          stop() {
            isStopped = true
            return times.slice(1).map((time, index) => time - (times[index] ?? 0))
          },
        }
      },
    },
  })
}

/** Maximum random delay: a frame at 60 Hz, in milliseconds. */
const frameMs = 17

/**
 * The milliseconds from an input event, which `act` causes, to the painted state. The event has a random offset from
 * the frames, like those of a user; directly after a frame, the result would only count whole frames.
 */
export async function untilPainted(
  page: Page,
  awaited: Awaited,
  random: SeededRandom,
  act: () => Promise<void>,
): Promise<number> {
  await page.evaluate(
    async ([wanted, waitMs]) => {
      ;(window as unknown as MeasuredWindow).skeinBench.arm(wanted)
      await new Promise((done) => setTimeout(done, waitMs))
    },
    [awaited, random.below(frameMs)] as const,
  )
  await act()
  return page.evaluate(() => (window as unknown as MeasuredWindow).skeinBench.result())
}

/** The milliseconds between the frames of the page during `act`. */
export async function framesDuring(page: Page, act: () => Promise<void>): Promise<number[]> {
  const watch = await page.evaluateHandle(() => (window as unknown as MeasuredWindow).skeinBench.frames())
  await act()
  return watch.evaluate((frames) => frames.stop())
}

/** Work of the page's main thread, by the browser's counters. */
export interface Work {
  readonly layouts: number
  readonly styles: number
  /** Processor time of all tasks in milliseconds. */
  readonly taskMs: number
}

/** The browser's counters of a page. */
export class Counters {
  readonly #session: CDPSession

  private constructor(session: CDPSession) {
    this.#session = session
  }

  static async of(page: Page): Promise<Counters> {
    const session = await page.context().newCDPSession(page)
    // Processor time of the thread, without the time of other processes.
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    return new Counters(session)
  }

  async #read(): Promise<ReadonlyMap<string, number>> {
    const { metrics } = await this.#session.send('Performance.getMetrics')
    return new Map(metrics.map(({ name, value }) => [name, value]))
  }

  /** The work that `act` causes. */
  async during(act: () => Promise<void>): Promise<Work> {
    const before = await this.#read()
    await act()
    const after = await this.#read()
    const grown = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0)
    return { layouts: grown('LayoutCount'), styles: grown('RecalcStyleCount'), taskMs: grown('TaskDuration') * 1000 }
  }

  /** The heap in MiB and the number of nodes of the page after garbage collection. */
  async held(): Promise<{ readonly heapMiB: number; readonly nodes: number; readonly listeners: number }> {
    // Finalizers of the first collection release more memory.
    for (let round = 0; round < 2; round += 1) await this.#session.send('HeapProfiler.collectGarbage')
    const now = await this.#read()
    return {
      heapMiB: (now.get('JSHeapUsedSize') ?? 0) / 1024 / 1024,
      nodes: now.get('Nodes') ?? 0,
      listeners: now.get('JSEventListeners') ?? 0,
    }
  }
}
