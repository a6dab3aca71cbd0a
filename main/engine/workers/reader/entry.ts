import { parentPort, workerData } from 'node:worker_threads'
import type { MessageRow } from '../../store/message-row.ts'
import { openSecondConnection } from '../../store/file/second-connection.ts'
import { endOnRejection, leaveNetworkOutOfReports } from '../serve-calls.ts'
import { serveCalls } from '../serve-calls.ts'
import type { ReaderCalls, ReaderOptions, ReaderWarning } from './reader.ts'

/** The thread ends after this time without a call; the next call starts another one. */
const idleMs = 60_000
/** Names are freed after this time without a search for them; checkpoints may keep the thread alive for longer. */
const namesKeptMs = 60_000
/** Pauses between key presses are usually longer than this. */
const quietMs = 50
/** The pause between two parts of the preparation, which is not urgent: the page needs the processor too. */
const pauseMs = 5

/**
 * The program of the thread that searches the account's file and checkpoints its log, one task after the other, the
 * oldest first.
 */
function main(): void {
  endOnRejection()
  leaveNetworkOutOfReports()
  const port = parentPort
  if (port === null) throw new Error('the reader thread was not started as a thread')
  const { database, key } = workerData as ReaderOptions // worker-reader.ts passes these options
  const slow = {
    elapsed: () => performance.now(),
    log: (message: string) => {
      port.postMessage({ type: 'warning', message } satisfies ReaderWarning)
    },
  }
  const connection = openSecondConnection(database, slow, key)

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
   * Prepares later searches while no call runs. A user who opened the field types next. A user who types may misspell
   * a name next, and the search for near names would take half a second without preparation.
   */
  function prepare(afterMs: number, isTyping: boolean): void {
    clearTimeout(preparing)
    preparing = setTimeout(() => {
      try {
        if (connection.rehearse() || (isTyping && connection.prepareNear())) prepare(pauseMs, isTyping)
      } catch {
        // The query that needs an unreadable file reports it.
      }
    }, afterMs).unref()
  }

  /** Lets the port deliver messages, so that a cancellation arrives between two parts of a search. */
  const breathe = () => new Promise<void>((resolve) => setImmediate(resolve))

  serveCalls<ReaderCalls>({
    port,
    isSerial: true,
    handlers: {
      async find(query, signal) {
        const rows: MessageRow[] = []
        for (const part of connection.find(query)) {
          rows.push(...part)
          await breathe()
          if (signal.aborted) break
        }
        return rows
      },
      narrows(query) {
        const isTyping = query.text !== ''
        prepare(isTyping ? quietMs : pauseMs, isTyping)
        return withNames(() => connection.findNarrows(query))
      },
      groups: (query) => withNames(() => connection.findGroups(query)),
      counts: () => connection.countMessages(),
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
