/** How long a task may hold the engine: half of the 8 ms of design.md §3, since a call may wait beside it. */
const taskMs = 4
const shortestMs = 1
/** How much the last task counts against those before. */
const weight = 0.3

/**
 * How long a transaction may take in rows before it has to commit: what a commit costs beyond that depends on the disk
 * and on what was written, so it is learnt from the transactions before.
 */
export class SliceLimit {
  #milliseconds = taskMs / 2

  get milliseconds(): number {
    return this.#milliseconds
  }

  /** A task ran: so long within the transaction, and so long with its commit and all that followed from it. */
  note(inner: number, whole: number): void {
    if (whole <= 0 || inner <= 0) return
    const wanted = Math.min(taskMs, Math.max(shortestMs, (taskMs * inner) / whole))
    this.#milliseconds += weight * (wanted - this.#milliseconds)
  }
}
