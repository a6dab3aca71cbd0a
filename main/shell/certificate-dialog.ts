import { dialog, type BrowserWindow, type Certificate } from 'electron'
import { certificateLabel } from '../network/client-certificates.ts'

/** Asks which certificate a server gets to see; undefined where none of them is to be shown. */
export async function chooseCertificate(
  window: BrowserWindow | null,
  origin: string,
  offered: readonly Certificate[],
): Promise<Certificate | undefined> {
  const options = {
    type: 'question' as const,
    message: `${new URL(origin).host} wants to see a certificate of yours.`,
    detail: 'It proves to the server who you are. Skein asks again when it is started next.',
    buttons: [...offered.map(certificateLabel), 'None of these'],
    cancelId: offered.length,
    noLink: true,
  }
  const { response } = await (window === null ? dialog.showMessageBox(options) : dialog.showMessageBox(window, options))
  return offered[response]
}
