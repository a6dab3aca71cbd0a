/**
 * The longest task takes half of the 8 ms that a task of the engine may take, because a call may run in the same
 * turn.
 */
const taskMs = 4
const shortestMs = 1
/** The weight of the last task in the moving average. */
const weight = 0.3

/**
 * The time that a transaction may spend on rows before it must commit. The cost of the commit depends on the disk and
 * on the written pages, so that it is estimated from earlier transactions.
 */
export class SliceLimit {
  #milliseconds = taskMs / 2

  get milliseconds(): number {
    return this.#milliseconds
  }

  /** Records a task: the time inside the transaction, and the whole time with the commit and its consequences. */
  note(inner: number, whole: number): void {
    if (whole <= 0 || inner <= 0) return
    const wanted = Math.min(taskMs, Math.max(shortestMs, (taskMs * inner) / whole))
    this.#milliseconds += weight * (wanted - this.#milliseconds)
  }
}
