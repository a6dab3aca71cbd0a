/** Calls a task once after the next frame; a hidden window has no frames. */
export function afterFrame(task: () => void): void {
  if (document.hidden) setTimeout(task)
  else requestAnimationFrame(() => setTimeout(task))
}

/** The longest wait for a moment in which the page has nothing else to do, in milliseconds. */
const mostWaitMs = 100

/**
 * Calls a task once when the next frame is shown and nothing else waits, such as a key: for work that nobody sees yet. A
 * hidden window has no frames.
 */
export function whenIdle(task: () => void): void {
  if (document.hidden) setTimeout(task)
  else requestAnimationFrame(() => requestIdleCallback(task, { timeout: mostWaitMs }))
}
