import type { Core } from '../../core/core.ts'
import { failureKind } from '../../api/request-failures.ts'

/** Milliseconds after the response in which the event of a change may come; a change without an effect has no event. */
const longestWaitMs = 2_000

/**
 * Waits until events have reported a change that the server has made. Earlier events in flight may contain the previous
 * state, so the row stays in the outbox and its overlay is shown (M4).
 * @param isConfirmed whether the server state has the change
 * @returns whether it has; if not, the request changed nothing or its event is late
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
 * Sends a request that the server refuses without a specific code if the state is the wanted one already (muting a
 * muted user). If events report the wanted state, an earlier attempt or another device was faster, and the refusal is
 * ignored.
 * @throws the errors of the request
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
