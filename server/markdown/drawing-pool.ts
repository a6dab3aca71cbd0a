import { Worker } from 'node:worker_threads'
import type { Drawing, FromDrawingThread, ToDrawingThread } from './drawing.ts'

export interface DrawingPoolOptions {
  /** The program of a thread. */
  readonly file: URL
  readonly threads: number
  /** So long the drawings of one text may take, in milliseconds. */
  readonly deadlineMs: number
  /** So long a text waits for a thread, in milliseconds. */
  readonly waitMs: number
}

/**
 * What became of a drawing: its HTML, that nothing can be drawn, that it took too long, or that no thread came to it.
 */
export type Drawn =
  { readonly type: 'drawn'; readonly html: string } | { readonly type: 'nothing' | 'late' | 'untouched' }

interface Job {
  readonly ownerId: number
  readonly drawings: readonly Drawing[]
  readonly drawn: Drawn[]
  readonly resolve: (drawn: readonly Drawn[]) => void
  /** Ends the wait for a thread. */
  readonly giveUp: NodeJS.Timeout
}

interface Thread {
  readonly worker: Worker
  isReady: boolean
  job: Job | undefined
  deadline: NodeJS.Timeout | undefined
}

/**
 * Threads that draw parts of texts. Each takes one text at a time and is ended where that takes longer than the
 * deadline; what was drawn until then counts. One writer has one thread at most, so that nobody keeps the others waiting.
 */
export class DrawingPool {
  readonly #options: DrawingPoolOptions
  readonly #threads = new Set<Thread>()
  #waiting: Job[] = []
  #isClosed = false

  constructor(options: DrawingPoolOptions) {
    this.#options = options
  }

  /** The drawings of one text, in their order; never rejects. */
  draw(drawings: readonly Drawing[], ownerId: number): Promise<readonly Drawn[]> {
    return new Promise((resolve) => {
      const drawn: Drawn[] = drawings.map(() => ({ type: 'untouched' }))
      if (this.#isClosed || drawings.length === 0) {
        resolve(drawn)
        return
      }
      const giveUp = setTimeout(() => {
        this.#waiting = this.#waiting.filter((job) => job !== waiting)
        resolve(drawn)
      }, this.#options.waitMs)
      const waiting: Job = { ownerId, drawings, drawn, resolve, giveUp }
      this.#waiting.push(waiting)
      this.#next()
    })
  }

  close(): void {
    this.#isClosed = true
    for (const job of this.#waiting.splice(0)) this.#finish(job)
    for (const thread of this.#threads) this.#end(thread)
  }

  /** Gives threads that are free to those who wait, and starts threads for the others. */
  #next(): void {
    for (;;) {
      const busy = new Set([...this.#threads].map(({ job }) => job?.ownerId))
      const job = this.#waiting.find(({ ownerId }) => !busy.has(ownerId))
      if (job === undefined) return
      const free = [...this.#threads].find((thread) => thread.isReady && thread.job === undefined)
      if (free === undefined) {
        const isStarting = [...this.#threads].some((thread) => !thread.isReady)
        if (!isStarting && this.#threads.size < this.#options.threads) this.#start()
        return
      }
      this.#waiting = this.#waiting.filter((other) => other !== job)
      this.#give(free, job)
    }
  }

  #give(thread: Thread, job: Job): void {
    clearTimeout(job.giveUp)
    thread.job = job
    thread.worker.ref()
    thread.deadline = setTimeout(() => {
      this.#end(thread)
      this.#next()
    }, this.#options.deadlineMs)
    const message: ToDrawingThread = { drawings: job.drawings }
    thread.worker.postMessage(message)
  }

  #start(): void {
    const worker = new Worker(this.#options.file, { name: 'drawing', resourceLimits: { maxOldGenerationSizeMb: 128 } })
    const thread: Thread = { worker, isReady: false, job: undefined, deadline: undefined }
    this.#threads.add(thread)
    worker.unref()
    worker.on('message', (message: FromDrawingThread) => {
      this.#hear(thread, message)
    })
    // A thread that fails, for want of memory say, is replaced when the next text needs one.
    const gone = () => {
      if (!this.#threads.has(thread)) return
      this.#end(thread)
      this.#next()
    }
    worker.on('error', gone)
    worker.on('exit', gone)
  }

  #hear(thread: Thread, message: FromDrawingThread): void {
    if (message.type === 'ready') {
      thread.isReady = true
      this.#next()
      return
    }
    const { job } = thread
    if (job === undefined) return
    job.drawn[message.index] = message.html === null ? { type: 'nothing' } : { type: 'drawn', html: message.html }
    if (message.index < job.drawings.length - 1) return
    clearTimeout(thread.deadline)
    thread.job = undefined
    thread.worker.unref()
    this.#finish(job)
    this.#next()
  }

  #end(thread: Thread): void {
    this.#threads.delete(thread)
    clearTimeout(thread.deadline)
    void thread.worker.terminate()
    const { job } = thread
    if (job === undefined) return
    thread.job = undefined
    const current = job.drawn.findIndex(({ type }) => type === 'untouched')
    if (current >= 0 && !this.#isClosed) job.drawn[current] = { type: 'late' }
    this.#finish(job)
  }

  #finish(job: Job): void {
    clearTimeout(job.giveUp)
    job.resolve(job.drawn)
  }
}
