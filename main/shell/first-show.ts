import type { BrowserWindow } from 'electron'

/** A window is shown after this time even if no event has reported its first frame, milliseconds. */
export const showAtLatestMs = 2_000

/**
 * Shows a window once, at the first sign of its page. Under Wayland `ready-to-show` may never arrive, since a hidden
 * surface gets no frames there (electron/electron#48859); the program would then run without a window.
 */
export function showWhenReady(window: BrowserWindow): void {
  let isDone = false
  const show = () => {
    if (isDone) return
    isDone = true
    clearTimeout(timer)
    if (!window.isDestroyed()) window.show()
  }
  const timer = setTimeout(show, showAtLatestMs)
  window.once('ready-to-show', show)
  window.webContents.once('did-finish-load', show)
  window.once('closed', () => {
    isDone = true
    clearTimeout(timer)
  })
}
