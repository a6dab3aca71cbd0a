/** Returns a function that runs `work` after `delayMs`; calls in the meantime share that run. */
export function throttle(work: () => void, delayMs: number): () => void {
  let isScheduled = false
  return () => {
    if (isScheduled) return
    isScheduled = true
    setTimeout(() => {
      isScheduled = false
      work()
    }, delayMs)
  }
}
