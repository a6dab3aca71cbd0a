import type { BrowserWindow } from 'electron'

/** A window that nothing has reported painted is shown after this. */
export const showAtLatestMs = 2_000

/**
 * Shows a window once, at the first sign of its page. Under Wayland `ready-to-show` may never come: a surface that is not
 * shown gets no frames there (electron/electron#48859), and then the program would run without a window.
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
