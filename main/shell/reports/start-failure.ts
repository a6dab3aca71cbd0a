import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { app, dialog } from 'electron'
import { catalogue, sentenceOf } from '#i18n/catalogue.ts'
import { FailureError } from '#engine/values/failures.ts'
import { openLog, redact } from './log.ts'

/** The text about a failed start. `logFile` is null if the log could not be written. */
export function startFailureText(error: unknown, logFile: string | null): string {
  const reason = redact(
    error instanceof FailureError ? sentenceOf(error.failure) : error instanceof Error ? error.message : String(error),
  )
  return catalogue.dialogs.startFailedDetail(reason, logFile)
}

/** Reports a failed start in the log, on the terminal and in a dialog, then ends the program. */
export function failToStart(error: unknown): void {
  const details = error instanceof Error ? (error.stack ?? error.message) : String(error)
  process.stderr.write(`skein: ${redact(details)}\n`)
  dialog.showErrorBox(catalogue.dialogs.startFailed, startFailureText(error, noteInLog(details)))
  app.exit(1)
}

function noteInLog(details: string): string | null {
  try {
    const folder = join(app.getPath('userData'), 'logs')
    openLog(folder)('error', `the start failed: ${details}`)
    const file = join(folder, 'skein.log')
    // electron-log does not throw if it cannot write.
    return existsSync(file) ? file : null
  } catch {
    return null
  }
}
