import { parentPort, workerData } from 'node:worker_threads'
import type { MessageRow } from '../../store/message-row.ts'
import { openSecondConnection } from '../../store/file/second-connection.ts'
import { endOnRejection } from '../end-on-rejection.ts'
import { serveCalls } from '../serve-calls.ts'
import type { ReaderCalls, ReaderOptions, ReaderWarning } from './protocol.ts'

/** The thread ends after this time without a call; the next call starts another one. */
const idleMs = 60_000
/** Names are forgotten after this time without a search for them; checkpoints may keep the thread. */
const namesKeptMs = 60_000
/** Who types waits longer than this from key to key. */
const quietMs = 50
/** Between two parts of that work, which is of no hurry: the page needs the processor too. */
const pauseMs = 5

/** The thread that searches the account's file and checkpoints its log: one task after the other, the oldest first. */
function main(): void {
  endOnRejection()
  const port = parentPort
  if (port === null) throw new Error('the reader thread was not started as a thread')
  const { database } = workerData as ReaderOptions // given by worker-reader.ts
  const connection = openSecondConnection(database, {
    elapsed: () => performance.now(),
    log: (message) => {
      port.postMessage({ type: 'warning', message } satisfies ReaderWarning)
    },
  })

  let forgetting: NodeJS.Timeout | undefined
  let preparing: NodeJS.Timeout | undefined
  function withNames<Answer>(find: () => Answer): Answer {
    clearTimeout(forgetting)
    forgetting = setTimeout(() => {
      clearTimeout(preparing)
      connection.freeNames()
    }, namesKeptMs).unref()
    return find()
  }

  /**
   * Works while nobody asks: who opened the field types next; and who typed a letter may write a name wrongly next, where
   * half a second is too long a wait.
   */
  function prepare(afterMs: number, isTyping: boolean): void {
    clearTimeout(preparing)
    preparing = setTimeout(() => {
      try {
        if (connection.rehearse() || (isTyping && connection.prepareNear())) prepare(pauseMs, isTyping)
      } catch {
        // A file that cannot be read is reported by the question that needs it.
      }
    }, afterMs).unref()
  }

  /** Lets messages of the port in: between two parts of a search a cancellation is received. */
  const breathe = () => new Promise<void>((resolve) => setImmediate(resolve))

  serveCalls<ReaderCalls>({
    port,
    isSerial: true,
    handlers: {
      async find(question, signal) {
        const rows: MessageRow[] = []
        for (const part of connection.find(question)) {
          rows.push(...part)
          await breathe()
          if (signal.aborted) break
        }
        return rows
      },
      places(question) {
        const isTyping = question.text !== ''
        prepare(isTyping ? quietMs : pauseMs, isTyping)
        return withNames(() => connection.findPlaces(question))
      },
      groups: (question) => withNames(() => connection.findGroups(question)),
      checkpoint: () => connection.checkpoint(),
    },
    idle: {
      afterMs: idleMs,
      onIdle() {
        clearTimeout(preparing)
        connection.close()
        port.close()
      },
    },
  })
}

main()
