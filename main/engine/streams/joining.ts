import type { Result } from '#contract/base/failures.ts'
import { getStreamName, isSubscribed, subscribe, unsubscribe } from '../api/streams/subscriptions.ts'
import type { Core } from '../core/core.ts'
import { joinRefusal } from '../state/permissions/permissions.ts'
import type { StreamId } from '../values/ids.ts'
import { arrival, changeAtServer, isRefused, waitedFor } from './server-change.ts'

const done = { ok: true, value: null } as const

/**
 * The stream's current name at the server. The protocol identifies streams by name in these calls and would create one
 * for a former name.
 */
const presentName = (core: Core, streamId: StreamId) => getStreamName(core.api, streamId, waitedFor)

/** Subscribes the account to a stream. */
export async function joinStream(core: Core, streamId: StreamId, isOnline: boolean): Promise<Result<null>> {
  const { accountState, api } = core
  const stream = accountState.streams.get(streamId)
  if (stream === undefined) return { ok: false, error: { code: 'NO_STREAM' } }
  if (stream.is_subscribed === 1) return done
  const refusal = joinRefusal(stream, accountState.judge(core.ports.clock.now()))
  if (refusal === 'archived') return { ok: false, error: { code: 'STREAM_ARCHIVED', values: { act: 'change' } } }
  if (refusal !== null) return { ok: false, error: { code: 'STREAM_JOIN_REFUSED', values: { why: refusal } } }
  if (!isOnline) return { ok: false, error: { code: 'STREAM_OFFLINE', values: { act: 'join' } } }
  const result = await changeAtServer<null>({
    act: 'join',
    ask: async () =>
      (await subscribe(api, await presentName(core, streamId), waitedFor))
        ? done
        : { ok: false, error: { code: 'STREAM_JOIN_REFUSED', values: { why: 'server' } } },
    lookUp: async () => ((await isSubscribed(api, accountState.selfId, streamId, waitedFor)) ? done : null),
  })
  if (result.ok) await arrival(core, () => accountState.streams.get(streamId)?.is_subscribed === 1)
  return result
}

/** Ends the account's subscription to a stream. */
export async function leaveStream(core: Core, streamId: StreamId, isOnline: boolean): Promise<Result<null>> {
  const { accountState, api } = core
  const stream = accountState.streams.get(streamId)
  if (stream?.is_subscribed !== 1) return done
  if (stream.is_archived === 1) return { ok: false, error: { code: 'STREAM_ARCHIVED', values: { act: 'change' } } }
  if (!isOnline) return { ok: false, error: { code: 'STREAM_OFFLINE', values: { act: 'leave' } } }
  const result = await changeAtServer<null>({
    act: 'leave',
    ask: async () => {
      await unsubscribe(api, await presentName(core, streamId), waitedFor)
      return done
    },
    lookUp: async () => {
      try {
        return (await isSubscribed(api, accountState.selfId, streamId, waitedFor)) ? null : done
      } catch (error) {
        // A user who has left a private stream may not query it any more.
        if (isRefused(error)) return done
        throw error
      }
    },
  })
  if (result.ok) await arrival(core, () => accountState.streams.get(streamId)?.is_subscribed !== 1)
  return result
}
