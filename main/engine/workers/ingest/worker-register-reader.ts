import type { RegisterBatch } from '../../state/registration.ts'
import { TransportError } from '../../ports.ts'
import { WorkerCalls } from '../worker-calls.ts'
import { WorkerCallError } from '../worker-messages.ts'
import { ingestErrors } from './errors.ts'
import type { IngestCalls } from './register-reader.ts'
import { registerHere, type RegisterReader } from './register-reader.ts'

/** The number of batches that are read ahead of the one being stored. */
const ahead = 2

/**
 * Reads each answer of `POST /register` in a worker that ends afterwards. `file` is the worker's program. After a
 * worker has failed, later answers are read in the calling thread, which blocks it for longer.
 */
export function registerInWorker(file: string | URL): RegisterReader {
  let hasFailed = false
  /** The last worker was started for an answer that never came. */
  let wasInVain = false
  return {
    open() {
      if (hasFailed) return registerHere.open()
      let isStarted = false
      let hasRead = false
      let isClosed = false
      const batches: Promise<RegisterBatch | null>[] = []
      const worker = new WorkerCalls<IngestCalls>({
        file,
        name: 'ingest',
        errors: ingestErrors,
        onEnd() {
          if (!isClosed) hasFailed = true
        },
      })
      const start = () => {
        if (!isStarted) worker.start()
        isStarted = true
      }
      // The worker starts while the request is in flight. If the last request had no answer, it is not started in
      // advance.
      if (!wasInVain) start()
      const ask = () => {
        const batch = worker.call('next', null)
        // The consumer of this batch handles the rejection, which must not count as unhandled until then.
        batch.catch(() => undefined)
        batches.push(batch)
      }
      const failed = (error: unknown) => {
        // Errors of the answer have other classes; a `WorkerCallError` is an error of the worker.
        if (!(error instanceof WorkerCallError)) return error
        if (!isClosed) hasFailed = true
        const reason = error.code === 'ended' && error.cause === undefined ? 'its thread has ended.' : error.message
        return new TransportError('broken', { code: 'ANSWER_UNREADABLE', values: { detail: reason } }, false)
      }
      return {
        async head({ status, headers, body, bytes = [new TextEncoder().encode(body)] }) {
          start()
          hasRead = true
          try {
            const head = await worker.call('head', { status, headers, bytes }, { transfer: buffersOf(bytes) })
            for (let wanted = 0; wanted < ahead; wanted += 1) ask()
            return head
          } catch (error) {
            throw failed(error)
          }
        },
        async next() {
          ask()
          try {
            return (await batches.shift()) ?? null
          } catch (error) {
            throw failed(error)
          }
        },
        close() {
          isClosed = true
          wasInVain = !hasRead
          void worker.close()
        },
      }
    },
  }
}

/** Returns the buffers that can be transferred, because they contain nothing else. */
function buffersOf(bytes: readonly Uint8Array[]): ArrayBuffer[] {
  return bytes.flatMap(({ buffer, byteLength }) =>
    buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [],
  )
}
