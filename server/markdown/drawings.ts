import { isLonger, limits } from '../base/limits.ts'
import { drawingKey, type Drawing } from './drawing/drawing.ts'
import { DrawingPool, type DrawingPoolOptions, type Drawn } from './drawing/drawing-pool.ts'
import { renderMarkdown, type Directory } from './render.ts'

const usualPool: DrawingPoolOptions = {
  // The program of the threads, which a bundle contains as a separate script.
  file: new URL(
    import.meta.url.endsWith('.ts') ? './drawing/drawing-thread.ts' : './drawing-thread.js',
    import.meta.url,
  ),
  threads: 2,
  deadlineMs: limits.drawingTime.most,
  waitMs: limits.drawingWait.most,
}
/** Matches every text with parts to draw. */
const marks = /`{3}|~{3}|\$\$|^(?: {4}|\t)(?:#!|::)/m

/** A cache of drawn parts. Rendering is synchronous: it uses prepared drawings, and shows the source of all others. */
export class Drawings {
  readonly #directory: () => Directory
  readonly #pool: DrawingPool
  /** HTML by key, the most recently used last; null if the source is shown. */
  readonly #kept = new Map<string, string | null>()
  #keptLength = 0
  readonly #underWay = new Map<string, Promise<void>>()
  #drawHere: ((drawing: Drawing) => string | null) | undefined

  /** @param directory is read when a text is prepared */
  constructor(directory: () => Directory, options: Partial<DrawingPoolOptions> = {}) {
    this.#directory = directory
    this.#pool = new DrawingPool({ ...usualPool, ...options })
  }

  /** The HTML of a drawing; undefined if it is not drawn. */
  drawn(drawing: Drawing): string | undefined {
    const key = drawingKey(drawing)
    if (!this.#kept.has(key) && this.#drawHere !== undefined) this.#keep(key, this.#drawHere(drawing))
    return this.#use(key) ?? undefined
  }

  /** Whether all parts of a text are drawn. */
  isPrepared(text: string): boolean {
    return this.#missing([text]).length === 0
  }

  /** Draws the parts of texts; call before the change that renders them. Never rejects. */
  async prepare(texts: string | readonly string[], writerId: number): Promise<void> {
    const missing = this.#missing([texts].flat())
    if (missing.length === 0) return
    // A running preparation of the same drawings is shared, for example of the organization's description.
    const name = [writerId, ...missing.map(drawingKey)].join('\0')
    const underWay =
      this.#underWay.get(name) ?? this.#draw(missing, writerId).finally(() => this.#underWay.delete(name))
    this.#underWay.set(name, underWay)
    await underWay
  }

  /** Runs `task`, which renders the server's own texts, and draws their parts synchronously. */
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

  async #draw(drawings: readonly Drawing[], writerId: number): Promise<void> {
    for (const [index, result] of (await this.#pool.draw(drawings, writerId)).entries()) {
      const drawing = drawings[index]
      if (drawing !== undefined) this.#keepResult(drawingKey(drawing), result)
    }
  }

  /** The missing drawings of texts. They are found by a rendering, so that they are exactly the required ones. */
  #missing(texts: readonly string[]): Drawing[] {
    const missing = new Map<string, Drawing>()
    const directory: Directory = {
      ...this.#directory(),
      drawn: (drawing) => {
        const key = drawingKey(drawing)
        if (this.#use(key) === undefined && missing.size < limits.drawings.most) missing.set(key, drawing)
        return undefined
      },
    }
    for (const text of texts) {
      if (isRendered(text) && marks.test(text)) renderMarkdown(text, directory)
    }
    return [...missing.values()]
  }

  /** Returns a cached value and marks it as recently used. */
  #use(key: string): string | null | undefined {
    const html = this.#kept.get(key)
    if (html === undefined) return undefined
    this.#kept.delete(key)
    this.#kept.set(key, html)
    return html
  }

  #keepResult(key: string, result: Drawn): void {
    switch (result.type) {
      case 'drawn':
        this.#keep(key, result.html)
        break
      case 'nothing':
      case 'late':
        // A drawing that timed out would time out again.
        this.#keep(key, null)
        break
      case 'skipped':
      case 'untouched':
    }
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

/** Whether a text can be rendered; the later change refuses other texts. */
function isRendered(text: string): boolean {
  return !isLonger(text.trimEnd(), limits.message.most) && !text.includes('\0')
}
