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
    onCommit: (label, work) => core.onCommit(label, work),
    isolate: (label, work) => {
      core.isolate(label, work)
    },
    runInBackground: (label, work) => {
      core.runInBackground(label, work)
    },
    noteFailure: (label, error) => {
      core.noteFailure(label, error)
    },
  }
}
