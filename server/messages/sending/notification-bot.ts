import type { ServerContext } from '../../context/context.ts'
import type { Destination } from './destination.ts'
import { sendMessage } from './sending.ts'
import type { UserRow } from '../../store/people/users.ts'
import type { GroupRow } from '../../store/people/groups.ts'

export const notificationBotName = 'Notification Bot'

/**
 * Sends a message of the notification bot; call inside `context.write`.
 * @param unreadFor if given, the message is read for all other users
 */
export function announce(
  context: ServerContext,
  destination: Destination,
  content: string,
  options: { readonly unreadFor?: ReadonlySet<number> } = {},
): void {
  const { unreadFor } = options
  sendMessage(context, {
    sender: notificationBot(context),
    destination,
    content,
    client: 'Internal',
    readBySender: true,
    ...(unreadFor === undefined ? {} : { isRead: (userId: number) => !unreadFor.has(userId) }),
  })
}

/** Sends a direct message of the notification bot to one user. */
export function announceTo(context: ServerContext, person: UserRow, content: string): void {
  announce(context, { type: 'direct', userIds: [person.id] }, content)
}

function notificationBot(context: ServerContext): UserRow {
  const bot = context.tables.users.system().find((user) => user.full_name === notificationBotName)
  if (bot === undefined) throw new Error('the organization has no voice of its own')
  return bot
}

/** A silent mention, which does not notify the user. */
export function silentMention(user: { id: number; full_name: string }): string {
  return `@_**${user.full_name}|${user.id}**`
}

/** Sends users the notice that another user changed their membership of a group; call inside `context.write`. */
export function announceMembership(
  context: ServerContext,
  by: UserRow,
  group: GroupRow,
  { added, removed }: { readonly added: readonly number[]; readonly removed: readonly number[] },
): void {
  if (context.layer?.habits.has('announces membership') !== true) return
  const say = (ids: readonly number[], text: string) => {
    for (const id of ids) {
      const person = context.tables.users.get(id)
      if (person?.is_bot === 0 && id !== by.id) announceTo(context, person, text)
    }
  }
  say(added, `${silentMention(by)} added you to the group @_*${group.name}*.`)
  say(removed, `${silentMention(by)} removed you from the group @_*${group.name}*.`)
}
