import { dialog, type BrowserWindow } from 'electron'

export type FaultAnswer = 'again' | 'report' | 'quit'

const kept = 'Nothing that waits is lost, and what you were writing is kept as a draft.'
const reportIs =
  'A report is a text file that you choose a place for: version, system, what failed, and the last lines of the log, without messages, names, passwords or keys. Nothing is sent.'

/** The page is dead, so the desktop asks. A window that is hidden must not hide the question: it is nobody's. */
export async function askAfterFaults(sentence: string): Promise<FaultAnswer> {
  const answers = ['again', 'report', 'quit'] as const
  const { response } = await dialog.showMessageBox({
    type: 'error',
    title: 'Skein',
    message: sentence,
    detail: `${kept}\n\n${reportIs}`,
    buttons: ['Try again', 'Save report…', 'Quit'],
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
    message: 'The window of Skein does not answer.',
    detail: `It may be busy. Loading it anew takes a moment. ${kept}`,
    buttons: ['Wait', 'Load it anew'],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
    signal,
  })
  return response === 1 ? 'load' : 'wait'
}

/** Where no page can say what has become of a report. */
export async function tellOfReport(sentence: string): Promise<void> {
  await dialog.showMessageBox({ type: 'info', title: 'Skein', message: sentence, buttons: ['OK'], noLink: true })
}
