import { WorkerCalls } from '../worker-calls.ts'
import { WorkerCallError } from '../worker-messages.ts'
import { noNames } from '../../store/names/find-names.ts'
import type { ReaderCalls, ReaderOptions, ReaderWarning } from './protocol.ts'
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
export function readerInWorker(file: string | URL, database: string, warn: (message: string) => void): Reader {
  const options: ReaderOptions = { database }
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
  const drop = (asker: string) => {
    searches.get(asker)?.abort()
    searches.delete(asker)
  }
  return {
    async find(question, asker) {
      drop(asker)
      const search = new AbortController()
      searches.set(asker, search)
      try {
        return [...(await worker.call('find', question, { signal: search.signal }))]
      } catch (error) {
        if (isUnwanted(error)) return null
        throw error
      } finally {
        if (searches.get(asker) === search) searches.delete(asker)
      }
    },
    findPlaces: (question) => unlessUnwanted(worker.call('places', question), noNames),
    findGroups: (question) => unlessUnwanted(worker.call('groups', question), { isNear: false, ids: [] }),
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
