import { limits } from '../limits.ts'
import { drawingKey, type Drawing } from './drawing.ts'
import { DrawingPool } from './drawing-pool.ts'
import { renderMarkdown, type Directory } from './render.ts'

/** The program of the threads, which a bundle has beside it as a script. */
const file = new URL(import.meta.url.endsWith('.ts') ? './drawing-thread.ts' : './drawing-thread.js', import.meta.url)
/** Only a text with one of these holds anything to draw. */
const marks = /`{3}|~{3}/

/**
 * The drawn parts of texts, kept for the renderings that need them. Rendering itself waits for nothing: it takes what
 * was prepared, and shows the source of everything else.
 */
export class Drawings {
  readonly #directory: () => Directory
  readonly #pool = new DrawingPool({
    file,
    threads: 2,
    deadlineMs: limits.drawingTime.most,
    waitMs: limits.drawingWait.most,
  })
  /** HTML by key, the last used at the end; null stands for what is shown as it was typed. */
  readonly #kept = new Map<string, string | null>()
  #keptLength = 0
  #drawHere: ((drawing: Drawing) => string | null) | undefined

  /** `directory` is asked when a text is prepared. */
  constructor(directory: () => Directory) {
    this.#directory = directory
  }

  /** The HTML of a drawing, undefined where there is none (yet). */
  drawn(drawing: Drawing): string | undefined {
    const key = drawingKey(drawing)
    if (!this.#kept.has(key) && this.#drawHere !== undefined) this.#keep(key, this.#drawHere(drawing))
    const html = this.#kept.get(key)
    if (html === undefined) return undefined
    this.#kept.delete(key)
    this.#kept.set(key, html)
    return html ?? undefined
  }

  /** Whether a rendering of the text would find all that it needs. */
  isPrepared(text: string): boolean {
    return this.#missing(text).length === 0
  }

  /** Draws what a rendering of the text will ask for; call before the change that renders it. */
  async prepare(text: string, writerId: number): Promise<void> {
    const missing = this.#missing(text)
    if (missing.length === 0) return
    for (const [index, result] of (await this.#pool.draw(missing, writerId)).entries()) {
      const drawing = missing[index]
      // What took too long would take too long again.
      if (drawing === undefined || result.type === 'untouched') continue
      this.#keep(drawingKey(drawing), result.type === 'drawn' ? result.html : null)
    }
  }

  /** Runs `task`, whose texts are our own, with everything drawn at once in this thread. */
  here<T>(draw: (drawing: Drawing) => string | null, task: () => T): T {
    this.#drawHere = draw
    try {
      return task()
    } finally {
      this.#drawHere = undefined
    }
  }

  close(): void {
    this.#pool.close()
  }

  #missing(text: string): Drawing[] {
    if (!marks.test(text)) return []
    const missing = new Map<string, Drawing>()
    renderMarkdown(text, {
      ...this.#directory(),
      drawn: (drawing) => {
        const key = drawingKey(drawing)
        if (!this.#kept.has(key) && missing.size < limits.drawings.most) missing.set(key, drawing)
        return undefined
      },
    })
    return [...missing.values()]
  }

  #keep(key: string, html: string | null): void {
    const length = (value: string | null | undefined) => key.length + (value?.length ?? 0)
    if (this.#kept.has(key)) this.#keptLength -= length(this.#kept.get(key))
    this.#kept.delete(key)
    this.#kept.set(key, html)
    this.#keptLength += length(html)
    for (const [oldest, old] of this.#kept) {
      if (this.#keptLength <= limits.drawingsKept.most) return
      this.#kept.delete(oldest)
      this.#keptLength -= oldest.length + (old?.length ?? 0)
    }
  }
}
