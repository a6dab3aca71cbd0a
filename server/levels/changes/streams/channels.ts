import { canSeeStream, whoSeesStream } from '../../../streams/access.ts'
import type { ServerContext } from '../../../context/context.ts'
import { pathInteger } from '../../../http/endpoint.ts'
import { badRequest } from '../../../base/errors.ts'
import { requireAdministrator } from '../../../people/permissions.ts'
import { shownName, streamObject, subscriptionObject } from '../../../streams/stream-objects.ts'
import type { StreamRow } from '../../../store/streams.ts'
import { eventOf, objects, type CallRewrite, type Fields, type LevelChange, type Scene } from '../../change.ts'
import { postPolicyOf, readGroup, streamGroup, superset } from '../../group-settings.ts'
import { streamSettings, type GroupSetting } from '../../group-setting-table.ts'
import { systemGroups } from '../../../store/people/groups.ts'

/** `can_send_message_group` replaced `stream_post_policy`, which is still sent as its nearest superset. */
const postingSetting: GroupSetting = {
  name: 'can_send_message_group',
  usual: systemGroups.everyone,
  allowsEveryone: true,
}

const postingGroup = {
  event(event: Fields & { readonly type: string }, { context }: Scene) {
    if (event.type !== 'stream' || event.op !== 'update' || event.property !== 'stream_post_policy')
      return [eventOf(event)]
    const row = context.tables.streams.get(Number(event.stream_id))
    if (row === undefined) return [eventOf(event)]
    const value = streamGroup(context, row, postingSetting.name)
    return [eventOf({ ...event, property: postingSetting.name, value }), eventOf(event)]
  },
  calls: {
    'PATCH /streams/:stream_id': (async (call, next, { context }) => {
      for (const old of ['stream_post_policy', 'is_announcement_only']) call.parameters.disown(old)
      const text = call.parameters.take(postingSetting.name)
      const row = context.tables.streams.get(pathInteger(call, 'stream_id'))
      if (text === undefined || row === undefined || call.user === undefined) return next()
      requireAdministrator(call.user)
      const value = readGroup(context, postingSetting, text, streamGroup(context, row, postingSetting.name))
      const groups = [
        systemGroups.administrators,
        systemGroups.moderators,
        systemGroups.fullMembers,
        systemGroups.everyone,
      ]
      const policy = postPolicyOf(value) ?? postPolicyOf(superset(context, value, groups)) ?? 1
      const before = context.levelSettings?.get(String(row.id), postingSetting.name)
      const store = (group: unknown) => {
        context.write(() => context.levelSettings?.set(String(row.id), postingSetting.name, group ?? null))
      }
      store(value)
      call.parameters.set('stream_post_policy', String(policy))
      try {
        return await next()
      } catch (error) {
        store(before)
        throw error
      }
    }) satisfies CallRewrite,
    'POST /users/me/subscriptions': (async (call, next, { context }) => {
      for (const old of ['stream_post_policy', 'is_announcement_only']) call.parameters.disown(old)
      const text = call.parameters.take(postingSetting.name)
      if (text === undefined) return next()
      const value = readGroup(context, postingSetting, text, undefined)
      const policy = postPolicyOf(value)
      if (policy === undefined) throw badRequest(`'${postingSetting.name}' must be a system group for a new channel.`)
      call.parameters.set('stream_post_policy', String(policy))
      return next()
    }) satisfies CallRewrite,
  },
}

