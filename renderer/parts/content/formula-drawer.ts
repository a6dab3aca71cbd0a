import { clientLimits } from '#shared/client-limits.ts'

/** A formula of a message. */
export interface Formula {
  /** The TeX source. */
  readonly source: string
  /** Whether the formula is in display mode rather than inline. */
  readonly isDisplay: boolean
}

/** A message to the worker: the formulas of one message. */
export interface ToFormulaWorker {
  readonly job: number
  readonly formulas: readonly Formula[]
}

/** A message from the worker: it has loaded KaTeX, or a formula is finished; `html` is null for invalid TeX. */
export type FromFormulaWorker =
  | { readonly type: 'ready' }
  | { readonly type: 'drawn'; readonly job: number; readonly index: number; readonly html: string | null }

/** The part of a Web Worker that the drawer uses. */
export type FormulaWorker = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>

interface Job {
  readonly id: number
  readonly formulas: readonly Formula[]
  /** The HTML by index: null if the source is shown, undefined while the formula is unfinished. */
  readonly drawn: (string | null | undefined)[]
  readonly resolve: () => void
}

const startMs = 30_000

/**
 * Draws formulas in a worker, one message after another. A worker that exceeds the deadline for a message is
 * terminated: finished formulas are kept, and the current one is not tried again.
 */
export class FormulaDrawer {
  readonly #start: () => FormulaWorker
  /** The cached HTML by formula, the least recently used first; null if the source is shown. */
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

  /** Returns the cached HTML of a formula; null if its source is shown, undefined if it is unknown. */
  known(formula: Formula): string | null | undefined {
    const key = keyOf(formula)
    const html = this.#kept.get(key)
    if (html === undefined) return undefined
    this.#kept.delete(key)
    this.#kept.set(key, html)
    return html
  }

  /** Returns the HTML of each formula of a message, null if its source is shown; never rejects. */
  async draw(formulas: readonly Formula[]): Promise<readonly (string | null)[]> {
    const drawn = new Map<string, string | null>()
    const missing = new Map<string, Formula>()
    for (const each of formulas) {
      const html = this.known(each)
      if (html === undefined) missing.set(keyOf(each), each)
      // The HTML is read now, since formulas that are drawn meanwhile may evict it.
      else drawn.set(keyOf(each), html)
    }
    if (missing.size > 0) {
      const results = await this.#drawn([...missing.values()])
      for (const [index, key] of [...missing.keys()].entries()) drawn.set(key, results[index] ?? null)
    }
    return formulas.map((each) => drawn.get(keyOf(each)) ?? null)
  }

  #drawn(formulas: readonly Formula[]): Promise<Job['drawn']> {
    return new Promise((resolve) => {
      const drawn: Job['drawn'] = formulas.map(() => undefined)
      const job: Job = { id: this.#nextId, formulas, drawn, resolve: () => resolve(drawn) }
      this.#nextId += 1
      this.#waiting.push(job)
      // The oldest job is dropped: the messages that were scrolled to last are on screen.
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
    // Callers may store more with a formula, such as its element, which cannot be posted.
    const formulas = job.formulas.map(({ source, isDisplay }) => ({ source, isDisplay }))
    const message: ToFormulaWorker = { job: job.id, formulas }
    worker.postMessage(message)
  }

  /** Starts a worker; returns null if that fails. */
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

  /**
   * Terminates the worker and starts another one for the waiting messages. They show their sources if the worker has
   * never become ready.
   */
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
    // Messages that wait together may request the same formula.
    this.#drop(key)
    this.#kept.set(key, html)
    this.#keptLength += key.length + (html?.length ?? 0)
    for (const oldest of this.#kept.keys()) {
      if (this.#keptLength <= clientLimits.formulasKept.most) return
      this.#drop(oldest)
    }
  }

  #drop(key: string): void {
    const html = this.#kept.get(key)
    if (html === undefined) return
    this.#kept.delete(key)
    this.#keptLength -= key.length + (html?.length ?? 0)
  }
}

function keyOf({ source, isDisplay }: Formula): string {
  return `${isDisplay ? 'display' : 'inline'} ${source}`
}
