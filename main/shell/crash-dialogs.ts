import { dialog, type BrowserWindow } from 'electron'
import { words } from '../../words/words.ts'

export type FaultAnswer = 'again' | 'report' | 'quit'

/** The page is dead, so the desktop asks. A window that is hidden must not hide the question: it is nobody's. */
export async function askAfterFaults(sentence: string): Promise<FaultAnswer> {
  const answers = ['again', 'report', 'quit'] as const
  const { response } = await dialog.showMessageBox({
    type: 'error',
    title: 'Skein',
    message: sentence,
    detail: words.dialogs.windowFaultDetail,
    buttons: [words.dialogs.tryAgain, words.dialogs.saveReport, words.dialogs.quit],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  })
  return answers[response] ?? 'again'
}

/** The page does not answer. `signal` takes the question back, once it does; macOS needs a window for that. */
export async function askAboutHang(window: BrowserWindow, signal: AbortSignal): Promise<'wait' | 'load'> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    title: 'Skein',
    message: words.dialogs.windowSilent,
    detail: words.dialogs.windowSilentDetail,
    buttons: [words.dialogs.wait, words.dialogs.loadAgain],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
    signal,
  })
  return response === 1 ? 'load' : 'wait'
}

/** Where no page can say what has become of a report. */
export async function tellOfReport(sentence: string): Promise<void> {
  await dialog.showMessageBox({
    type: 'info',
    title: 'Skein',
    message: sentence,
    buttons: [words.dialogs.ok],
    noLink: true,
  })
}
