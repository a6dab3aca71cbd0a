import type { ServerContext } from '#server/context/context.ts'
import { realmEmoji } from '#server/organization/custom-emoji.ts'
import { eventOf, type Fields, type LevelChange } from '../../change.ts'

/** The current and the previous custom emoji of each organization, computed once for all queues of a change. */
const told = new WeakMap<ServerContext, { now: Fields; before: Fields; text: string }>()

/** Custom emoji (newer-servers.md §3). */
export const emojiEvents: readonly LevelChange[] = [
  {
    level: 491,
    what: 'with individual_emoji_changes an event tells of one emoji',
    rewrite: {
      routes(_app, _api, { context }) {
        const now = realmEmoji(context)
        told.set(context, { now, before: now, text: JSON.stringify(now) })
      },
      event(event, { capabilities, context }) {
        if (event.type !== 'realm_emoji') return [event]
        const before = lastTold(context, event.realm_emoji as Fields)
        if (!capabilities.has('individual_emoji_changes')) return [event]
        return Object.entries(event.realm_emoji as Fields).flatMap(([id, emoji]) => {
          const was = before[id] as Fields | undefined
          if (was === undefined) return [eventOf({ type: 'realm_emoji', op: 'add', emoji })]
          const { deactivated } = emoji as Fields
          return was.deactivated === deactivated
            ? []
            : [eventOf({ type: 'realm_emoji', op: 'update_one', emoji_id: id, data: { deactivated } })]
        })
      },
    },
  },
]

function lastTold(context: ServerContext, emoji: Fields): Fields {
  const text = JSON.stringify(emoji)
  const known = told.get(context)
  if (known?.text === text) return known.before
  const before = known?.now ?? {}
  told.set(context, { now: emoji, before, text })
  return before
}
