import type { EngineClock } from '../ports.ts'

/** Beyond this a timer of Node's would fire at once. */
const longestMs = 2_147_483_647

/**
 * The clock of an engine that has a thread for itself. Tasks that want the next turn of the event loop get one each:
 * those that share a turn hold the thread for the sum of what each takes, and calls wait for that.
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

  /** Something else, a call say, has used the present turn: tasks let it pass, though never two in a row. */
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
    // Before the task: one that throws must not hold up the others.
    if (this.#tasks.length > 0) this.#arm()
    task?.()
  }
}
