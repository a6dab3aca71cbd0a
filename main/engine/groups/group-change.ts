import type { Failure, Result } from '#contract/base/failures.ts'
import type { GroupAct } from '#contract/people/groups.ts'
import type { CallOptions } from '../api/client.ts'
import { getGroups } from '../api/groups.ts'
import { failureKind, isProvenUndelivered } from '../api/request-failures.ts'
import type { WireGroup } from '../api/resources/groups.ts'
import type { Core } from '../core/core.ts'
import { failureOfRefusal, failureOfRequest, isRefused, waitedFor } from '../streams/server-change.ts'

/** A change of groups that only the server can make. The server's groups decide what became of it. */
export interface GroupChange<T> {
  readonly act: GroupAct
  /** Requests the change. */
  readonly ask: (options: CallOptions) => Promise<void>
  /** Returns the result if the server's groups have the change; null if they do not. */
  readonly made: (groups: readonly WireGroup[]) => T | null
  /** Explains a refusal by the server's groups; null if they do not explain it. */
  readonly explain: (groups: readonly WireGroup[], error: unknown) => Failure | null
}

/**
 * Requests a change from the server. A refusal is explained by the server's groups, and so is an outcome without a
 * response; it is never guessed. Returns null for a change that the server has confirmed.
 */
export async function changeAtServer<T>(core: Core, change: GroupChange<T>): Promise<Result<T | null>> {
  const { act, ask, made, explain } = change
  const offline: Failure = { code: 'GROUP_OFFLINE', values: { act } }
  try {
    await ask(waitedFor)
    return { ok: true, value: null }
  } catch (error) {
    if (isProvenUndelivered(error)) return failed(failureOfRequest(error, offline))
    if (isRefused(error)) {
      const groups = await groupsAtServer(core)
      return failed(
        (groups === null ? null : explain(groups, error)) ??
          failureOfRefusal(error, { code: 'GROUP_REFUSED', values: { act } }),
      )
    }
    const groups = await groupsAtServer(core)
    if (groups === null) return failed({ code: 'GROUP_OUTCOME_UNKNOWN', values: { act } })
    const value = made(groups)
    return value === null ? failed(failureOfRequest(error, offline)) : { ok: true, value }
  }
}

async function groupsAtServer({ api, ports }: Core): Promise<WireGroup[] | null> {
  try {
    return await getGroups(api, waitedFor)
  } catch (error) {
    ports.log('info', `the groups at the server are unknown: ${failureKind(error).kind}`)
    return null
  }
}

function failed(error: Failure): { readonly ok: false; readonly error: Failure } {
  return { ok: false, error }
}