/** Streams, which the family calls channels from these levels on (newer-servers.md §3, §4). */
export const channels: readonly LevelChange[] = [
  {
    level: 254,
    what: 'streams name their creator',
    // The server does not store a stream's creator; null means unknown in the family.
    rewrite: { forms: { stream: (stream) => ({ ...stream, creator_id: null }) } },
  },
  {
    level: 256,
    what: 'a stream whose first message is another by now says so',
    rewrite: {
      calls: Object.fromEntries(
        ['DELETE /messages/:message_id', 'PATCH /messages/:message_id', 'POST /streams/:stream_id/delete_topic'].map(
          (name) => [name, tellsFirstMessages],
        ),
      ),
    },
  },
  {
    level: 315,
    what: 'streams say whether they are archived; with archived_channels archived ones are told too',
    rewrite: {
      forms: { stream: (stream, scene) => ({ ...stream, is_archived: rowOf(scene, stream)?.is_archived === 1 }) },
      register: (state, scene) => withArchived(state, scene, ['subscriptions', 'unsubscribed']),
    },
  },
  {
    level: 330,
    what: 'default streams are told by id',
    rewrite: {
      register: (state) =>
        'realm_default_streams' in state
          ? { ...state, realm_default_streams: ids(state.realm_default_streams) }
          : state,
      event: (event) => [
        event.type === 'default_streams' ? eventOf({ ...event, default_streams: ids(event.default_streams) }) : event,
      ],
    },
  },
  ...streamSettings.map((given): LevelChange => ({
    level: given.level,
    what: `${given.name} is a setting of a stream`,
    rewrite: {
      forms: {
        stream(stream, scene) {
          const row = rowOf(scene, stream)
          return row === undefined ? stream : { ...stream, [given.name]: streamGroup(scene.context, row, given.name) }
        },
      },
      ...(given.name === 'can_send_message_group'
        ? postingGroup
        : given.decides
          ? { calls: { 'PATCH /streams/:stream_id': changesGroup(given) } }
          : {}),
    },
  })),
  {
    level: 343,
    what: 'the end of a stream names its id alone',
    rewrite: {
      event: (event) => [
        event.type === 'stream' && event.op === 'delete'
          ? eventOf({
              ...event,
              streams: ids(event.streams).map((stream_id) => ({ stream_id })),
              stream_ids: ids(event.streams),
            })
          : event,
      ],
    },
  },
  {
    level: 378,
    what: 'with archived_channels archiving is an update',
    rewrite: {
      // Earlier levels remove an archived stream from clients without a subscription, and registrations omit it.
      register: (state, scene) => withArchived(state, scene, ['never_subscribed']),
      event(event, scene) {
        if (event.type !== 'stream' || event.op !== 'delete' || !scene.capabilities.has('archived_channels'))
          return [event]
        const gone = ids(event.streams)
        const rows = gone.map((id) => scene.context.tables.streams.get(Number(id)))
        if (rows.some((row) => row?.is_archived !== 1)) return [event]
        return rows.flatMap((row) => (row === undefined ? [] : [archiving(row, true)]))
      },
    },
  },
  {
    level: 388,
    what: 'a stream can be put in use again',
    rewrite: {
      calls: {
        async 'PATCH /streams/:stream_id'(call, next, { context }) {
          const text = call.parameters.take('is_archived')
          if (text === undefined) return next()
          if (text !== 'false') throw badRequest('Invalid is_archived')
          if (call.user !== undefined) requireAdministrator(call.user)
          unarchive(context, pathInteger(call, 'stream_id'))
          return next()
        },
      },
    },
  },
  {
    level: 389,
    what: 'streams lie in folders',
    rewrite: {
      register: (state) => ('realm_name' in state ? { ...state, channel_folders: [] } : state),
      forms: { stream: (stream) => ({ ...stream, folder_id: null }) },
    },
  },
  {
    level: 394,
    what: 'streams say how many read them',
    rewrite: {
      forms: {
        stream: (stream, { context }) => ({
          ...stream,
          subscriber_count: context.tables.streams.subscribers(Number(stream.stream_id)).length,
        }),
      },
    },
  },
]

/** Publishes every stream whose first message changed in the call. */
async function tellsFirstMessages(...[, next, { context }]: Parameters<CallRewrite>): Promise<Fields> {
  const before = new Map(context.tables.streams.all().map((row) => [row.id, row.first_message_id]))
  const answer = await next()
  const changed = context.tables.streams.all().filter((row) => before.get(row.id) !== row.first_message_id)
  if (changed.length > 0) {
    context.write(() => {
      for (const row of changed) tellStreamUpdate(context, row, 'first_message_id', row.first_message_id)
    })
  }
  return answer
}

