import type { Resource } from '../http/resource.ts'
import type { ServerContext } from '../context/context.ts'
import { limits, requireLength } from '../base/limits.ts'
import type { Endpoints } from '../http/endpoint.ts'
import { badRequest } from '../base/errors.ts'
import { readEmoji, reactionType } from './emoji-choice.ts'
import { organizationSettings } from '../context/organization-settings.ts'
import { apiEmail, canSeeUser, sightOf, findUser } from './people.ts'
import type { PresenceRow, StatusRow } from '../store/people/presence.ts'
import type { UserRow } from '../store/people/users.ts'
import { settingsOf } from './user-settings.ts'

/** The time in seconds after which an inactive user counts as offline (`server_presence_offline_threshold_seconds`). */
const offlineSeconds = 200
/** Maximum time in seconds since the last activity of listed users. */
const shownSeconds = 14 * 86_400
/** Maximum number of users for which presence is published as events (wire-protocol.md §2.3.3). */

/** Presence and statuses of users. */
export const presence: Resource = {
  registration: [
    { type: 'presence', state: (context, user, { slimPresence }) => presenceState(context, user, slimPresence) },
    { type: 'user_status', state: (context, user) => ({ user_status: userStatuses(context, user) }) },
  ],
  routes: presenceRoutes,
}

/** Endpoints of presence and statuses (wire-protocol.md §2.8). */
function presenceRoutes(api: Endpoints, context: ServerContext): void {
  const { presence, users } = context.tables

  api.authenticated('POST', '/users/me/presence', ({ parameters, user }) => {
    if (user.is_bot === 1) throw badRequest('Presence is not supported for bot users.')
    const status = parameters.text('status')
    if (status !== 'active' && status !== 'idle') throw badRequest(`Invalid status: ${status}`)
    const pingOnly = parameters.boolean('ping_only', false)
    const slim = parameters.boolean('slim_presence', false)
    parameters.ignore('new_user_input', 'history_limit_days', 'last_update_id')
    const now = context.nowSeconds()
    // The answer contains the presence of other users; the user's own is optional.
    const isWithOwn = context.layer?.habits.has('answers the own presence') === true
    const before = pingOnly || isWithOwn ? {} : presenceState(context, user, slim)
    if (settingsOf(user).presence_enabled === true) {
      context.write(() => {
        const last = presence.get(user.id)
        presence.see(user.id, status === 'active', now)
        const isFirst = last === undefined
        const isBack = status === 'active' && now - (last?.active_at ?? 0) >= offlineSeconds
        if (isFirst || isBack) tellPresence(user)
      })
    }
    return isWithOwn && !pingOnly ? presenceState(context, user, slim) : before
  })

  function tellPresence(user: UserRow): void {
    const people = users.all().filter((reader) => reader.is_active === 1)
    if (people.length > limits.presenceTold.most) return
    const row = presence.get(user.id)
    if (row === undefined) return
    for (const reader of people) {
      if (!canSeeUser(context, reader, user.id)) continue
      context.events.publish(reader.id, (options) => ({
        type: 'presence',
        user_id: user.id,
        ...(options.slimPresence ? {} : { email: apiEmail(user) }),
        server_timestamp: context.ports.clock.now() / 1000,
        presence: legacyPresence(row),
      }))
    }
  }

  api.authenticated('GET', '/users/:user_id/presence', ({ path, user }) => {
    const person = findUser(context, user, path.user_id ?? '')
    if (person === undefined || !canSeeUser(context, user, person.id)) throw badRequest('No such user')
    if (person.is_bot === 1) throw badRequest('Presence is not supported for bot users.')
    const row = presence.get(person.id)
    if (row === undefined) throw badRequest(`No presence data for ${apiEmail(person)}`)
    const entry = { status: statusOf(row), timestamp: newest(row) }
    return { presence: { aggregated: entry, website: entry } }
  })

  api.authenticated('GET', '/realm/presence', ({ user }) => presenceState(context, user, false))

  api.authenticated('POST', '/users/me/status', ({ parameters, user }) => {
    const text = parameters.optionalText('status_text')?.trim()
    const name = parameters.optionalText('emoji_name')
    const code = parameters.optionalText('emoji_code')
    const type = parameters.optionalText('reaction_type')
    const away = parameters.optionalText('away') === undefined ? undefined : parameters.boolean('away', false)
    if (text === undefined && name === undefined && away === undefined) {
      throw badRequest('Client did not pass any new values.')
    }
    if (text !== undefined) requireLength('status_text', text, limits.statusText)
    if (name === '' && ((code ?? '') !== '' || (type ?? '') !== '')) {
      throw badRequest('Client must pass emoji_name if they pass either emoji_code or reaction_type.')
    }
    if (name === undefined && (code !== undefined || type !== undefined)) {
      throw badRequest('Client must pass emoji_name if they pass either emoji_code or reaction_type.')
    }
    const emoji =
      name === undefined
        ? undefined
        : name === ''
          ? { emoji_name: '', emoji_code: '', reaction_type: 'unicode_emoji' }
          : readEmoji(context, { name, code, type })
    const told = { ...(text === undefined ? {} : { status_text: text }), ...emoji }
    context.write(() => {
      presence.setStatus({
        ...presence.status(user.id),
        ...told,
        ...(away === undefined ? {} : { away: Number(away) }),
      })
      for (const reader of users.all()) {
        if (reader.is_active === 0 || !canSeeUser(context, reader, user.id)) continue
        context.events.publish(reader.id, () => ({
          type: 'user_status',
          user_id: user.id,
          ...(away === undefined ? {} : { away }),
          ...told,
          ...(emoji === undefined ? {} : { reaction_type: reactionType(context, emoji.reaction_type) }),
        }))
      }
    })
    return {}
  })
}

