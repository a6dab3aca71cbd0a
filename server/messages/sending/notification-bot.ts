import type { ServerContext } from '../../context/context.ts'
import type { Destination } from './destination.ts'
import { sendMessage } from './sending.ts'
import type { UserRow } from '../../store/people/users.ts'

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
