import { isSubscribed } from '../streams/access.ts'
import { inBackground } from '../base/background.ts'
import type { ServerContext } from '../context/context.ts'
import { directDestination, streamDestination, type Destination } from '../messages/sending/destination.ts'
import { readEmoji } from '../people/emoji-choice.ts'
import { addReaction } from '../messages/changes/reacting.ts'
import { sendMessage } from '../messages/sending/sending.ts'
import { memberIds } from '../messages/reading/serialize.ts'
import { flagBits, type MessageRow } from '../store/messages/message-rows.ts'
import type { UserRow } from '../store/people/users.ts'
import { tellTyping } from '../messages/sending/typing.ts'
import { answers, liveReactions, liveThreads, replies } from './live-lines.ts'
import { demoUser, people, type PersonKey } from './people.ts'

const firstPauseMs = 4000
const shortestPauseMs = 7000
const pauseSpreadMs = 14_000
const typingMs = 2500
const presenceEveryMs = 50_000

/** Makes colleagues of the demo write, type and react while the server runs; returns the function that stops them. */
export function liveDemo(context: ServerContext): () => void {
  const living = new LiveDemo(context)
  living.begin()
  return () => {
    living.end()
  }
}

class LiveDemo {
  readonly #context: ServerContext
  readonly #cancel = new Map<string, () => void>()
  #thread = 0
  readonly #line = liveThreads.map(() => 0)
  #reply = 0
  #seenId: number

  constructor(context: ServerContext) {
    this.#context = context
    this.#seenId = context.tables.messages.maxId()
  }

  begin(): void {
    this.#after('next', firstPauseMs, () => this.#next())
    this.#showPresence()
  }

  end(): void {
    for (const cancel of this.#cancel.values()) cancel()
    this.#cancel.clear()
  }

  #after(name: string, delayMs: number, task: () => void): void {
    // Users may leave and streams may be archived; then that line fails and the others continue.
    const work = () => inBackground('a line of the demo', task)
    this.#cancel.set(name, this.#context.ports.clock.schedule(delayMs, work))
  }

  #chance(): number {
    return this.#context.ports.random.bytes(2).readUInt16BE() / 0x1_00_00
  }

  #next(): void {
    this.#after('next', shortestPauseMs + this.#chance() * pauseSpreadMs, () => this.#next())
    const spoken = this.#toAnswer()
    if (spoken !== undefined) this.#answer(spoken)
    else if (this.#chance() < 0.3) this.#react()
    else this.#goOn()
  }

  /** The demo user's newest message that still needs an answer. */
  #toAnswer(): { row: MessageRow; by: UserRow } | undefined {
    const { messages } = this.#context.tables
    const user = this.#user(demoUser)
    if (user === undefined) return undefined
    const condition = { sql: 'm.sender_id = ?', parameters: [user.id], scope: 'own' as const }
    const [row] = messages.page(user.id, condition, { comparison: '>', anchor: this.#seenId, limit: 1 })
    if (row === undefined) return undefined
    this.#seenId = row.id
    const others =
      row.stream_id === null
        ? memberIds(row).filter((id) => id !== user.id)
        : messages
            .readers(row.id)
            .filter((reader) => (reader.flags & flagBits.mentioned) !== 0 && reader.userId !== user.id)
            .map((reader) => reader.userId)
    const by = others.map((id) => this.#context.tables.users.get(id)).find((other) => other?.is_bot === 0)
    return by === undefined || by.is_active === 0 ? undefined : { row, by }
  }

  #answer({ row, by }: { row: MessageRow; by: UserRow }): void {
    const list = row.stream_id === null ? replies : answers
    const text = list[this.#reply % list.length] ?? ''
    this.#reply += 1
    const stream = row.stream_id === null ? undefined : this.#context.tables.streams.get(row.stream_id)
    this.#write(by, text, () =>
      stream === undefined
        ? directDestination(
            this.#context,
            by,
            memberIds(row).filter((id) => id !== by.id),
          )
        : streamDestination(this.#context, by, stream.id, row.topic),
    )
  }

  #goOn(): void {
    const index = this.#thread % liveThreads.length
    const thread = liveThreads[index]
    this.#thread += 1
    if (thread === undefined) return
    const at = this.#line[index] ?? 0
    const [key, text] = thread.lines[at % thread.lines.length] ?? []
    this.#line[index] = at + 1
    const by = key === undefined ? undefined : this.#user(key)
    // A finished conversation starts again later, in a new topic.
    const round = Math.floor(at / thread.lines.length)
    const topic = round === 0 ? thread.topic : `${thread.topic} (${round + 1})`
    if (by === undefined || text === undefined) return
    this.#write(by, text, () => streamDestination(this.#context, by, thread.stream, topic))
  }

  /** Shows typing for a moment, then sends; the place is resolved at that time, since it may have been removed. */
  #write(by: UserRow, text: string, placeOf: () => Destination): void {
    inBackground('a line of the demo', () => {
      tellTyping(this.#context, by, placeOf(), 'start')
    })
    this.#after('write', typingMs, () => {
      inBackground('a line of the demo', () => {
        const destination = placeOf()
        tellTyping(this.#context, by, destination, 'stop')
        this.#context.write(() =>
          sendMessage(this.#context, { sender: by, destination, content: text, client: 'Skein', readBySender: true }),
        )
      })
    })
  }

  /** Adds a reaction of a colleague to one of the latest messages that the demo user can see. */
  #react(): void {
    const { messages } = this.#context.tables
    const user = this.#user(demoUser)
    if (user === undefined) return
    const rows = messages.page(
      user.id,
      { sql: 'r.stream_id IS NOT NULL', parameters: [], scope: 'own' },
      { comparison: '<', anchor: Number.MAX_SAFE_INTEGER, limit: 12 },
    )
    const row = rows[Math.floor(this.#chance() * rows.length)]
    const colleagues = people.map((person) => this.#user(person.key)).filter((person) => person?.is_bot === 0)
    const by = colleagues[Math.floor(this.#chance() * colleagues.length)]
    const name = liveReactions[Math.floor(this.#chance() * liveReactions.length)] ?? '+1'
    if (row?.stream_id == null || by === undefined || by.id === user.id || by.id === row.sender_id) return
    if (by.is_active === 0 || !isSubscribed(this.#context, by.id, row.stream_id)) return
    const emoji = readEmoji(this.#context, { name, code: undefined, type: undefined })
    this.#context.write(() => {
      addReaction(this.#context, by, row, emoji)
    })
  }

  /** Reports most colleagues as present. */
  #showPresence(): void {
    const now = this.#context.nowSeconds()
    this.#context.write(() => {
      for (const [index, person] of people.entries()) {
        const user = this.#user(person.key)
        if (user === undefined || user.is_bot === 1 || user.is_active === 0 || person.key === demoUser) continue
        if (index % 4 !== 3) this.#context.tables.presence.see(user.id, index % 4 !== 2, now)
      }
    })
    this.#after('presence', presenceEveryMs, () => this.#showPresence())
  }

  #user(key: PersonKey): UserRow | undefined {
    const person = people.find((candidate) => candidate.key === key)
    return person === undefined ? undefined : this.#context.tables.users.byEmail(person.email)
  }
}
