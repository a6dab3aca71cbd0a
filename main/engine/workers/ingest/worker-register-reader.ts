import { Worker } from 'node:worker_threads'
import { serverAway } from '../../api/answer.ts'
import { ApiError, MalformedAnswerError } from '../../api/errors.ts'
import { TransportError } from '../../ports.ts'
import type { FromIngest, ToIngest } from './protocol.ts'
import { registerHere, type RegisterReader } from './register-reader.ts'

/** So many batches are read ahead of the one that is being stored. */
const ahead = 2

/**
 * Reads each answer of register in a thread of its own, which ends with the reading; `file` is the thread's program. A
 * thread that has failed once is not tried again: then answers are read here, which takes longer and works.
 */
export function registerApart(file: string | URL): RegisterReader {
  let hasFailed = false
  /** The last thread was started for an answer that never came. */
  let wasInVain = false
  return {
    open() {
      if (hasFailed) return registerHere.open()
      let worker: Worker | undefined
      let hasRead = false
      const arrived: FromIngest[] = []
      const waiting: { resolve: (message: FromIngest) => void; reject: (error: Error) => void }[] = []
      let failure: TransportError | undefined
      let isClosed = false
      const fail = (reason: string) => {
        if (failure === undefined && !isClosed) hasFailed = true
        failure ??= new TransportError('broken', `The answer could not be read: ${reason}`, false)
        for (const { reject } of waiting.splice(0)) reject(failure)
      }
      const start = (): Worker => {
        const started = new Worker(file, { name: 'ingest' })
        started.on('message', (message: FromIngest) => {
          const next = waiting.shift()
          if (next === undefined) arrived.push(message)
          else next.resolve(message)
        })
        started.on('error', (error: Error) => {
          fail(error.message)
        })
        started.on('exit', () => {
          fail('its thread has ended.')
        })
        return started
      }
      // It takes a moment to start, in which the server answers; where it has not answered lately, it is not waited for.
      if (!wasInVain) worker = start()
      const receive = () =>
        new Promise<FromIngest>((resolve, reject) => {
          const message = arrived.shift()
          if (message !== undefined) resolve(message)
          else if (failure !== undefined) reject(failure)
          else waiting.push({ resolve, reject })
        })
      const post = (message: ToIngest, transfer: readonly ArrayBuffer[] = []) => {
        worker ??= start()
        worker.postMessage(message, [...transfer])
      }
      return {
        async head({ status, headers, body, bytes = [new TextEncoder().encode(body)] }) {
          hasRead = true
          post({ type: 'read', status, headers, bytes }, buffersOf(bytes))
          const message = await receive()
          switch (message.type) {
            case 'head':
              for (let wanted = 0; wanted < ahead; wanted += 1) post({ type: 'next' })
              return message.head
            case 'refused':
              throw new ApiError(
                message.code,
                message.status,
                message.message,
                message.retryAfterSeconds,
                message.details,
              )
            case 'malformed':
              throw new MalformedAnswerError(message.status, message.message, message.lacks)
            case 'away':
              throw serverAway()
            case 'batch':
              throw new TransportError('broken', 'The answer was read out of order.', false)
          }
        },
        async next() {
          post({ type: 'next' })
          const message = await receive()
          return message.type === 'batch' ? message.batch : null
        },
        close() {
          isClosed = true
          wasInVain = !hasRead
          void worker?.terminate()
        },
      }
    },
  }
}

/** The buffers that can be given away: those that hold nothing else. */
function buffersOf(bytes: readonly Uint8Array[]): ArrayBuffer[] {
  return bytes.flatMap(({ buffer, byteLength }) =>
    buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [],
  )
}
