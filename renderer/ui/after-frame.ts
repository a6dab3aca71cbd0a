/** Calls a task once after the next frame. In a hidden window, which has no frames, it is called soon. */
export function afterFrame(task: () => void): void {
  if (document.hidden) setTimeout(task)
  else requestAnimationFrame(() => setTimeout(task))
}

/** The longest wait for a moment in which the page has nothing else to do, in milliseconds. */
const mostWaitMs = 100

/**
 * Calls a task once when the next frame is shown and no other work, such as a key, is pending: for work without a
 * visible effect yet. In a hidden window, which has no frames, it is called soon.
 */
export function whenIdle(task: () => void): void {
  if (document.hidden) setTimeout(task)
  else requestAnimationFrame(() => requestIdleCallback(task, { timeout: mostWaitMs }))
}
