import { isSubscribed } from '../streams/access.ts'
import { inBackground } from '../base/background.ts'
import type { ServerContext } from '../context/context.ts'
import { Seeded } from '../generate/seeded.ts'
import { directDestination, streamDestination, type Destination } from '../messages/sending/destination.ts'
import { readEmoji } from '../people/emoji-choice.ts'
import { addReaction } from '../messages/changes/reacting.ts'
import { sendMessage } from '../messages/sending/sending.ts'
import { memberIds } from '../messages/reading/serialize.ts'
import { topicKey, type MessageRow } from '../store/messages/message-rows.ts'
import type { UserRow } from '../store/people/users.ts'
import { tellTyping } from '../messages/sending/typing.ts'
import { LiveAnswers, type LiveAnswer } from './live-answers.ts'
import { isDaytime, paceAt, type LiveAudience } from './live-hours.ts'
import { liveReactions } from './live-lines.ts'
import { LiveTalk, type LivePlace, type SaidLine } from './live-talk.ts'
import { demoUser, people, type PersonKey } from './people.ts'

const firstPauseMs = 4000
const typingMs = 2500
const presenceEveryMs = 50_000
/** A demo that was just started is lively at any time of day, and slows down after this time. */
const livelyMs = 15 * 60_000
const newMs = 60 * 60_000
/** The demo is lively for this long after a message of its user. */
const livelyAfterMessageMs = 10 * 60_000
/** Colleagues react to one of this many newest messages, up to this age in seconds. */
const reactedTo = 12
const reactedForSeconds = 2 * 3600
const mostReactions = 4
/** The pause between the builds that the bot reports, in milliseconds. */
const buildEveryMs = 4_111_000
const builds: LivePlace = { stream: 'build-log', topic: 'nightly and branches' }

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
  readonly #random: Seeded
  readonly #talk: LiveTalk
  readonly #answers: LiveAnswers
  readonly #begunAt: number
  #buildAt: number

  constructor(context: ServerContext) {
    this.#context = context
    this.#random = new Seeded(context.ports.random.bytes(4).readUInt32BE())
    this.#begunAt = this.#now()
    this.#buildAt = this.#begunAt + buildEveryMs
    this.#answers = new LiveAnswers(context, this.#random)
    this.#talk = new LiveTalk({
      random: this.#random,
      newest: (place, count) => this.#newest(place, count),
      now: () => context.nowSeconds(),
      isAwake: (key) => this.#isAwake(key),
    })
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
    // If a user has left or a stream is archived, this line fails and the others continue.
    const work = () => inBackground('a line of the demo', task)
    this.#cancel.set(name, this.#context.ports.clock.schedule(delayMs, work))
  }

  #now(): number {
    return this.#context.ports.clock.now()
  }

  /** A new demo, and one whose user has just written, is probably being watched. */
  get #audience(): LiveAudience {
    const now = this.#now()
    const isWriting = now - this.#answers.newestAt * 1000 < livelyAfterMessageMs
    if (now - this.#begunAt < livelyMs || isWriting) return 'looks_on'
    return this.#isNew ? 'may_look_on' : 'none'
  }

  get #isNew(): boolean {
    return this.#now() - this.#begunAt < newMs
  }

  #isAwake(key: PersonKey): boolean {
    if (this.#isNew) return true
    return isDaytime(this.#now(), people.find((person) => person.key === key)?.timezone ?? '')
  }

  #next(): void {
    const user = this.#user(demoUser)
    const answer = user === undefined ? null : this.#answers.next(user)
    this.#soon()
    if (answer !== null) this.#answer(answer)
    else if (this.#now() >= this.#buildAt) this.#build()
    else if (this.#random.chance(0.3)) this.#react()
    else this.#goOn()
  }

  /** Schedules the next action. A message of the demo user is noticed within the shortest pause, at night too. */
  #soon(): void {
    const { leastMs, spreadMs } = paceAt(this.#now(), this.#audience)
    this.#waitFor(this.#now() + leastMs + this.#random.next() * spreadMs)
  }

  #waitFor(at: number): void {
    const lookMs = 10_000
    const rest = at - this.#now()
    this.#after('next', Math.min(rest, lookMs + this.#random.next() * lookMs), () => {
      const user = this.#user(demoUser)
      const isOver = this.#now() >= at
      if (isOver || (user !== undefined && this.#answers.isAwaited(user))) this.#next()
      else this.#waitFor(at)
    })
  }

  #answer({ row, by, text }: LiveAnswer): void {
    if (text === null) {
      this.#addReaction(row, by)
      return
    }
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
    const line = this.#talk.next()
    const by = line === null ? undefined : this.#user(line.by)
    if (line === null) return
    if (by === undefined || by.is_active === 0) {
      this.#talk.drop(line)
      return
    }
    this.#write(
      by,
      line.text,
      () => streamDestination(this.#context, by, line.stream, line.topic),
      () => {
        this.#talk.drop(line)
      },
    )
  }

  /** The bot reports the build after the newest one. */
  #build(): void {
    this.#buildAt = this.#now() + buildEveryMs
    const told = this.#newest(builds, 20)
    const by = this.#user('build')
    if (told === null || by === undefined) return
    const newest = Math.max(...told.map(({ text }) => Number(/#(\d+)/.exec(text)?.[1] ?? 0)))
    const text = `Build #${newest + 1} passed in ${170 + this.#random.below(60)} s.`
    this.#send(by, text, streamDestination(this.#context, by, builds.stream, builds.topic))
  }

  /**
   * Shows typing for a moment, then sends. The destination is resolved when sending, since it may have been removed.
   */
  #write(by: UserRow, text: string, placeOf: () => Destination, onFailed: () => void = () => undefined): void {
    inBackground('a line of the demo', () => {
      tellTyping(this.#context, by, placeOf(), 'start')
    })
    this.#after('write', typingMs, () => {
      const isSent = inBackground('a line of the demo', () => {
        const destination = placeOf()
        tellTyping(this.#context, by, destination, 'stop')
        this.#send(by, text, destination)
        return true
      })
      if (isSent !== true) onFailed()
    })
  }

  #send(by: UserRow, text: string, destination: Destination): void {
    this.#context.write(() =>
      sendMessage(this.#context, { sender: by, destination, content: text, client: 'Skein', readBySender: true }),
    )
  }

  /** Adds a reaction of a colleague to one of the latest messages that the demo user can see. */
  #react(): void {
    const { messages, reactions } = this.#context.tables
    const user = this.#user(demoUser)
    if (user === undefined) return
    const youngest = this.#context.nowSeconds() - reactedForSeconds
    const rows = messages
      .page(
        user.id,
        { sql: 'r.stream_id IS NOT NULL', parameters: [], scope: 'own' },
        { comparison: '<', anchor: Number.MAX_SAFE_INTEGER, limit: reactedTo },
      )
      .filter(({ id, timestamp }) => timestamp > youngest && reactions.ofMessage(id).length < mostReactions)
    const colleagues = people.filter(
      (person) => !('isBot' in person) && person.key !== demoUser && this.#isAwake(person.key),
    )
    if (rows.length === 0 || colleagues.length === 0) return
    const row = this.#random.pick(rows)
    const by = this.#user(this.#random.pick(colleagues).key)
    if (row.stream_id === null || by === undefined || by.id === row.sender_id) return
    if (by.is_active === 1 && isSubscribed(this.#context, by.id, row.stream_id)) this.#addReaction(row, by)
  }

  #addReaction(row: MessageRow, by: UserRow): void {
    const emoji = readEmoji(this.#context, { name: this.#random.pick(liveReactions), code: undefined, type: undefined })
    this.#context.write(() => {
      addReaction(this.#context, by, row, emoji)
    })
  }

  /** The newest messages of a topic; null if the topic is gone. */
  #newest({ stream, topic }: LivePlace, limit: number): readonly SaidLine[] | null {
    const { messages, streams } = this.#context.tables
    const found = streams.byName(stream)
    if (found === undefined || found.is_archived === 1) return null
    const condition = { sql: 'r.stream_id = ? AND m.topic_key = ?', parameters: [found.id, topicKey(topic)] }
    const rows = messages.page(0, condition, { comparison: '<', anchor: Number.MAX_SAFE_INTEGER, limit })
    return rows.length === 0 ? null : rows.map(({ content, timestamp }) => ({ text: content, at: timestamp }))
  }

  /** Reports most colleagues who are awake as present. */
  #showPresence(): void {
    const now = this.#context.nowSeconds()
    this.#context.write(() => {
      for (const [index, person] of people.entries()) {
        const user = this.#user(person.key)
        if (user === undefined || user.is_bot === 1 || user.is_active === 0 || person.key === demoUser) continue
        if (index % 4 !== 3 && this.#isAwake(person.key)) {
          this.#context.tables.presence.see(user.id, index % 4 !== 2, now)
        }
      }
    })
    this.#after('presence', presenceEveryMs, () => this.#showPresence())
  }

  #user(key: PersonKey): UserRow | undefined {
    const person = people.find((candidate) => candidate.key === key)
    return person === undefined ? undefined : this.#context.tables.users.byEmail(person.email)
  }
}
