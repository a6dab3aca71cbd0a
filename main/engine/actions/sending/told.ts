import type { Core } from '../../core.ts'
import { failureKind } from '../../sync/failures.ts'

/** Milliseconds that the event of a change may come after its answer; a change that changed nothing has no event. */
const longestWaitMs = 2_000

/**
 * Waits until events have told of a change that the server has carried out. Events that are still under way may tell of
 * the state before it: while the row stands in the outbox, its overlay is what is shown (M4).
 * @param isTold whether the base shows the change
 * @returns whether it does; if not, the change changed nothing, or its event is late
 */
export async function untilTold(core: Core, isTold: () => boolean): Promise<boolean> {
  if (isTold()) return true
  return new Promise((resolve) => {
    const finish = (hasTold: boolean) => {
      stopListening()
      cancel()
      resolve(hasTold)
    }
    const stopListening = core.onCommit('the event of an action', () => {
      if (isTold()) finish(true)
    })
    const cancel = core.ports.clock.schedule(longestWaitMs, () => {
      finish(false)
    })
  })
}

/**
 * Sends a request that the service refuses without a code of its own where the state is as wanted already (muting who is
 * muted). The state that events have told decides: where it is as wanted, an earlier try or another device was faster (C11).
 */
export async function unlessTold(core: Core, isTold: () => boolean, request: () => Promise<unknown>): Promise<void> {
  try {
    await request()
  } catch (error) {
    if (failureKind(error).kind !== 'refused' || !(await untilTold(core, isTold))) throw error
  }
}
