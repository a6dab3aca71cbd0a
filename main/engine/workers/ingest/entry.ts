import { parentPort } from 'node:worker_threads'
import { ApiError, MalformedAnswerError } from '../../api/errors.ts'
import { endOnRejection } from '../end-on-rejection.ts'
import { TransportError } from '../../ports.ts'
import type { FromIngest, ToIngest } from './protocol.ts'
import { registerHere } from './register-reader.ts'

/** The thread that reads one answer of register, and is ended by who started it. */
function main(): void {
  endOnRejection()
  const port = parentPort
  if (port === null) throw new Error('the ingest thread was not started as a thread')
  const post = (message: FromIngest) => {
    port.postMessage(message)
  }
  const reading = registerHere.open()
  const read = async ({ status, headers, bytes }: Extract<ToIngest, { type: 'read' }>) => {
    try {
      post({ type: 'head', head: await reading.head({ status, headers, body: '', bytes }) })
    } catch (error) {
      if (error instanceof ApiError) {
        const { code, message, retryAfterSeconds, details } = error
        post({ type: 'refused', code, status: error.status, message, retryAfterSeconds, details })
      } else if (error instanceof MalformedAnswerError) {
        post({ type: 'malformed', status: error.status, message: error.message, lacks: error.lacks })
      } else if (error instanceof TransportError) post({ type: 'away' })
      else throw error
    }
  }
  port.on('message', (message: ToIngest) => {
    switch (message.type) {
      case 'read':
        void read(message)
        return
      case 'next':
        void reading.next().then((batch) => {
          post({ type: 'batch', batch })
        })
        return
    }
  })
}

main()
