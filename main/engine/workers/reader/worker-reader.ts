import { WorkerCalls } from '../worker-calls.ts'
import { WorkerCallError } from '../worker-messages.ts'
import { noNames } from '../../store/names/find-names.ts'
import type { ReaderCalls, ReaderOptions, ReaderWarning } from './reader.ts'
import type { Reader } from './reader.ts'

/**
 * A call is given to two threads, because the first may end when idle just as it is called, or for a reason that does
 * not recur.
 */
const attempts = 2

/**
 * Returns a reader that runs in a thread, which starts on demand and ends after a while without calls. `warn`
 * receives sentences for the log.
 */
export function readerInWorker(file: string | URL, options: ReaderOptions, warn: (message: string) => void): Reader {
  const worker = new WorkerCalls<ReaderCalls, never, ReaderWarning>({
    file,
    name: 'reader',
    workerData: () => options,
    startsOnCall: true,
    attempts,
    isUnrefWhenIdle: true,
    onMessage(message) {
      warn(message.message)
    },
  })
  const searches = new Map<string, AbortController>()
  const drop = (owner: string) => {
    searches.get(owner)?.abort()
    searches.delete(owner)
  }
  return {
    async find(query, owner) {
      drop(owner)
      const search = new AbortController()
      searches.set(owner, search)
      try {
        return [...(await worker.call('find', query, { signal: search.signal }))]
      } catch (error) {
        if (isUnwanted(error)) return null
        throw error
      } finally {
        if (searches.get(owner) === search) searches.delete(owner)
      }
    },
    findNarrows: (query) => unlessUnwanted(worker.call('narrows', query), noNames),
    findGroups: (query) => unlessUnwanted(worker.call('groups', query), { isNear: false, ids: [] }),
    countMessages: () => unlessUnwanted(worker.call('counts', null), { direct: 0, streams: [] }),
    drop,
    checkpoint: () => unlessUnwanted(worker.call('checkpoint', null), 0),
    close() {
      void worker.close()
    },
  }
}

/** Returns the answer of a call, or another one if the call was cancelled or the worker closed. */
async function unlessUnwanted<Answer>(call: Promise<Answer>, instead: Answer): Promise<Answer> {
  try {
    return await call
  } catch (error) {
    if (isUnwanted(error)) return instead
    throw error
  }
}

function isUnwanted(error: unknown): boolean {
  return error instanceof WorkerCallError && (error.code === 'cancelled' || error.code === 'closed')
}
