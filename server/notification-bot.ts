import type { ServerContext } from './context.ts'
import type { Destination } from './destination.ts'
import { sendMessage } from './sending.ts'

/** Lets the organization itself say something; call inside `context.write`. */
export function announce(context: ServerContext, destination: Destination, content: string): void {
  const [bot] = context.tables.users.system()
  if (bot === undefined) throw new Error('the organization has no voice of its own')
  sendMessage(context, { sender: bot, destination, content, client: 'Internal', readBySender: true })
}

/** How the bot names somebody: without alerting that person. */
export function silentMention(user: { id: number; full_name: string }): string {
  return `@_**${user.full_name}|${user.id}**`
}
