import type { EngineClock } from '../ports.ts'

/** Node fires a timer with a longer delay at once. */
const longestMs = 2_147_483_647

/**
 * The clock of an engine that has a thread for itself. Each task that wants the next turn of the event loop gets a
 * separate turn: tasks that share one would block the thread for the sum of their times, and calls would wait for
 * that.
 */
export class ThreadClock implements EngineClock {
  readonly #tasks: (() => void)[] = []
  #isArmed = false
  #isTaken = false
  #hasPassed = false

  now(): number {
    return Date.now()
  }

  elapsed(): number {
    return performance.now()
  }

  schedule(delayMs: number, task: () => void): () => void {
    if (delayMs <= 0) return this.#scheduleSoon(task)
    const timer = setTimeout(task, Math.min(delayMs, longestMs))
    return () => {
      clearTimeout(timer)
    }
  }

  /**
   * Records that other work, such as a call, has used the current turn. Tasks then skip one turn, but never two in a
   * row.
   */
  takeTurn(): void {
    this.#isTaken = true
  }

  #scheduleSoon(task: () => void): () => void {
    this.#tasks.push(task)
    this.#arm()
    return () => {
      const index = this.#tasks.indexOf(task)
      if (index !== -1) this.#tasks.splice(index, 1)
    }
  }

  #arm(): void {
    if (this.#isArmed) return
    this.#isArmed = true
    setImmediate(() => {
      this.#isArmed = false
      this.#turn()
    })
  }

  #turn(): void {
    const isTaken = this.#isTaken && !this.#hasPassed
    this.#isTaken = false
    this.#hasPassed = isTaken
    const task = isTaken ? undefined : this.#tasks.shift()
    // The next turn is armed before the task, because a task that throws must not delay the others.
    if (this.#tasks.length > 0) this.#arm()
    task?.()
  }
}
