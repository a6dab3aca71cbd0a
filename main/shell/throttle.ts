/** Delays `work` by `delayMs`; calls in the meantime are served by the same run. */
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
