import type { Result } from '#contract/base/failures.ts'
import type { CommonStream } from '#contract/people/profiles.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { unreachable } from '../api/request-failures.ts'
import { commonStreamIds } from '../api/streams/subscriptions.ts'
import type { Core } from '../core/core.ts'
import { privacyOf } from '../state/directory/directory.ts'
import type { UserId } from '../values/ids.ts'
import { compareNames } from '../values/name-order.ts'

/** The streams to which the user and another person are subscribed, by name. Only the server knows them. */
export async function commonStreams(core: Core, userId: UserId): Promise<Result<readonly CommonStream[]>> {
  try {
    const ids = await commonStreamIds(core.api, userId, { priority: 'foreground' })
    const streams = ids.flatMap((id) => core.accountState.streams.get(id) ?? [])
    const value = streams
      .filter((stream) => stream.is_subscribed === 1)
      .sort((a, b) => compareNames(a.name, b.name))
      .slice(0, clientLimits.commonStreams.most)
      .map((stream): CommonStream => ({
        streamId: stream.id,
        name: stream.name,
        color: stream.color,
        privacy: privacyOf(stream),
      }))
    return { ok: true, value }
  } catch (error) {
    return { ok: false, error: unreachable(error, 'common_streams') }
  }
}
