import { parentPort } from 'node:worker_threads'
import { endOnRejection, serveCalls } from '#engine/workers/serve-calls.ts'
import { speak } from '#i18n/catalogue.ts'
import { catalogueOf } from '#i18n/languages.ts'
import type { ExportProgress } from '#contract/message-exports.ts'
import { exportErrors, type CopyOutcome, type ExportCalls, type FromExport, type ToExport } from './protocol.ts'
import { runExport } from './run.ts'

/** Progress of one kind is reported at most this often, in milliseconds. */
const progressEveryMs = 200

/** The program of the thread that writes one export. It only reads the account's file. */
function main(): void {
  endOnRejection()
  const port = parentPort
  if (port === null) throw new Error('the export thread was not started as a thread')
  const post = (message: FromExport) => {
    port.postMessage(message)
  }

  /** The files that main is copying. */
  const copying = new Map<number, (outcome: CopyOutcome) => void>()
  let lastId = 0
  const copyFile = (path: string, target: string) =>
    new Promise<CopyOutcome>((resolve) => {
      lastId += 1
      copying.set(lastId, resolve)
      post({ type: 'copy', id: lastId, path, target })
    })

  let reportedAt = -Infinity
  let reportedKind = ''
  const onProgress = (progress: ExportProgress) => {
    const now = performance.now()
    if (progress.kind === reportedKind && now - reportedAt < progressEveryMs) return
    reportedAt = now
    reportedKind = progress.kind
    post({ type: 'progress', progress })
  }

  const breathe = () => new Promise<void>((resolve) => setImmediate(resolve))
  serveCalls<ExportCalls, ToExport>({
    port,
    errors: exportErrors,
    handlers: {
      run(request, signal) {
        speak(catalogueOf(request.language))
        return runExport(request, { copyFile, onProgress, breathe }, signal)
      },
    },
    onMessage({ id, outcome }) {
      copying.get(id)?.(outcome)
      copying.delete(id)
    },
  })
}

main()
