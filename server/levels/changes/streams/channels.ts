import { canSeeStream, whoSeesStream } from '#server/streams/access.ts'
import type { ServerContext } from '#server/context/context.ts'
import { apiEmail } from '#server/people/people.ts'
import { pathInteger } from '#server/http/endpoint.ts'
import { badRequest } from '#server/base/errors.ts'
import { shownName, streamObject, subscriptionObject } from '#server/streams/stream-objects.ts'
import { requireStreamAdministrator } from '#server/streams/stream-settings.ts'
import type { StreamRow } from '#server/store/streams.ts'
import { eventOf, objects, type CallRewrite, type Fields, type LevelChange, type Scene } from '../../change.ts'

/** Streams, which are called channels from these levels on (newer-servers.md §3, §4). */
export const channels: readonly LevelChange[] = [
  {
    level: 250,
    what: 'texts of the server call streams channels',
    rewrite: { habits: ['calls streams channels'] },
  },
  {
    level: 254,
    what: 'streams name their creator',
    rewrite: {
      forms: { stream: (stream, scene) => ({ ...stream, creator_id: rowOf(scene, stream)?.creator_id ?? null }) },
    },
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
    level: 289,
    what: 'who was subscribed is told by id',
    rewrite: {
      calls: Object.fromEntries(
        ['POST /users/me/subscriptions', 'PATCH /users/me/subscriptions'].map((name) => [name, byId]),
      ),
    },
  },
  {
    level: 300,
    what: 'a moved topic has one notice, messages of a left stream are read first, an archived one has a last message',
    // The family's list of changes does not state the levels.
    rewrite: { habits: ['announces a move alone', 'reads before a stream goes', 'announces archiving'] },
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
          ? { ...state, realm_default_streams: sortedIds(state.realm_default_streams) }
          : state,
      event: (event) => [
        event.type === 'default_streams'
          ? eventOf({ ...event, default_streams: sortedIds(event.default_streams) })
          : event,
      ],
    },
  },
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
          const row = context.tables.streams.get(pathInteger(call, 'stream_id'))
          if (call.user !== undefined && row !== undefined) requireStreamAdministrator(context, call.user, row)
          unarchive(context, pathInteger(call, 'stream_id'))
          return next()
        },
      },
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

/** The answer to a subscription with ids of users instead of their e-mail addresses. */
async function byId(...[, next, { context }]: Parameters<CallRewrite>): Promise<Fields> {
  const answer = await next()
  const users = new Map(context.tables.users.all().map((user) => [apiEmail(user), user.id]))
  const renamedKeys = (of: unknown) =>
    Object.fromEntries(
      Object.entries((of ?? {}) as Fields).map(([email, names]) => [String(users.get(email) ?? email), names]),
    )
  return {
    ...answer,
    ...('subscribed' in answer ? { subscribed: renamedKeys(answer.subscribed) } : {}),
    ...('already_subscribed' in answer ? { already_subscribed: renamedKeys(answer.already_subscribed) } : {}),
  }
}

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

/** Publishes a changed property of a stream, by default to all users who can see it; call inside `context.write`. */
export function tellStreamUpdate(
  context: ServerContext,
  row: StreamRow,
  property: string,
  value: unknown,
  readers: readonly number[] = whoSeesStream(context, row),
): void {
  context.events.publishToAll(readers, () => ({
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

function sortedIds(list: unknown): number[] {
  return ids(list)
    .map(Number)
    .sort((a, b) => a - b)
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
    // Clients that support archived streams have it already.
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
  // The request asked for subscribers if other streams have them.
  const withSubscribers = objects(state.subscriptions).some((stream) => 'subscribers' in stream)
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
      ...subscriptionObject(context, row, subscription, { withSubscribers }),
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
