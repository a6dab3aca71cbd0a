import type { ServerContext } from '#server/context/context.ts'
import { people, type PersonKey } from '#server/demo/people.ts'
import { directDestination, streamDestination, type Destination } from '#server/messages/sending/destination.ts'
import { sendMessage } from '#server/messages/sending/sending.ts'
import type { UserRow } from '#server/store/people/users.ts'

/** The fields of a demo message that the tests read. */
export interface LiveMessage {
  readonly id: number
  readonly stream: string
  readonly topic: string
  readonly sender: PersonKey | ''
  readonly senderId: number
  readonly text: string
  /** UNIX seconds. */
  readonly at: number
}

/** The rows of the demo's tables, the rows added since this call, and actions of its user and administrators. */
export function addedTables(context: ServerContext) {
  const { messages, users, streams, reactions } = context.tables
  const firstNew = messages.maxId() + 1
  const keys = new Map(people.map(({ email, key }) => [users.byEmail(email)?.id ?? 0, key]))
  const user = (key: PersonKey): UserRow => {
    const found = users.byEmail(people.find((person) => person.key === key)?.email ?? '')
    if (found === undefined) throw new Error(`nobody is ${key}`)
    return found
  }
  const all = (from = 0): LiveMessage[] =>
    messages.page(0, { sql: '1', parameters: [] }, { comparison: '>=', anchor: from, limit: 1_000_000 }).map((row) => ({
      id: row.id,
      stream: row.stream_id === null ? '' : (streams.get(row.stream_id)?.name ?? ''),
      topic: row.topic,
      sender: keys.get(row.sender_id) ?? '',
      senderId: row.sender_id,
      text: row.content,
      at: row.timestamp,
    }))
  const send = (destination: Destination, content: string) =>
    context.write(() =>
      sendMessage(context, { sender: user('iris'), destination, content, client: 'Skein', readBySender: true }),
    )
  const reactionsOf = (from: number) => all(from).map(({ id }) => reactions.ofMessage(id).length)
  return {
    reactionsBefore: Math.max(...reactionsOf(0)),
    all: () => all(),
    added: () => all(firstNew),
    topics: () => [...new Set(all().map(({ stream, topic }) => `${stream} > ${topic}`))].toSorted(),
    users: () => [...keys.keys()].flatMap((id) => users.get(id) ?? []),
    reactionCounts: () => reactionsOf(firstNew),
    reactionsTo: (text: string) =>
      all(firstNew)
        .filter((message) => message.text === text)
        .reduce((sum, { id }) => sum + reactions.ofMessage(id).length, 0),
    accountOf: (key: PersonKey) => {
      const { id, email, api_key: apiKey } = user(key)
      return { id, email, apiKey }
    },
    mayWrite: (key: PersonKey, stream: string): boolean => {
      try {
        streamDestination(context, user(key), stream, 'any')
        return true
      } catch {
        return false
      }
    },
    write: (stream: string, topic: string, text: string) =>
      send(streamDestination(context, user('iris'), stream, topic), text),
    writeDirect: (to: PersonKey, text: string) => send(directDestination(context, user('iris'), [user(to).id]), text),
    leave: (key: PersonKey) => {
      context.write(() => {
        users.change(user(key).id, { is_active: 0 })
      })
    },
  }
}
