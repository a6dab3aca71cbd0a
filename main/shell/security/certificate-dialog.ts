import { app, dialog, type BrowserWindow, type Certificate } from 'electron'
import { catalogue } from '#i18n/catalogue.ts'
import type { LogLevel } from '#engine/ports.ts'
import type { ClientCertificates } from '#network/client-certificates.ts'

/** Asks the user which certificate a server gets; undefined for none. */
export async function chooseCertificate(
  window: BrowserWindow | null,
  origin: string,
  offered: readonly Certificate[],
): Promise<Certificate | undefined> {
  const options = {
    type: 'question' as const,
    message: catalogue.dialogs.certificateWanted(new URL(origin).host),
    detail: catalogue.dialogs.certificateDetail,
    buttons: [...offered.map(certificateLabel), catalogue.dialogs.certificateNone],
    cancelId: offered.length,
    noLink: true,
  }
  const { response } = await (window === null ? dialog.showMessageBox(options) : dialog.showMessageBox(window, options))
  return offered[response]
}

/** The label of a certificate in the dialog: subject, issuer and expiry. */
function certificateLabel({ subjectName, issuerName, validExpiry }: Certificate): string {
  return catalogue.dialogs.certificateLabel({
    subject: subjectName,
    issuer: issuerName,
    until: new Date(validExpiry * 1000).toISOString().slice(0, 10),
  })
}

/** Answers the requests for client certificates of every session. */
export function answerCertificateRequests(
  certificates: ClientCertificates,
  log: (level: LogLevel, message: string) => void,
): void {
  app.on('select-client-certificate', (event, _contents, asker, fitting, answer) => {
    // Electron's default is the first fitting certificate, for any server that requests one.
    event.preventDefault()
    certificates.select(asker, fitting, Date.now()).then(answer, (error: unknown) => {
      log('error', `no certificate was chosen: ${String(error)}`)
      answer()
    })
  })
}
