import { dialog, type BrowserWindow } from 'electron'
import { catalogue } from '#i18n/catalogue.ts'

export type FaultAnswer = 'again' | 'report' | 'quit'

/**
 * Asks, after the page's process has ended, how to continue. The dialog has no parent, since the window may be hidden.
 */
export async function askAfterFaults(sentence: string): Promise<FaultAnswer> {
  const answers = ['again', 'report', 'quit'] as const
  const { response } = await dialog.showMessageBox({
    type: 'error',
    title: 'Skein',
    message: sentence,
    detail: catalogue.dialogs.windowFaultDetail,
    buttons: [catalogue.dialogs.tryAgain, catalogue.dialogs.saveReport, catalogue.dialogs.quit],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  })
  return answers[response] ?? 'again'
}

/**
 * Asks how to treat an unresponsive page. `signal` closes the dialog when the page responds, for which macOS needs a
 * parent window.
 */
export async function askAboutHang(window: BrowserWindow, signal: AbortSignal): Promise<'wait' | 'load'> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    title: 'Skein',
    message: catalogue.dialogs.windowSilent,
    detail: catalogue.dialogs.windowSilentDetail,
    buttons: [catalogue.dialogs.wait, catalogue.dialogs.loadAgain],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
    signal,
  })
  return response === 1 ? 'load' : 'wait'
}

/** Shows the outcome of a report in a dialog, when no page can show it. */
export async function notifyOfReport(sentence: string): Promise<void> {
  await dialog.showMessageBox({
    type: 'info',
    title: 'Skein',
    message: sentence,
    buttons: [catalogue.dialogs.ok],
    noLink: true,
  })
}
