/** Calls a task once after the next frame; a hidden window has no frames. */
export function afterFrame(task: () => void): void {
  if (document.hidden) setTimeout(task)
  else requestAnimationFrame(() => setTimeout(task))
}
