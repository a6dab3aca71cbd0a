import type { Result } from '#contract/base/failures.ts'
import type { AddedPeople } from '#contract/streams.ts'
import { clientLimits } from '#shared/client-limits.ts'
import {
  getStreamName,
  getSubscribers,
  isSubscribed,
  subscribeOthers,
  unsubscribeOther,
} from '../api/streams/subscriptions.ts'
import type { Core } from '../core/core.ts'
import { mayAddSubscribers } from '../state/permissions/permissions.ts'
import type { StreamId, UserId } from '../values/ids.ts'
import { changeAtServer, isRefused, waitedFor } from './server-change.ts'

/** The people of one request, or of several for one person each. */
interface Added {
  readonly already: readonly UserId[]
  readonly refused: readonly UserId[]
}

/** Subscribes other people to a stream; needs the server. A repeated call changes nothing. */
export async function addPeople(
  core: Core,
  streamId: StreamId,
  wanted: readonly UserId[],
  isOnline: boolean,
): Promise<Result<AddedPeople>> {
  const { accountState, api } = core
  const userIds = [...new Set(wanted)]
  const stream = accountState.streams.get(streamId)
  if (stream === undefined) return { ok: false, error: { code: 'NO_STREAM' } }
  if (stream.is_archived === 1) return { ok: false, error: { code: 'STREAM_ARCHIVED', values: { act: 'change' } } }
  if (!mayAddSubscribers(stream, accountState.judge(core.ports.clock.now()))) {
    return { ok: false, error: { code: 'STREAM_ADDING_REFUSED' } }
  }
  if (!isOnline) return { ok: false, error: { code: 'STREAM_OFFLINE', values: { act: 'add' } } }
  const result = await changeAtServer<Added>({
    act: 'add',
    ask: async () => {
      const name = await getStreamName(api, streamId, waitedFor)
      const added = await addAll(core, name, userIds)
      return added === null ? { ok: false, error: { code: 'STREAM_ADDING_REFUSED' } } : { ok: true, value: added }
    },
    lookUp: async () => {
      const reading = new Set(await getSubscribers(api, streamId, waitedFor))
      return userIds.every((id) => reading.has(id)) ? { ok: true, value: { already: [], refused: [] } } : null
    },
  })
  if (!result.ok) return result
  const { already, refused } = result.value
  const rest = new Set([...already, ...refused])
  const people = (ids: readonly UserId[]) => ids.map((id) => ({ id, name: accountState.person(id).name }))
  const added = userIds.filter((id) => !rest.has(id))
  return { ok: true, value: { added: people(added), already: people(already), refused: people(refused) } }
}

/**
 * Adds people in one request. One whom the server does not let in refuses all, so a few people are then added one by
 * one. Returns null if the account may not add anyone.
 * @throws ApiError if the server refuses many people
 */
async function addAll(core: Core, name: string, userIds: readonly UserId[]): Promise<Added | null> {
  try {
    return await addTogether(core, name, userIds)
  } catch (error) {
    if (!isRefused(error) || userIds.length > clientLimits.addedSingly.most) throw error
    return userIds.length === 1 ? { already: [], refused: userIds } : addSingly(core, name, userIds)
  }
}

async function addSingly(core: Core, name: string, userIds: readonly UserId[]): Promise<Added | null> {
  const already: UserId[] = []
  const refused: UserId[] = []
  for (const id of userIds) {
    const added = await addAll(core, name, [id])
    if (added === null) return null
    already.push(...added.already)
    refused.push(...added.refused)
  }
  return { already, refused }
}

async function addTogether(
  { accountState, api }: Core,
  name: string,
  userIds: readonly UserId[],
): Promise<Added | null> {
  const already = await subscribeOthers(api, name, userIds, waitedFor)
  if (already === null) return null
  const had = (id: UserId) => already.has(String(id)) || already.has(accountState.people.get(id)?.api_email ?? '')
  return { already: userIds.filter(had), refused: [] }
}

/** Ends the subscription of another person to a stream; needs the server. A repeated call changes nothing. */
export async function removePerson(
  core: Core,
  streamId: StreamId,
  userId: UserId,
  isOnline: boolean,
): Promise<Result<null>> {
  const { accountState, api } = core
  const done = { ok: true, value: null } as const
  const stream = accountState.streams.get(streamId)
  if (stream === undefined) return { ok: false, error: { code: 'NO_STREAM' } }
  if (stream.is_archived === 1) return { ok: false, error: { code: 'STREAM_ARCHIVED', values: { act: 'change' } } }
  if (!isOnline) return { ok: false, error: { code: 'STREAM_OFFLINE', values: { act: 'remove' } } }
  return changeAtServer<null>({
    act: 'remove',
    ask: async () => {
      await unsubscribeOther(api, await getStreamName(api, streamId, waitedFor), userId, waitedFor)
      return done
    },
    lookUp: async () => ((await isSubscribed(api, userId, streamId, waitedFor)) ? null : done),
  })
}
