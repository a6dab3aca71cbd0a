import type { SkeinApp } from './skein.ts'

/** The painted state of one frame, in CSS pixels. */
export interface Frame {
  /** The offset of the read row from its position in the frame before; null if none of it is still drawn. */
  readonly shift: number | null
  /** Pixels of the list above the view, and below it. */
  readonly above: number
  readonly below: number
  /** The distances in the frame before: the upper bound of scrolling, with any number of wheel events in this frame. */
  readonly before: { readonly above: number; readonly below: number }
}

/** The state of the list at the beginning of a step. */
export interface Shown {
  /** The drawn messages, from the top. */
  readonly drawn: readonly { readonly id: number; readonly where: 'above' | 'in view' | 'below' }[]
  /** Pixels of the list below the view. */
  readonly below: number
  /** The centre of the list, in window coordinates. */
  readonly middle: readonly [number, number]
}

interface Watch {
  begin: () => Shown
  end: (isDone: string, by: number) => Promise<Frame[]>
}

/**
 * Watches a list in every painted frame. The read row is the first of the rows drawn in both frames whose text begins
 * in the view, also while lines wrap differently; without one, the first paragraph of the row that fills the view, or
 * that row. A row's position is where its text begins, since the name above it depends on the previous message. Of rows
 * that begin exactly at the edge and the row after them, the one that moved least counts.
 */
export class SteadyWatch {
  readonly #app: SkeinApp

  constructor(app: SkeinApp) {
    this.#app = app
  }

  async install(): Promise<void> {
    await this.#app.page.evaluate(() => {
      let frames: Frame[] = []
      let wheeled = 0
      // One event may stand for several turns.
      addEventListener('wheel', ({ deltaY }) => (wheeled += deltaY), { passive: true, capture: true })
      let before = new Map<Element, number>()
      let room = { above: 0, below: 0 }
      const frame = () => new Promise(requestAnimationFrame)
      const listElement = () => {
        const element = document.querySelector('[role=log]')
        if (element === null) throw new Error('there is no list')
        return element
      }
      // A row this close to the upper edge may count as in the view or above it: views scroll by whole pixels, and row
      // heights are fractions.
      const edge = 1.5
      const look = () => {
        const element = listElement()
        const view = element.getBoundingClientRect()
        const topOf = (part: Element) => part.getBoundingClientRect().top - view.top
        const texts = [...element.querySelectorAll<HTMLElement>('article[data-message-id]')].map(
          (row) => row.querySelector('.content > :not(.head, .aside)') ?? row,
        )
        const begins = (part: Element) => topOf(part) >= -edge && topOf(part) < view.height
        const filling = texts.some(begins) ? undefined : texts.findLast((text) => topOf(text) < 0)
        const eye = [...(filling?.children ?? [])].filter(begins)
        const ordered = [...texts.filter(begins), ...eye, ...(filling === undefined ? [] : [filling])]
        const kept = [...before].filter(([part]) => element.contains(part))
        const atEdge = kept.filter(([, top]) => Math.abs(top) <= edge)
        const next = kept.find(([, top]) => Math.abs(top) > edge)
        const shifts = [...atEdge, ...(next === undefined ? [] : [next])].map(([part, top]) => topOf(part) - top)
        const now = new Map(ordered.map((each) => [each, topOf(each)]))
        const below = element.scrollHeight - element.clientHeight - element.scrollTop
        const shift = shifts.toSorted((a, b) => Math.abs(a) - Math.abs(b))[0] ?? null
        const newRoom = { above: element.scrollTop, below }
        frames.push({ shift, ...newRoom, before: room })
        before = now
        room = newRoom
      }
      // A size that changes in every frame is reported after the list has handled its own sizes and before painting:
      // earlier the list has not corrected its positions, later other tasks have run.
      let stop = () => {}
      const start = () => {
        const pulse = document.createElement('i')
        pulse.style.cssText = 'position: fixed; left: -9px; top: 0; height: 1px; width: 1px'
        document.body.append(pulse)
        const observer = new ResizeObserver(look)
        observer.observe(pulse)
        let isRunning = true
        const beat = () => {
          if (!isRunning) return
          pulse.style.width = pulse.style.width === '1px' ? '2px' : '1px'
          requestAnimationFrame(beat)
        }
        beat()
        stop = () => {
          isRunning = false
          observer.disconnect()
          pulse.remove()
        }
      }
      const watch: Watch = {
        begin: () => {
          before = new Map()
          wheeled = 0
          look()
          frames = []
          start()
          const element = listElement()
          const view = element.getBoundingClientRect()
          return {
            drawn: [...element.querySelectorAll<HTMLElement>('article[data-message-id]')].map((row) => {
              const { top, bottom } = row.getBoundingClientRect()
              const where = bottom <= view.top ? 'above' : top >= view.bottom ? 'below' : 'in view'
              return { id: Number(row.dataset.messageId), where }
            }),
            below: element.scrollHeight - element.clientHeight - element.scrollTop,
            middle: [view.left + view.width / 2, view.top + view.height / 2],
          }
        },
        end: async (selector, by) => {
          const [kind, id, text] = JSON.parse(selector) as [string, string, string] // as written below
          const isDone = () => {
            const row = document.querySelector(`article[data-message-id="${id}"]`)
            // A busy browser passes a turn of the wheel to the page late.
            if (Math.abs(wheeled) < Math.abs(by) - 1) return false
            if (kind === 'gone') return row === null
            if (kind === 'there') return row !== null
            return kind !== 'says' || row === null || (row as HTMLElement).innerText.includes(text)
          }
          const from = performance.now()
          while (!isDone() && performance.now() - from < 10_000) await frame()
          if (!isDone()) throw new Error(`message ${id} did not change: ${selector}, wheeled ${wheeled} of ${by} px`)
          let last = ''
          for (let equal = 0; equal < 6; equal += 1) {
            await frame()
            const element = listElement()
            const rows = element.querySelectorAll<HTMLElement>('article[data-message-id]')
            const ends = [rows[0], rows[rows.length - 1]].map((row) => [
              row?.dataset.messageId,
              row?.getBoundingClientRect().top,
            ])
            const now = JSON.stringify([element.scrollTop, element.scrollHeight, element.clientHeight, ends])
            if (now !== last) equal = 0
            last = now
          }
          stop()
          return frames
        },
      }
      Object.assign(window, { steadyWatch: watch })
    })
  }

  /** Makes the current frame the reference. */
  async begin(): Promise<Shown> {
    return this.#app.page.evaluate(() => (window as unknown as { steadyWatch: Watch }).steadyWatch.begin())
  }

  /**
   * Waits until the list has not moved for six frames.
   * @param what the condition that must hold before, where the row is drawn
   * @param by pixels by which the wheel was turned, which must have arrived before
   * @returns all frames since `begin`
   */
  async end(what: readonly ['gone' | 'there' | 'says' | 'nothing', string, string], by = 0): Promise<Frame[]> {
    return this.#app.page.evaluate(
      ([selector, wheel]) => (window as unknown as { steadyWatch: Watch }).steadyWatch.end(selector, wheel),
      [JSON.stringify(what), by] as const,
    )
  }
}
