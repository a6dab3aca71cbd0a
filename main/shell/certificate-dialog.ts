import { dialog, type BrowserWindow, type Certificate } from 'electron'
import { words } from '../../words/words.ts'

/** Asks which certificate a server gets to see; undefined where none of them is to be shown. */
export async function chooseCertificate(
  window: BrowserWindow | null,
  origin: string,
  offered: readonly Certificate[],
): Promise<Certificate | undefined> {
  const options = {
    type: 'question' as const,
    message: words.dialogs.certificateWanted(new URL(origin).host),
    detail: words.dialogs.certificateDetail,
    buttons: [...offered.map(certificateLabel), words.dialogs.certificateNone],
    cancelId: offered.length,
    noLink: true,
  }
  const { response } = await (window === null ? dialog.showMessageBox(options) : dialog.showMessageBox(window, options))
  return offered[response]
}

/** What a person tells a certificate by. */
function certificateLabel({ subjectName, issuerName, validExpiry }: Certificate): string {
  return words.dialogs.certificateLabel({
    subject: subjectName,
    issuer: issuerName,
    until: new Date(validExpiry * 1000).toISOString().slice(0, 10),
  })
}
