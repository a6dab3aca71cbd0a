import type { Core } from './core.ts'
import type { ReadCore } from './read-core.ts'

/** Makes a handle on the core that can only read. */
export function readingOf(core: Core): ReadCore {
  const { ports, accountState, reader, movedTopics } = core
  return {
    ports,
    accountState,
    reader,
    movedTopics,
    store: core.store.reading,
    get capabilities() {
      return core.capabilities
    },
    get rateLimitedUntil() {
      return core.rateLimitedUntil
    },
    get draftRevision() {
      return core.draftRevision
    },
    onCommit: (what, work) => core.onCommit(what, work),
    isolate: (what, work) => {
      core.isolate(what, work)
    },
    runInBackground: (what, work) => {
      core.runInBackground(what, work)
    },
    noteFailure: (what, error) => {
      core.noteFailure(what, error)
    },
  }
}
