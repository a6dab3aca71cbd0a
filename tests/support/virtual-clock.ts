import type { EngineClock } from '#engine/ports.ts'
import type { Clock } from '#server/base/ports.ts'

interface Timer {
  readonly at: number
  readonly order: number
  readonly task: () => void
}

/** Virtual time for the server and the engines of one test: it advances only when the test advances it. */
export class VirtualClock implements Clock, EngineClock {
  #now: number
  #order = 0
  readonly #timers = new Set<Timer>()

  constructor(start = Date.UTC(2026, 10, 20, 9)) {
    this.#now = start
  }

  now(): number {
    return this.#now
  }

  elapsed(): number {
    return this.#now
  }

  schedule(delayMs: number, task: () => void): () => void {
    const timer = { at: this.#now + Math.max(0, delayMs), order: this.#order, task }
    this.#order += 1
    this.#timers.add(timer)
    return () => {
      this.#timers.delete(timer)
    }
  }

  /** A view of this clock that counts the timers set through it. */
  part(): ClockPart {
    return new ClockPart(this)
  }

  /** Advances time by `milliseconds`; timers run in order, each followed by the work that it starts. */
  async advance(milliseconds: number): Promise<void> {
    const end = this.#now + milliseconds
    for (;;) {
      await turns()
      const next = this.#next(end)
      if (next === undefined) break
      this.#timers.delete(next)
      this.#now = Math.max(this.#now, next.at)
      next.task()
    }
    this.#now = end
  }

  /**
   * Lets time pass at once, as while a machine sleeps: a timer that is due meanwhile runs once, at the end. A month of
   * minutes takes seconds with `advance`.
   */
  async sleep(milliseconds: number): Promise<void> {
    this.#now += milliseconds
    await this.advance(0)
  }

  /** Advances time until `condition` holds. @throws after `limitMs` of virtual time */
  async until(what: string, condition: () => boolean, limitMs = 120_000): Promise<void> {
    const end = this.#now + limitMs
    for (;;) {
      await turns()
      if (condition()) return
      const next = this.#next(end)
      if (next === undefined) throw new Error(`never happened: ${what}`)
      this.#timers.delete(next)
      this.#now = Math.max(this.#now, next.at)
      next.task()
    }
  }

  #next(end: number): Timer | undefined {
    let first: Timer | undefined
    for (const timer of this.#timers) {
      if (timer.at > end) continue
      if (first === undefined || timer.at < first.at || (timer.at === first.at && timer.order < first.order)) {
        first = timer
      }
    }
    return first
  }
}

/** A view of a virtual clock that counts the timers set through it. */
export class ClockPart implements Clock, EngineClock {
  readonly #clock: VirtualClock
  readonly #timers = new Set<object>()

  constructor(clock: VirtualClock) {
    this.#clock = clock
  }

  now(): number {
    return this.#clock.now()
  }

  elapsed(): number {
    return this.#clock.elapsed()
  }

  /** The number of timers that have neither run nor been cancelled. */
  get timers(): number {
    return this.#timers.size
  }

  schedule(delayMs: number, task: () => void): () => void {
    const timer = {}
    this.#timers.add(timer)
    const cancel = this.#clock.schedule(delayMs, () => {
      this.#timers.delete(timer)
      task()
    })
    return () => {
      this.#timers.delete(timer)
      cancel()
    }
  }
}

/** Runs everything that is ready: in-process requests take a few turns of the event loop. */
function turns(): Promise<void> {
  return new Promise((resolve) => {
    let left = 12
    const turn = () => {
      left -= 1
      if (left > 0) setImmediate(turn)
      else resolve()
    }
    setImmediate(turn)
  })
}
