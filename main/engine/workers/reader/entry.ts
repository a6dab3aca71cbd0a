import { parentPort, workerData } from 'node:worker_threads'
import { endOnRejection } from '../end-on-rejection.ts'
import type { MessageRow } from '../../store/messages.ts'
import { openSecondConnection } from '../../store/second-connection.ts'
import type { FromReader, ReaderOptions, ToReader } from './protocol.ts'

/** A thread that nobody asks for so long ends; the next question starts another one. */
const idleMs = 60_000

/** The thread that searches the account's file and empties its log: one task after the other, the oldest first. */
function main(): void {
  endOnRejection()
  const port = parentPort
  if (port === null) throw new Error('the reader thread was not started as a thread')
  const { database } = workerData as ReaderOptions // given by worker-reader.ts
  const post = (message: FromReader) => {
    port.postMessage(message)
  }
  const connection = openSecondConnection(database, {
    elapsed: () => performance.now(),
    log: (message) => {
      post({ type: 'warning', message })
    },
  })
  const waiting: ToReader[] = []
  let current: number | null = null
  let isDropped = false

  /** Between the parts of a search it is heard whether anybody still wants it. */
  const breathe = () => new Promise<void>((resolve) => setImmediate(resolve))

  const find = async ({ id, question }: Extract<ToReader, { type: 'find' }>) => {
    const rows: MessageRow[] = []
    for (const part of connection.find(question)) {
      rows.push(...part)
      await breathe()
      if (isDropped) return
    }
    post({ type: 'found', id, rows })
  }

  const work = async () => {
    for (let task = waiting.shift(); task !== undefined; task = waiting.shift()) {
      current = task.id
      isDropped = false
      try {
        if (task.type === 'find') await find(task)
        else if (task.type === 'checkpoint') {
          post({ type: 'checkpointed', id: task.id, pagesLeft: connection.checkpoint() })
        }
      } catch (error) {
        post({ type: 'failed', id: task.id, message: error instanceof Error ? error.message : String(error) })
      }
    }
    current = null
  }

  const end = () => {
    connection.close()
    port.close()
  }
  let idle = setTimeout(end, idleMs)
  port.on('message', (message: ToReader) => {
    clearTimeout(idle)
    idle = setTimeout(end, idleMs)
    if (message.type === 'drop') {
      const index = waiting.findIndex((task) => task.id === message.id)
      if (index >= 0) waiting.splice(index, 1)
      else if (message.id === current) isDropped = true
      return
    }
    waiting.push(message)
    if (current === null) void work()
  })
}

main()
