import type { ServerContext } from '../context/context.ts'
import type { Seeded } from '../generate/seeded.ts'
import { memberIds } from '../messages/reading/serialize.ts'
import { flagBits, topicKey, type MessageRow } from '../store/messages/message-rows.ts'
import type { UserRow } from '../store/people/users.ts'
import { isSubscribed } from '../streams/access.ts'
import { answers, questionReplies, replies } from './live-lines.ts'

/** An answer or a reaction of a colleague to a message of the demo user. */
export interface LiveAnswer {
  readonly row: MessageRow
  readonly by: UserRow
  /** The text of an answer; null for a reaction. */
  readonly text: string | null
}

/** Maximum number of messages of the demo user that are processed in one step. */
const mostAtOnce = 50
/** An answer is not repeated within this number of messages of its conversation. */
const repeatedAfter = 60
/** The fraction of the messages in streams, without a mention or a question, that get a reaction. */
const reactedPart = 0.6
/** The number of newest messages whose senders count as the people of a topic. */
const lately = 20

/** The unanswered messages of the demo user. Of several in one conversation, only the newest is answered. */
export class LiveAnswers {
  readonly #context: ServerContext
  readonly #random: Seeded
  #seenId: number
  /** The newest message of each conversation, by recipient and topic. */
  readonly #waiting = new Map<string, MessageRow>()
  /** The time of the newest message, in UNIX seconds. */
  newestAt = 0

  constructor(context: ServerContext, random: Seeded) {
    this.#context = context
    this.#random = random
    this.#seenId = context.tables.messages.maxId()
  }

  /** Takes the answer to the oldest unanswered message; null if there is none. */
  next(user: UserRow): LiveAnswer | null {
    this.#look(user)
    for (const [key, row] of this.#waiting) {
      this.#waiting.delete(key)
      const answer = row.stream_id === null ? this.#toDirect(user, row) : this.#inStream(user, row, row.stream_id)
      if (answer !== null) return answer
    }
    return null
  }

  /** Whether a message of the demo user is unanswered. */
  isAwaited(user: UserRow): boolean {
    this.#look(user)
    return this.#waiting.size > 0
  }

  #look(user: UserRow): void {
    const condition = { sql: 'm.sender_id = ?', parameters: [user.id], scope: 'own' as const }
    const side = { comparison: '>' as const, anchor: this.#seenId, limit: mostAtOnce }
    for (const row of this.#context.tables.messages.page(user.id, condition, side)) {
      this.#seenId = row.id
      this.newestAt = row.timestamp
      const key = `${row.recipient_id} ${row.stream_id === null ? '' : topicKey(row.topic)}`
      this.#waiting.set(key, row)
    }
  }

  #toDirect(user: UserRow, row: MessageRow): LiveAnswer | null {
    const by = this.#human(memberIds(row).filter((id) => id !== user.id))
    return by === null ? null : { row, by, text: this.#newText(replies, user, row) }
  }

  #inStream(user: UserRow, row: MessageRow, streamId: number): LiveAnswer | null {
    const mentioned = this.#context.tables.messages
      .readers(row.id)
      .filter(({ flags, userId }) => (flags & flagBits.mentioned) !== 0 && userId !== user.id)
    const asked = this.#human(mentioned.map(({ userId }) => userId))
    if (asked !== null) return { row, by: asked, text: this.#newText(answers, user, row) }
    const speakers = this.#rows(user, row, lately).map(({ sender_id: id }) => id)
    const others = speakers.filter((id) => id !== user.id && isSubscribed(this.#context, id, streamId))
    const by = this.#human([...new Set(others)])
    if (by === null) return null
    if (row.content.trimEnd().endsWith('?')) return { row, by, text: this.#newText(questionReplies, user, row) }
    return this.#random.chance(reactedPart) ? { row, by, text: null } : null
  }

  /** The first active person among the ids who is not a bot; null if there is none. */
  #human(ids: readonly number[]): UserRow | null {
    const found = ids.map((id) => this.#context.tables.users.get(id))
    return found.find((person) => person?.is_bot === 0 && person.is_active === 1) ?? null
  }

  /**
   * A text that the conversation has not had lately; null if it has had all of them, so that a reaction is the answer.
   */
  #newText(texts: readonly string[], user: UserRow, row: MessageRow): string | null {
    const said = new Set(this.#rows(user, row, repeatedAfter).map(({ content }) => content))
    const left = texts.filter((text) => !said.has(text))
    return left.length === 0 ? null : this.#random.pick(left)
  }

  /** The newest messages of the conversation of a message, newest first. */
  #rows(user: UserRow, { recipient_id: recipientId, topic, stream_id: streamId }: MessageRow, limit: number) {
    const condition =
      streamId === null
        ? { sql: 'm.recipient_id = ?', parameters: [recipientId] }
        : { sql: 'm.recipient_id = ? AND m.topic_key = ?', parameters: [recipientId, topicKey(topic)] }
    const side = { comparison: '<' as const, anchor: Number.MAX_SAFE_INTEGER, limit }
    return this.#context.tables.messages.page(user.id, condition, side)
  }
}