function newest(row: PresenceRow): number {
  return Math.max(row.active_at ?? 0, row.idle_at)
}

/** The newer of the two timestamps decides the status. */
function statusOf(row: PresenceRow): 'active' | 'idle' {
  return row.active_at !== null && row.active_at >= row.idle_at ? 'active' : 'idle'
}

function legacyPresence(row: PresenceRow): Record<string, unknown> {
  return { website: { client: 'website', status: statusOf(row), timestamp: newest(row), pushable: false } }
}

/** `presences` and the server's time: by id, or in the old form by e-mail. */
function presenceState(context: ServerContext, reader: UserRow, slim: boolean): Record<string, unknown> {
  const { presence, users } = context.tables
  const sight = sightOf(context, reader)
  const isDisabled = organizationSettings(context).presence_disabled
  const rows = isDisabled ? [] : presence.since(context.nowSeconds() - shownSeconds)
  const entries = rows.flatMap((row): [string, unknown][] => {
    const user = users.get(row.user_id)
    if (user === undefined || user.is_active === 0 || sight?.has(user.id) === false) return []
    if (settingsOf(user).presence_enabled !== true) return []
    return slim
      ? [
          [
            String(user.id),
            // A user without any activity has the time of joining.
            { active_timestamp: row.active_at ?? user.date_joined, idle_timestamp: row.idle_at },
          ],
        ]
      : [
          [
            apiEmail(user),
            {
              ...legacyPresence(row),
              aggregated: { client: 'website', status: statusOf(row), timestamp: newest(row) },
            },
          ],
        ]
  })
  return { presences: Object.fromEntries(entries), server_timestamp: context.ports.clock.now() / 1000 }
}

/** `user_status` of register: the users with a status. */
export function userStatuses(context: ServerContext, reader: UserRow): Record<string, unknown> {
  const sight = sightOf(context, reader)
  const said = (row: StatusRow) => ({
    ...(row.away === 1 ? { away: true } : {}),
    ...(row.status_text === '' ? {} : { status_text: row.status_text }),
    ...(row.emoji_name === ''
      ? {}
      : {
          emoji_name: row.emoji_name,
          emoji_code: row.emoji_code,
          reaction_type: reactionType(context, row.reaction_type),
        }),
  })
  return Object.fromEntries(
    context.tables.presence
      .statuses()
      .filter((row) => sight?.has(row.user_id) !== false)
      .map((row): [string, Record<string, unknown>] => [String(row.user_id), said(row)])
      .filter(([, entry]) => Object.keys(entry).length > 0),
  )
}
