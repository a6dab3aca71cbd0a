/** How long something held the event loop. */
export interface Held<T> {
  readonly result: T
  /**
   * Processor time of this thread in the longest turn of the event loop, milliseconds: what other processes of a busy
   * machine took is not in it.
   */
  readonly heldMs: number
}

/** Carries something out and measures each turn of the event loop meanwhile. */
export async function holding<T>(task: () => Promise<T>): Promise<Held<T>> {
  let heldMs = 0
  let isOver = false
  let before = process.threadCpuUsage()
  const turn = () => {
    const { user, system } = process.threadCpuUsage(before)
    heldMs = Math.max(heldMs, (user + system) / 1000)
    if (isOver) return
    before = process.threadCpuUsage()
    setImmediate(turn)
  }
  setImmediate(turn)
  try {
    const result = await task()
    // The turn in which it ended counts.
    await new Promise(setImmediate)
    return { result, heldMs }
  } finally {
    isOver = true
  }
}
