import { Worker, type ResourceLimits } from 'node:worker_threads'
import type { Drawing, FromDrawingThread, Outcome, ToDrawingThread } from './drawing.ts'

export interface DrawingPoolOptions {
  /** The program of a thread. */
  readonly file: URL
  readonly threads: number
  /** So long the drawings of one text may take, in milliseconds. */
  readonly deadlineMs: number
  /** So long a text waits for a thread, in milliseconds. */
  readonly waitMs: number
}

/** What became of a drawing: what the thread made of it, that it took too long, or that no thread came to it. */
export type Drawn = Outcome | { readonly type: 'late' | 'untouched' }

interface Job {
  readonly ownerId: number
  readonly drawings: readonly Drawing[]
  readonly drawn: Drawn[]
  readonly resolve: (drawn: readonly Drawn[]) => void
  /** Ends the wait for a thread. */
  readonly giveUp: NodeJS.Timeout
}

/**
 * A thread that reaches its limit is ended by Node; but where one collection goes beyond it, the whole process is. So
 * collections are small, and the limit is more than the bounds of sources let a drawing take before its deadline.
 */
const memory: ResourceLimits = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 256 }

interface Thread {
  readonly worker: Worker
  isReady: boolean
  job: Job | undefined
  deadline: NodeJS.Timeout | undefined
  /** When it began with the drawing at hand, as the pool heard of it; milliseconds. */
  begunAt: number
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
        this.#finish(waiting)
      }, this.#options.waitMs)
      const waiting: Job = { ownerId, drawings, drawn, resolve, giveUp }
      this.#waiting.push(waiting)
      this.#next()
    })
  }

  close(): void {
    this.#isClosed = true
    for (const job of this.#waiting.splice(0)) this.#finish(job)
    for (const thread of this.#threads) this.#end(thread, { isAtFault: false })
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
    const { deadlineMs } = this.#options
    clearTimeout(job.giveUp)
    thread.job = job
    thread.begunAt = performance.now()
    thread.worker.ref()
    thread.deadline = setTimeout(() => {
      // The one at hand is at fault where the time went into it, not into those before it.
      this.#end(thread, { isAtFault: performance.now() - thread.begunAt >= deadlineMs / 2 })
      this.#next()
    }, deadlineMs)
    const message: ToDrawingThread = { drawings: job.drawings }
    thread.worker.postMessage(message)
  }

  #start(): void {
    let worker: Worker
    try {
      worker = new Worker(this.#options.file, { name: 'drawing', resourceLimits: memory })
    } catch {
      this.#giveUp()
      return
    }
    const thread: Thread = { worker, isReady: false, job: undefined, deadline: undefined, begunAt: 0 }
    this.#threads.add(thread)
    worker.unref()
    worker.on('message', (message: FromDrawingThread) => {
      this.#hear(thread, message)
    })
    // A thread that fails, for want of memory say, is replaced when the next text needs one.
    const gone = () => {
      if (!this.#threads.has(thread)) return
      this.#end(thread, { isAtFault: true })
      if (thread.isReady) this.#next()
      else this.#giveUp()
    }
    worker.on('error', gone)
    worker.on('exit', gone)
  }

  /** No thread can be started now: where there is none, nobody waits for one. The next text tries again. */
  #giveUp(): void {
    if (this.#threads.size > 0) return
    for (const job of this.#waiting.splice(0)) this.#finish(job)
  }

  #hear(thread: Thread, message: FromDrawingThread): void {
    if (message.type === 'ready') {
      thread.isReady = true
      this.#next()
      return
    }
    const { job } = thread
    if (job === undefined) return
    job.drawn[message.index] = message.outcome
    thread.begunAt = performance.now()
    if (message.index < job.drawings.length - 1) return
    clearTimeout(thread.deadline)
    thread.job = undefined
    thread.worker.unref()
    this.#finish(job)
    this.#next()
  }

  /** Ends a thread, with what it drew of a text; `isAtFault` says whether that is due to the drawing at hand. */
  #end(thread: Thread, { isAtFault }: { readonly isAtFault: boolean }): void {
    this.#threads.delete(thread)
    clearTimeout(thread.deadline)
    void thread.worker.terminate()
    const { job } = thread
    if (job === undefined) return
    thread.job = undefined
    const current = job.drawn.findIndex(({ type }) => type === 'untouched')
    if (current >= 0 && isAtFault) job.drawn[current] = { type: 'late' }
    this.#finish(job)
  }

  #finish(job: Job): void {
    clearTimeout(job.giveUp)
    job.resolve(job.drawn)
  }
}
