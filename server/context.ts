import { EventQueues } from './events.ts'
import type { Directory } from './markdown/render.ts'
import type { ServerPorts } from './ports.ts'
import { attachmentTable } from './store/attachments.ts'
import { customEmojiTable, emojiAddress } from './store/custom-emoji.ts'
import { openServerDatabase } from './store/database.ts'
import { draftTable } from './store/drafts.ts'
import { messageTable } from './store/messages.ts'
import { organizationTable } from './store/organization.ts'
import { preferenceTables } from './store/preferences.ts'
import { queueTable } from './store/queues.ts'
import { reactionTable } from './store/reactions.ts'
import { streamTable } from './store/streams.ts'
import { userTable } from './store/users.ts'

/** The feature level whose behaviour this server implements (wire-protocol.md §2). */
export const featureLevel = 237
export const serverVersion = '8.0-skein-0.1.0'

/** Lengths in Unicode code points (wire-protocol.md §2.15). */
export const limits = { streamName: 60, streamDescription: 1024, topic: 60, message: 10_000, messagesPerRequest: 5000 }

/** The largest file that can be sent (service-api.md "Limits"). */
export const maxUploadMib = 25

/** The open organization: its tables, its queues, and the one way to change it. */
export function openContext(ports: ServerPorts, options: { forgetQueues?: boolean } = {}) {
  const database = openServerDatabase(ports.database)
  const tables = {
    organization: organizationTable(database),
    users: userTable(database),
    streams: streamTable(database),
    messages: messageTable(database),
    queues: queueTable(database),
    reactions: reactionTable(database),
    preferences: preferenceTables(database),
    drafts: draftTable(database),
    attachments: attachmentTable(database),
    emoji: customEmojiTable(database),
  }
  if (options.forgetQueues === true) tables.queues.removeAll()
  const events = new EventQueues(tables.queues, ports)
  const directory: Directory = {
    user(name, id) {
      const matches = tables.users
        .all()
        .filter((user) => (id === undefined || user.id === id) && user.full_name.toLowerCase() === name.toLowerCase())
      const [first] = matches
      return first === undefined ? undefined : { id: first.id, fullName: first.full_name }
    },
    stream(name) {
      const stream = tables.streams.byName(name)
      return stream === undefined ? undefined : { id: stream.id, name: stream.name }
    },
    customEmoji(name) {
      const emoji = tables.emoji.byName(name)
      return emoji === undefined ? undefined : { id: emoji.id, source: emojiAddress(emoji) }
    },
  }
  return {
    ports,
    tables,
    events,
    directory,
    /** UNIX time in whole seconds, as it stands on the wire. */
    nowSeconds: () => Math.floor(ports.clock.now() / 1000),
    /** Runs one change: everything or nothing, durable before anybody hears of it. */
    write<T>(change: () => T): T {
      let committed = false
      try {
        const result = database.transaction(change).immediate()
        committed = true
        return result
      } finally {
        events.flush(committed)
      }
    },
    /** Runs one statement of the caller's own; maintenance and tests use it, routes do not. */
    sql(statement: string, parameters: readonly unknown[]): void {
      database.prepare(statement).run(...parameters)
    },
    close(): void {
      events.close()
      database.close()
    },
  }
}

export type ServerContext = ReturnType<typeof openContext>
