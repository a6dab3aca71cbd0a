import { clientLimits } from '../../shared/client-limits.ts'

export interface Formula {
  /** TeX. */
  readonly source: string
  /** In a block of its own, not in a line. */
  readonly isDisplay: boolean
}

/** To the worker: the formulas of one message. */
export interface ToFormulaWorker {
  readonly job: number
  readonly formulas: readonly Formula[]
}

/** From the worker: it has loaded KaTeX, or one formula is done; `html` is null where it is none. */
export type FromFormulaWorker =
  | { readonly type: 'ready' }
  | { readonly type: 'drawn'; readonly job: number; readonly index: number; readonly html: string | null }

/** What the drawer needs of a Web Worker. */
export type FormulaWorker = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>

interface Job {
  readonly id: number
  readonly formulas: readonly Formula[]
  /** Undefined where the worker has not come to it. */
  readonly drawn: (string | null | undefined)[]
  readonly resolve: () => void
}

const startMs = 30_000

/**
 * Draws formulas in a worker, the messages one after another. A worker that takes longer than the deadline for one
 * message is ended: what was drawn until then counts, the formula that it was at is not tried again.
 */
export class FormulaDrawer {
  readonly #start: () => FormulaWorker
  /** HTML by formula, the last used at the end; null stands for what is shown as its source. */
  readonly #kept = new Map<string, string | null>()
  #keptLength = 0
  #worker: FormulaWorker | null = null
  #isReady = false
  #waiting: Job[] = []
  #current: Job | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #nextId = 1

  constructor(start: () => FormulaWorker) {
    this.#start = start
  }

  /** The HTML of a formula that was drawn before; null where its source is shown, undefined where it is not known. */
  known(formula: Formula): string | null | undefined {
    const key = keyOf(formula)
    const html = this.#kept.get(key)
    if (html === undefined) return undefined
    this.#kept.delete(key)
    this.#kept.set(key, html)
    return html
  }

  /** The HTML of each formula of a message, null where its source is shown; never rejects. */
  async draw(formulas: readonly Formula[]): Promise<readonly (string | null)[]> {
    const missing = [...new Map(formulas.map((each) => [keyOf(each), each])).values()].filter(
      (each) => this.known(each) === undefined,
    )
    const drawn = new Map<string, string | null>()
    if (missing.length > 0) {
      const results = await this.#drawn(missing)
      for (const [index, each] of missing.entries()) drawn.set(keyOf(each), results[index] ?? null)
    }
    return formulas.map((each) => drawn.get(keyOf(each)) ?? this.known(each) ?? null)
  }

  #drawn(formulas: readonly Formula[]): Promise<Job['drawn']> {
    return new Promise((resolve) => {
      const drawn: Job['drawn'] = formulas.map(() => undefined)
      const job: Job = { id: this.#nextId, formulas, drawn, resolve: () => resolve(drawn) }
      this.#nextId += 1
      this.#waiting.push(job)
      // The messages that were scrolled to last are the ones on screen.
      if (this.#waiting.length > clientLimits.formulasWaiting.most) this.#waiting.shift()?.resolve()
      this.#next()
    })
  }

  #next(): void {
    if (this.#current !== null || this.#waiting.length === 0) return
    const worker = this.#worker ?? this.#begin()
    if (worker === null || !this.#isReady) return
    const job = this.#waiting.shift()
    if (job === undefined) return
    this.#current = job
    this.#wait(clientLimits.formulaTime.most)
    // Whoever asks may keep more with a formula, such as its element, which cannot be posted.
    const formulas = job.formulas.map(({ source, isDisplay }) => ({ source, isDisplay }))
    const message: ToFormulaWorker = { job: job.id, formulas }
    worker.postMessage(message)
  }

  /** Starts a worker; null where there can be none. */
  #begin(): FormulaWorker | null {
    let worker: FormulaWorker
    try {
      worker = this.#start()
    } catch {
      this.#end()
      return null
    }
    this.#worker = worker
    worker.onmessage = ({ data }: MessageEvent<FromFormulaWorker>) => {
      if (this.#worker === worker) this.#hear(data)
    }
    worker.onerror = () => {
      if (this.#worker === worker) this.#end()
    }
    this.#wait(startMs)
    return worker
  }

  #wait(milliseconds: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#end()
    }, milliseconds)
  }

  #hear(message: FromFormulaWorker): void {
    if (message.type === 'ready') {
      clearTimeout(this.#timer)
      this.#isReady = true
      this.#next()
      return
    }
    const job = this.#current
    const formula = job?.formulas[message.index]
    if (job?.id !== message.job || formula === undefined) return
    const html = (message.html?.length ?? 0) > clientLimits.formulaOutput.most ? null : message.html
    job.drawn[message.index] = html
    this.#keep(formula, html)
    if (message.index < job.formulas.length - 1) return
    clearTimeout(this.#timer)
    this.#current = null
    job.resolve()
    this.#next()
  }

  /** Ends the worker; the next message gets another one. Where none can be started, the sources stay. */
  #end(): void {
    clearTimeout(this.#timer)
    const hadStarted = this.#isReady
    this.#worker?.terminate()
    this.#worker = null
    this.#isReady = false
    const job = this.#current
    this.#current = null
    if (job !== null) {
      const late = job.formulas[job.drawn.indexOf(undefined)]
      if (late !== undefined) this.#keep(late, null)
      job.resolve()
    }
    if (hadStarted) this.#next()
    else for (const waiting of this.#waiting.splice(0)) waiting.resolve()
  }

  #keep(formula: Formula, html: string | null): void {
    const key = keyOf(formula)
    this.#kept.set(key, html)
    this.#keptLength += key.length + (html?.length ?? 0)
    for (const [oldest, old] of this.#kept) {
      if (this.#keptLength <= clientLimits.formulasKept.most) return
      this.#kept.delete(oldest)
      this.#keptLength -= oldest.length + (old?.length ?? 0)
    }
  }
}

function keyOf({ source, isDisplay }: Formula): string {
  return `${isDisplay ? 'display' : 'inline'} ${source}`
}
