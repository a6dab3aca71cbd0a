import { canReadStream, whoSeesStream } from '#server/streams/access.ts'
import type { ServerContext } from '#server/context/context.ts'
import { pathInteger, type PerhapsAuthenticatedCall } from '#server/http/endpoint.ts'
import { badRequest } from '#server/base/errors.ts'
import { announcePostingGroup } from '#server/messages/sending/stream-notices.ts'
import { silentMention } from '#server/messages/sending/notification-bot.ts'
import { tellStream } from '#server/streams/subscribing.ts'
import type { StreamRow } from '#server/store/streams.ts'
import type { UserRow } from '#server/store/people/users.ts'
import type { Fields, LevelChange, Scene } from '../../change.ts'
import { isSameGroup, postPolicyOf, readGroup, streamGroup, type GroupValue } from '../../group-settings.ts'
import { streamSettings, type GroupSetting } from '../../group-setting-table.ts'
import { tellStreamUpdate } from './channels.ts'

const postingSetting = 'can_send_message_group'
/** Settings that give access to a private stream; only users who may read it can change them. */
const opening: ReadonlySet<string> = new Set(['can_add_subscribers_group', 'can_subscribe_group'])

/** The groups in the settings of a stream (newer-servers.md §4). */
export const streamGroups: readonly LevelChange[] = [
  ...streamSettings.map((given): LevelChange => ({
    level: given.level,
    what: `${given.name} is a setting of a stream`,
    rewrite: {
      forms: {
        stream(stream, { context }) {
          const row = context.tables.streams.get(Number(stream.stream_id))
          return row === undefined ? stream : { ...stream, [given.name]: streamGroup(context, row, given.name) }
        },
      },
    },
  })),
  {
    level: 320,
    what: 'the groups of a stream are changed from an old value to a new one',
    rewrite: {
      calls: {
        async 'PATCH /streams/:stream_id'(call, next, scene) {
          const row = scene.context.tables.streams.get(pathInteger(call, 'stream_id'))
          if (row === undefined || call.user === undefined) return next()
          const wanted = readChanges(call, row, scene)
          const requireRight = wanted.some(([{ name }]) => opening.has(name)) && row.invite_only === 1
          if (requireRight && !canReadStream(scene.context, call.user, row)) {
            throw badRequest('Channel content access is required.')
          }
          // The endpoint refuses users who may not change the stream at all.
          const answer = await next()
          const { user } = call
          scene.context.write(() => {
            for (const [given, value] of wanted) changeGroup(scene.context, user, row.id, given, value)
          })
          return answer
        },
      },
    },
  },
  {
    level: 333,
    what: 'stream_post_policy follows can_send_message_group',
    rewrite: {
      calls: Object.fromEntries(
        ['PATCH /streams/:stream_id', 'POST /users/me/subscriptions'].map((name) => [name, withoutPolicy]),
      ),
    },
  },
]

function withoutPolicy(call: PerhapsAuthenticatedCall, next: () => Promise<Fields>): Promise<Fields> {
  for (const old of ['stream_post_policy', 'is_announcement_only']) call.parameters.disown(old)
  return next()
}

function readChanges(
  { parameters }: PerhapsAuthenticatedCall,
  row: StreamRow,
  { context, level }: Scene,
): readonly (readonly [GroupSetting, GroupValue])[] {
  return streamSettings
    .filter((given) => given.level <= level)
    .flatMap((given) => {
      const text = parameters.take(given.name)
      if (text === undefined) return []
      return [[given, readGroup(context, given, text, streamGroup(context, row, given.name))] as const]
    })
}

/** Changes a group of a stream with its consequences; call inside `context.write`. */
function changeGroup(
  context: ServerContext,
  user: UserRow,
  streamId: number,
  { name }: GroupSetting,
  value: GroupValue,
): void {
  const { streams } = context.tables
  const row = streams.get(streamId)
  if (row === undefined) return
  const before = streamGroup(context, row, name)
  if (isSameGroup(before, value)) return
  const saw = new Set(whoSeesStream(context, row))
  context.levelSettings?.set(String(streamId), name, value)
  if (name === 'can_remove_subscribers_group' && typeof value === 'number') {
    streams.change(streamId, { can_remove_subscribers_group: value })
  }
  const sees = whoSeesStream(context, row)
  tellStreamUpdate(
    context,
    row,
    name,
    value,
    sees.filter((id) => saw.has(id)),
  )
  for (const id of sees) if (!saw.has(id)) tellStream(context, id, 'create', row)
  for (const id of saw) if (!sees.includes(id)) tellStream(context, id, 'delete', row)
  if (name !== postingSetting) return
  const policy = postPolicyOf(value) ?? 1
  if (policy !== row.stream_post_policy) {
    streams.change(streamId, { stream_post_policy: policy })
    tellStreamUpdate(context, row, 'stream_post_policy', policy, sees)
    tellStreamUpdate(context, row, 'is_announcement_only', policy === 2, sees)
  }
  announcePostingGroup(context, user, row, { before: words(context, before), after: words(context, value) })
}

/** A group in a text of the server: its users and groups as silent mentions. */
function words(context: ServerContext, value: GroupValue): string {
  const { groups, users } = context.tables
  const people = typeof value === 'number' ? [] : value.direct_members
  const named = typeof value === 'number' ? [value] : value.direct_subgroups
  const list = [
    ...people.flatMap((id) => users.get(id) ?? []).map(silentMention),
    ...named.flatMap((id) => groups.get(id) ?? []).map(({ name }) => `@_*${name}*`),
  ]
  return list.length === 0 ? 'Nobody' : list.join(', ')
}
