import { Worker } from 'node:worker_threads'
import type { MessageRow } from '../../store/messages.ts'
import type { FromReader, ReaderOptions, ToReader } from './protocol.ts'
import type { Reader } from './reader.ts'

type Task = Exclude<ToReader, { type: 'drop' }>
type Answer = Exclude<FromReader, { type: 'warning' }>

interface Waiting {
  readonly task: Task
  readonly asker: string | null
  /** A task is given to another thread once, where its own has ended. */
  isSecond: boolean
  readonly settle: (answer: Answer | null) => void
}

/** Reads in a thread that is started when it is needed and ends when nobody has asked for a while; `warn` is for the log. */
export function readerApart(file: string | URL, database: string, warn: (message: string) => void): Reader {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | null = null
  let nextId = 1
  let isClosed = false

  const post = (message: ToReader) => {
    worker ??= start()
    worker.ref()
    worker.postMessage(message)
  }
  const start = (): Worker => {
    const options: ReaderOptions = { database }
    const started = new Worker(file, { workerData: options, name: 'reader' })
    let reason = 'the thread has ended'
    started.on('message', (message: FromReader) => {
      if (message.type === 'warning') {
        warn(message.message)
        return
      }
      waiting.get(message.id)?.settle(message)
      waiting.delete(message.id)
      // An answer is waited for; a thread that nobody asks keeps no process alive.
      if (waiting.size === 0) started.unref()
    })
    started.on('error', (error: Error) => {
      reason = error.message
    })
    started.on('exit', () => {
      if (worker === started) worker = null
      for (const [id, entry] of [...waiting]) {
        if (isClosed || entry.isSecond) {
          waiting.delete(id)
          entry.settle(isClosed ? null : { type: 'failed', id, message: reason })
        } else {
          // It ended because it was idle, just when it was asked; or of something that may not come twice.
          entry.isSecond = true
          post(entry.task)
        }
      }
    })
    return started
  }
  const ask = (task: Task, asker: string | null): Promise<Answer | null> => {
    if (isClosed) return Promise.resolve(null)
    return new Promise((resolve) => {
      waiting.set(task.id, { task, asker, isSecond: false, settle: resolve })
      post(task)
    })
  }
  const drop = (asker: string) => {
    for (const [id, entry] of [...waiting]) {
      if (entry.asker !== asker) continue
      waiting.delete(id)
      entry.settle(null)
      post({ type: 'drop', id })
    }
  }
  const newId = () => {
    nextId += 1
    return nextId
  }
  return {
    async find(question, asker): Promise<MessageRow[] | null> {
      drop(asker)
      const answer = await ask({ type: 'find', id: newId(), question }, asker)
      if (answer === null) return null
      if (answer.type === 'found') return [...answer.rows]
      throw new Error(answer.type === 'failed' ? answer.message : 'the reader answered something else')
    },
    drop,
    async checkpoint() {
      const answer = await ask({ type: 'checkpoint', id: newId() }, null)
      if (answer === null) return 0
      if (answer.type === 'checkpointed') return answer.pagesLeft
      throw new Error(answer.type === 'failed' ? answer.message : 'the reader answered something else')
    },
    close() {
      isClosed = true
      if (worker !== null) void worker.terminate()
      for (const { settle } of waiting.values()) settle(null)
      waiting.clear()
    },
  }
}
