import { parentPort } from 'node:worker_threads'
import { endOnRejection } from '../serve-calls.ts'
import { serveCalls } from '../serve-calls.ts'
import { ingestErrors } from './errors.ts'
import type { IngestCalls } from './register-reader.ts'
import { registerHere } from './register-reader.ts'

/** The program of a thread that reads one answer of `POST /register`. The thread that started it ends it. */
function main(): void {
  endOnRejection()
  const port = parentPort
  if (port === null) throw new Error('the ingest thread was not started as a thread')
  const reading = registerHere.open()
  serveCalls<IngestCalls>({
    port,
    errors: ingestErrors,
    handlers: {
      head: ({ status, headers, bytes }) => reading.head({ status, headers, body: '', bytes }),
      next: () => reading.next(),
    },
  })
}

main()
