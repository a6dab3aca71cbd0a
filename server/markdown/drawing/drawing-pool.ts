import { Worker, type ResourceLimits } from 'node:worker_threads'
import type { Drawing, FromDrawingThread, Outcome, ToDrawingThread } from './drawing.ts'

export interface DrawingPoolOptions {
  /** The script of a thread. */
  readonly file: URL
  readonly threads: number
  /** The time limit for the drawings of one text, in milliseconds. */
  readonly deadlineMs: number
  /** Maximum time to wait for a thread, in milliseconds. */
  readonly waitMs: number
}

/** The outcome of a drawing: the thread's result, a timeout, or that no thread was available. */
export type Drawn = Outcome | { readonly type: 'late' | 'untouched' }

interface Job {
  readonly ownerId: number
  readonly drawings: readonly Drawing[]
  readonly drawn: Drawn[]
  readonly resolve: (drawn: readonly Drawn[]) => void
  /** The timeout of the wait for a thread. */
  readonly giveUp: NodeJS.Timeout
}

/**
 * Node ends a thread that reaches its heap limit, but the whole process if one garbage collection exceeds the limit. So
 * collections are small, and the limit exceeds the memory that a drawing can allocate before its deadline.
 */
const memory: ResourceLimits = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 256 }

interface Thread {
  readonly worker: Worker
  isReady: boolean
  job: Job | undefined
  deadline: NodeJS.Timeout | undefined
  /** The start of the current drawing in milliseconds, as observed by the pool. */
  begunAt: number
}

/**
 * Worker threads that draw parts of texts. Each draws one text at a time and is terminated after the deadline; finished
 * drawings are kept. A user has at most one thread, so that no user blocks the others.
 */
export class DrawingPool {
  readonly #options: DrawingPoolOptions
  readonly #threads = new Set<Thread>()
  #waiting: Job[] = []
  #isClosed = false

  constructor(options: DrawingPoolOptions) {
    this.#options = options
  }

  /** The drawings of one text, in order; never rejects. */
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

  /** Assigns free threads to waiting texts, and starts threads for the others. */
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
      // The current drawing caused the timeout only if it took at least half of the time.
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
    // A failed thread, for example out of memory, is replaced when the next text needs one.
    const gone = () => {
      if (!this.#threads.has(thread)) return
      this.#end(thread, { isAtFault: true })
      if (thread.isReady) this.#next()
      else this.#giveUp()
    }
    worker.on('error', gone)
    worker.on('exit', gone)
  }

  /** If no thread is running or can be started, waiting texts give up. The next text tries again. */
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

  /**
   * Terminates a thread and keeps its finished drawings.
   * @param isAtFault whether the current drawing is the cause
   */
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