function changesGroup(given: GroupSetting): CallRewrite {
  return async (call, next, { context }) => {
    const text = call.parameters.take(given.name)
    const row = context.tables.streams.get(pathInteger(call, 'stream_id'))
    if (text === undefined || row === undefined || call.user === undefined) return next()
    requireAdministrator(call.user)
    const value = readGroup(context, given, text, streamGroup(context, row, given.name))
    context.write(() => {
      context.levelSettings?.set(String(row.id), given.name, value)
      tellStreamUpdate(context, row, given.name, value)
    })
    return next()
  }
}

/** Publishes a changed property of a stream to everybody who can see it; call inside `context.write`. */
export function tellStreamUpdate(context: ServerContext, row: StreamRow, property: string, value: unknown): void {
  context.events.publishToAll(whoSeesStream(context, row), () => ({
    type: 'stream',
    op: 'update',
    stream_id: row.id,
    name: row.name,
    property,
    value,
  }))
}

function rowOf({ context }: Scene, stream: Fields): StreamRow | undefined {
  return context.tables.streams.get(Number(stream.stream_id))
}

function ids(list: unknown): unknown[] {
  return objects(list).map((stream) => stream.stream_id)
}

function archiving(row: StreamRow, isArchived: boolean) {
  return eventOf({
    type: 'stream',
    op: 'update',
    stream_id: row.id,
    name: shownName(row),
    property: 'is_archived',
    value: isArchived,
  })
}

/** Unarchives a stream under its own name. @throws ServiceError `BAD_REQUEST` */
function unarchive(context: ServerContext, id: number): void {
  context.write(() => {
    const row = context.tables.streams.get(id)
    if (row?.is_archived !== 1) throw badRequest('Stream is not currently deactivated')
    const name = shownName(row)
    if (context.tables.streams.byName(name) !== undefined) throw badRequest(`Stream named ${name} already exists`)
    context.tables.streams.change(id, { is_archived: 0, name })
    const back = context.tables.streams.get(id)
    if (back === undefined) return
    // Clients that support archived streams already have it.
    context.events.publishToAll(whoSeesStream(context, back), (options) =>
      options.otherCapabilities.includes('archived_channels')
        ? archiving(back, false)
        : { type: 'stream', op: 'create', streams: [streamObject(context, back)] },
    )
  })
}

/** Adds archived streams to the lists of a registration, for clients that support them. */
function withArchived(state: Fields, scene: Scene, lists: readonly string[]): Fields {
  const { context, userId } = scene
  if (!scene.capabilities.has('archived_channels') || userId === undefined) return state
  const user = context.tables.users.get(userId)
  const archived = context.tables.streams.withArchived().flatMap((row) => {
    if (row.is_archived !== 1) return []
    const subscription = context.tables.streams.subscription(userId, row.id)
    if (subscription === undefined) {
      // The event goes to all users who could see the stream while it was active.
      if (user === undefined || !canSeeStream(context, user, { ...row, is_archived: 0 })) return []
      const stream = { ...streamObject(context, row), name: shownName(row) }
      return [{ stream: scene.formed('stream', stream), list: 'never_subscribed' }]
    }
    const stream = {
      ...subscriptionObject(context, row, subscription, { withSubscribers: false }),
      name: shownName(row),
    }
    const list = subscription.is_active === 1 ? 'subscriptions' : 'unsubscribed'
    return [{ stream: scene.formed('stream', stream), list }]
  })
  const withList = (whole: Fields, list: string) =>
    list in whole
      ? {
          ...whole,
          [list]: [...objects(whole[list]), ...archived.filter((one) => one.list === list).map(({ stream }) => stream)],
        }
      : whole
  return lists.reduce(withList, state)
}
