import type { Core } from '../../core.ts'
import { failureKind } from '../../sync/request-failures.ts'

/** Milliseconds that the event of a change may come after its answer; a change that changed nothing has no event. */
const longestWaitMs = 2_000

/**
 * Waits until events have reported a change that the server has made. Earlier events still in flight may contain the
 * previous state: while the row is in the outbox, its overlay is shown (M4).
 * @param isConfirmed whether the base shows the change
 * @returns whether it does; if not, the request changed nothing, or its event is late
 */
export async function waitForConfirmation(core: Core, isConfirmed: () => boolean): Promise<boolean> {
  if (isConfirmed()) return true
  return new Promise((resolve) => {
    const finish = (hasConfirmation: boolean) => {
      stopListening()
      cancel()
      resolve(hasConfirmation)
    }
    const stopListening = core.onCommit('the event of an action', () => {
      if (isConfirmed()) finish(true)
    })
    const cancel = core.ports.clock.schedule(longestWaitMs, () => {
      finish(false)
    })
  })
}

/**
 * Sends a request that the service refuses without a specific code if the state is already the wanted one (muting a
 * muted user). The state reported by events decides: if it is the wanted one, an earlier try or another device was
 * faster.
 */
export async function skipIfConfirmed(
  core: Core,
  isConfirmed: () => boolean,
  request: () => Promise<unknown>,
): Promise<void> {
  try {
    await request()
  } catch (error) {
    if (failureKind(error).kind !== 'refused' || !(await waitForConfirmation(core, isConfirmed))) throw error
  }
}
