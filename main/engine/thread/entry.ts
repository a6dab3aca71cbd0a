import type { Failure } from '#contract/base/failures.ts'
import { parentPort, workerData } from 'node:worker_threads'
import { Engine } from '../engine.ts'
import { endOnRejection, leaveNetworkOutOfReports } from '../workers/serve-calls.ts'
import { serveCalls } from '../workers/serve-calls.ts'
import { registerInWorker } from '../workers/ingest/worker-register-reader.ts'
import type { EngineOptions, EngineWorkerCalls, FromEngine, ToEngine } from './protocol.ts'
import { storeFailure } from '../values/failures.ts'
import { sortNamesBy } from '../values/name-order.ts'
import { FileKeyError, StoreError } from '../values/store-error.ts'
import { portTransport } from './port-transport.ts'
import { readerInWorker } from '../workers/reader/worker-reader.ts'
import { ThreadClock } from './thread-clock.ts'

function main(): void {
  endOnRejection()
  leaveNetworkOutOfReports()
  const port = parentPort
  if (port === null) throw new Error('the engine thread was not started as a thread')
  const options = workerData as EngineOptions // main/accounts/engine-host.ts passes these options
  sortNamesBy(options.language)
  const post = (message: FromEngine) => {
    port.postMessage(message)
  }
  const transport = portTransport(post)
  const clock = new ThreadClock()

  let engine: Engine
  try {
    engine = new Engine({
      transport: transport.transport,
      clock,
      random: { next: () => Math.random() },
      database: options.database,
      fileAccess: options.fileAccess,
      engineEpoch: options.engineEpoch,
      accountId: options.accountId,
      publish(update, to) {
        post({ type: 'update', to, text: JSON.stringify(update) })
      },
      status(status) {
        post({ type: 'status', status })
      },
      log(level, message) {
        post({ type: 'log', level, message })
      },
      keepAttachments(ids) {
        post({ type: 'keep_attachments', ids })
      },
      notify(notification) {
        post({ type: 'notify', notification })
      },
      withdraw(messageIds) {
        post({ type: 'withdraw', messageIds })
      },
      registerReader: registerInWorker(new URL(options.ingestFile)),
      reader: readerInWorker(
        new URL(options.readerFile),
        { database: options.database, key: options.fileAccess.key },
        (message) => {
          post({ type: 'log', level: 'warn', message })
        },
      ),
      restart() {
        // This ends only this thread, after posted messages have left.
        setImmediate(() => process.exit(1))
      },
    })
  } catch (error) {
    const failure: Failure =
      error instanceof StoreError || error instanceof FileKeyError ? storeFailure(error) : { code: 'ENGINE_START' }
    post({ type: 'fatal', failure, message: error instanceof Error ? error.message : String(error) })
    port.close()
    return
  }

  /** Logs a message that could not be handled; later messages are not affected. */
  const noteFailure = (error: unknown) => {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    post({ type: 'log', level: 'error', message: `a message of the host failed: ${text}` })
  }

  const handle = (message: ToEngine): void => {
    switch (message.type) {
      case 'signal':
        engine.signal(message.signal, message.reason)
        return
      case 'head':
      case 'chunk':
      case 'end':
      case 'progress':
      case 'failed':
        transport.receive(message)
        return
      case 'rate_limited':
        engine.rateLimit(message.until)
        return
      case 'quiet':
        engine.setQuiet(message.quiet)
        return
      case 'language':
        sortNamesBy(message.language)
        return
      case 'close':
        try {
          engine.close()
        } finally {
          post({ type: 'closed' })
          port.close()
        }
        return
    }
  }

  const answer = (name: keyof EngineWorkerCalls, sent: unknown) => {
    clock.takeTurn()
    // the typed helper in the main process makes it
    const { input, from } = sent as EngineWorkerCalls[typeof name]['input']
    return engine.call(name, input, from) // the helper pairs each name with its own input
  }

  serveCalls<EngineWorkerCalls, ToEngine>({ port, handlers: answer, onMessage: handle, onFailure: noteFailure })
  post({ type: 'ready' })
  engine.start()
}

main()
