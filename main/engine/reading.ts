import type { Core } from './core.ts'
import type { ReadCore } from './read-core.ts'

/** A handle on the core that can only read. */
export function readingOf(core: Core): ReadCore {
  const { ports, world, reader, movedTopics } = core
  return {
    ports,
    world,
    reader,
    movedTopics,
    store: core.store.reading,
    get capabilities() {
      return core.capabilities
    },
    get heldUntil() {
      return core.heldUntil
    },
    get draftRevision() {
      return core.draftRevision
    },
    onCommit: (what, work) => core.onCommit(what, work),
    wall: (what, work) => {
      core.wall(what, work)
    },
    apart: (what, work) => {
      core.apart(what, work)
    },
    noteFailure: (what, error) => {
      core.noteFailure(what, error)
    },
  }
}
