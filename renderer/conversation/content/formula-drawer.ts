import { clientLimits } from '#shared/client-limits.ts'

export interface Formula {
  /** TeX. */
  readonly source: string
  /** Display mode, not inline. */
  readonly isDisplay: boolean
}

/** A message to the worker: the formulas of one message. */
export interface ToFormulaWorker {
  readonly job: number
  readonly formulas: readonly Formula[]
}

/** A message from the worker: it has loaded KaTeX, or one formula is finished; `html` is null for an invalid one. */
export type FromFormulaWorker =
  | { readonly type: 'ready' }
  | { readonly type: 'drawn'; readonly job: number; readonly index: number; readonly html: string | null }

/** The part of a Web Worker that the drawer uses. */
export type FormulaWorker = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>

interface Job {
  readonly id: number
  readonly formulas: readonly Formula[]
  /** Undefined for unfinished formulas. */
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
  /** HTML by formula, the most recently used last; null if the source is shown. */
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

  /** The cached HTML of a formula; null if its source is shown, undefined if it is unknown. */
  known(formula: Formula): string | null | undefined {
    const key = keyOf(formula)
    const html = this.#kept.get(key)
    if (html === undefined) return undefined
    this.#kept.delete(key)
    this.#kept.set(key, html)
    return html
  }

  /** The HTML of each formula of a message, null if its source is shown; never rejects. */
  async draw(formulas: readonly Formula[]): Promise<readonly (string | null)[]> {
    const drawn = new Map<string, string | null>()
    const missing = new Map<string, Formula>()
    for (const each of formulas) {
      const html = this.known(each)
      if (html === undefined) missing.set(keyOf(each), each)
      // Taken now: what is drawn meanwhile may displace it.
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
      // The most recently scrolled messages are those on screen.
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

  /** Starts a worker; null if that fails. */
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

  /** Terminates the worker; the next message starts another one. If none can be started, sources are shown. */
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
    // Messages that waited together may have asked for the same formula.
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
