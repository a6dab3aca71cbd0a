import type { CDPSession, Page } from '@playwright/test'
import type { SeededRandom } from '../../support/random.ts'

/** The state after an action that is waited for. */
export interface Awaited {
  /** The input event at which the time starts. */
  readonly from: 'click' | 'keydown'
  /** All of these must be there, and those of `gone` must not. */
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

/** The marks of the input event and of the frame that shows its effect in a trace; `installMeasuring` repeats them. */
export const marks = { begun: 'skein-bench begun', frame: 'skein-bench frame' } as const

/**
 * Runs in a page before other scripts: measures the time from an input event to the end of the frame that shows its
 * effect.
 *
 * The time starts with `event.timeStamp`, at which the browser process received the input, so that a page that is busy
 * then is charged for it. It ends with a message that is posted in the animation frame callback after the change of the
 * document that brings the effect: the browser delivers it after it has run the style, layout and paint of that frame.
 * No frame is asked for before: after an input Chromium holds other tasks, such as an answer of the program, back until a
 * frame that was asked for. Compositing and the
 * screen follow in other processes; they are not measured, on either side of a comparison. Event Timing would measure
 * the same with a resolution of 8 ms, and only for the first frame after an event.
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

/** The longest wait for a random moment: a frame at 60 Hz. */
const frameMs = 17

/**
 * The milliseconds from an input event, which `act` causes, to the painted state. The event comes at a random moment
 * between two frames, as those of a user do: always right after a frame, the result would only count whole frames.
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

/** Work of the page's main thread, from the browser's own counters. */
export interface Work {
  readonly layouts: number
  readonly styles: number
  /** All tasks together, in milliseconds of processor time. */
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
    // Processor time of the thread: what other processes take does not count.
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
    // Twice: finalizers of the first collection release more.
    for (let round = 0; round < 2; round += 1) await this.#session.send('HeapProfiler.collectGarbage')
    const now = await this.#read()
    return {
      heapMiB: (now.get('JSHeapUsedSize') ?? 0) / 1024 / 1024,
      nodes: now.get('Nodes') ?? 0,
      listeners: now.get('JSEventListeners') ?? 0,
    }
  }
}
