/** The people and streams of the race. Olga never leaves the private ones, so that they are never empty. */
export const people = ['olga', 'noor', 'mei', 'sam'] as const
export type Person = (typeof people)[number]
export const streams = ['hall', 'attic', 'cell'] as const
export type Stream = (typeof streams)[number]

export interface StreamPlace {
  readonly stream: Stream
  readonly topic: string
}

export interface ModelMessage {
  readonly id: number
  readonly sender: Person
  place: StreamPlace | { readonly direct: readonly Person[] }
  content: string
  /** Flags by person; only persons with a personal row have an entry. */
  readonly rows: Map<Person, Set<string>>
  /** `person:emoji` */
  readonly reactions: Set<string>
}

/** A command to the service. Messages and drafts are numbered from the newest backwards. */
export type Command =
  | { readonly type: 'send'; readonly to: StreamPlace; readonly content: string }
  | { readonly type: 'tell'; readonly to: readonly Person[]; readonly content: string }
  | { readonly type: 'edit'; readonly message: number; readonly content: string }
  | {
      readonly type: 'move'
      readonly message: number
      readonly to: StreamPlace
      readonly mode: 'change_one' | 'change_later' | 'change_all'
    }
  | { readonly type: 'delete'; readonly message: number }
  | { readonly type: 'react'; readonly message: number; readonly emoji: string; readonly op: 'add' | 'remove' }
  | {
      readonly type: 'flag'
      readonly message: number
      readonly flag: 'read' | 'starred'
      readonly op: 'add' | 'remove'
    }
  | { readonly type: 'draft'; readonly content: string }
  | { readonly type: 'redraft'; readonly draft: number; readonly content: string }
  | { readonly type: 'undraft'; readonly draft: number }
  | { readonly type: 'topic'; readonly place: StreamPlace; readonly policy: number }
  | { readonly type: 'join'; readonly stream: Stream; readonly who: Person }
  | { readonly type: 'leave'; readonly stream: Stream }

/** The answer of the service: `success` or the error's code, and the new id. */
export interface Outcome {
  readonly code: string
  readonly id?: number
}

const isPrivate = (stream: Stream) => stream !== 'hall'
const hasSharedHistory = (stream: Stream) => stream !== 'cell'
const key = ({ stream, topic }: StreamPlace) => `${stream}:${topic.toLowerCase()}`
const nearness = [1, 0, 2, 3]

/** The simplest model of the service: no database, no queues, only the permissions of the race. */
export class RacingModel {
  readonly messages: ModelMessage[] = []
  readonly members = new Map<Stream, Set<Person>>(streams.map((stream) => [stream, new Set(people)]))
  readonly drafts = new Map<Person, Map<number, string>>(people.map((person) => [person, new Map()]))
  readonly policies = new Map<Person, Map<string, number>>(people.map((person) => [person, new Map()]))
  /** Messages of which a person got an event and no deletion. */
  readonly heard = new Map<Person, Set<number>>(people.map((person) => [person, new Set()]))

  clone(): RacingModel {
    const copy = new RacingModel()
    for (const message of this.messages) {
      copy.messages.push({
        ...message,
        rows: new Map([...message.rows].map(([person, flags]) => [person, new Set(flags)])),
        reactions: new Set(message.reactions),
      })
    }
    for (const stream of streams) copy.members.set(stream, new Set(this.members.get(stream)))
    for (const person of people) {
      copy.drafts.set(person, new Map(this.drafts.get(person)))
      copy.policies.set(person, new Map(this.policies.get(person)))
      copy.heard.set(person, new Set(this.heard.get(person)))
    }
    return copy
  }

  isMember(person: Person, stream: Stream): boolean {
    return this.members.get(stream)!.has(person)
  }

  canReadStream(person: Person, stream: Stream): boolean {
    return this.isMember(person, stream) || (!isPrivate(stream) && person !== 'sam')
  }

  canRead(person: Person, message: ModelMessage): boolean {
    if ('direct' in message.place) return message.rows.has(person)
    const { stream } = message.place
    return this.canReadStream(person, stream) && (message.rows.has(person) || hasSharedHistory(stream))
  }

  /** The nth message, counted from the newest. */
  message(number: number): ModelMessage | undefined {
    return this.messages[this.messages.length - 1 - (number % Math.max(1, this.messages.length))]
  }

  draftId(person: Person, number: number): number {
    const ids = [...this.drafts.get(person)!.keys()]
    return ids[number % Math.max(1, ids.length)] ?? 0
  }

  /** Applies a command. Returns the required answer, or undefined if `given` is impossible in this state. */
  apply(person: Person, command: Command, given: Outcome): string | undefined {
    switch (command.type) {
      case 'send':
        return this.#send(person, command.to, command.content, given)
      case 'tell':
        return this.#tell(person, command.to, command.content, given)
      case 'draft':
        if (given.id !== undefined) this.drafts.get(person)!.set(given.id, command.content)
        return 'success'
      case 'topic':
        if (!this.canReadStream(person, command.place.stream)) return 'BAD_REQUEST'
        this.#setPolicy(person, command.place, command.policy)
        return 'success'
      case 'join':
        return this.#join(person, command.stream, command.who)
      case 'leave':
        return this.#leave(person, command.stream)
      default:
        throw new Error(`${command.type} is about something that has a number: use applyTo`)
    }
  }

  /** Applies a command about a message or draft with a given id, as `apply` does. */
  applyTo(person: Person, command: Command, id: number): string {
    if (command.type === 'redraft' || command.type === 'undraft') {
      const drafts = this.drafts.get(person)!
      if (!drafts.has(id)) return 'BAD_REQUEST'
      if (command.type === 'redraft') drafts.set(id, command.content)
      else drafts.delete(id)
      return 'success'
    }
    const message = this.messages.find((candidate) => candidate.id === id)
    if (message === undefined || !this.canRead(person, message)) {
      // A message without a personal row is read and has no other flags: a command to that effect changes nothing.
      const asksNothing = command.type === 'flag' && (command.op === 'add') === (command.flag === 'read')
      return asksNothing ? 'success' : 'BAD_REQUEST'
    }
    switch (command.type) {
      case 'edit':
        if (message.sender !== person) return 'BAD_REQUEST'
        message.content = command.content
        return 'success'
      case 'delete':
        if (message.sender !== person && person !== 'olga') return 'BAD_REQUEST'
        this.messages.splice(this.messages.indexOf(message), 1)
        for (const heard of this.heard.values()) heard.delete(id)
        return 'success'
      case 'react':
        return this.#react(person, message, command.emoji, command.op)
      case 'flag':
        this.#flag(person, message, command.flag, command.op)
        return 'success'
      case 'move':
        return this.#move(person, message, command.to, command.mode)
      default:
        throw new Error(`${command.type} is about nothing that has a number`)
    }
  }

  #add(
    message: Omit<ModelMessage, 'rows' | 'reactions'>,
    receivers: Iterable<Person>,
    listeners: ReadonlySet<Person>,
  ): void {
    const rows = new Map<Person, Set<string>>()
    for (const receiver of receivers) rows.set(receiver, new Set(receiver === message.sender ? ['read'] : []))
    this.messages.push({ ...message, rows, reactions: new Set() })
    for (const listener of listeners) this.heard.get(listener)!.add(message.id)
  }

  #isNext(id: number | undefined): id is number {
    return id !== undefined && id > (this.messages.at(-1)?.id ?? 0)
  }

  #send(person: Person, to: StreamPlace, content: string, given: Outcome): string | undefined {
    if (!this.canReadStream(person, to.stream)) return 'BAD_REQUEST'
    if (!this.#isNext(given.id)) return undefined
    const members = this.members.get(to.stream)!
    this.#add({ id: given.id, sender: person, place: to, content }, new Set([...members, person]), members)
    return 'success'
  }

  #tell(person: Person, to: readonly Person[], content: string, given: Outcome): string | undefined {
    if (!this.#isNext(given.id)) return undefined
    const direct = [...new Set([...to, person])].sort()
    this.#add({ id: given.id, sender: person, place: { direct }, content }, direct, new Set(direct))
    return 'success'
  }

  #react(person: Person, message: ModelMessage, emoji: string, op: 'add' | 'remove'): string {
    const vote = `${person}:${emoji}`
    if (op === 'add' && message.reactions.has(vote)) return 'REACTION_ALREADY_EXISTS'
    if (op === 'remove' && !message.reactions.has(vote)) return 'REACTION_DOES_NOT_EXIST'
    if (op === 'add') message.reactions.add(vote)
    else message.reactions.delete(vote)
    return 'success'
  }

  #flag(person: Person, message: ModelMessage, flag: 'read' | 'starred', op: 'add' | 'remove'): void {
    const row = message.rows.get(person)
    if (row === undefined) {
      if (flag === 'starred' && op === 'add') message.rows.set(person, new Set(['read', 'starred', 'historical']))
      return
    }
    const isElsewhere = 'stream' in message.place && !this.isMember(person, message.place.stream)
    if (flag === 'read' && op === 'remove' && isElsewhere) return
    if (op === 'add') row.add(flag)
    else row.delete(flag)
  }

  #move(person: Person, message: ModelMessage, to: StreamPlace, mode: string): string {
    if ('direct' in message.place) return 'BAD_REQUEST'
    const from = message.place
    if (from.stream === to.stream && from.topic === to.topic) return 'BAD_REQUEST'
    if (from.stream !== to.stream && (person === 'sam' || !this.canReadStream(person, to.stream))) return 'BAD_REQUEST'
    const inPlace = (place: StreamPlace) =>
      this.messages.filter((other) => 'stream' in other.place && key(other.place) === key(place))
    const all = inPlace(from)
    const hadTarget = inPlace(to).length > 0
    const moved = all.filter(
      (other) =>
        this.canRead(person, other) &&
        (mode === 'change_all' || other === message || (mode === 'change_later' && other.id > message.id)),
    )
    for (const other of moved) {
      // If only the stream changes, each message keeps its spelling of the topic.
      const topic = from.topic === to.topic ? (other.place as StreamPlace).topic : to.topic
      other.place = { stream: to.stream, topic }
      if (from.stream !== to.stream) this.#rehome(other, to.stream)
    }
    if (moved.length === all.length && key(from) !== key(to)) this.#movePolicies(from, to, hadTarget)
    return 'success'
  }

  #rehome(message: ModelMessage, stream: Stream): void {
    for (const [person, flags] of message.rows) {
      if (!this.canReadStream(person, stream)) message.rows.delete(person)
      else if (!this.isMember(person, stream)) flags.add('read')
    }
    if (!hasSharedHistory(stream)) {
      for (const person of this.members.get(stream)!) {
        if (!message.rows.has(person)) message.rows.set(person, new Set(['read', 'historical']))
      }
    }
    for (const person of people) if (!this.canRead(person, message)) this.heard.get(person)!.delete(message.id)
  }

  #setPolicy(person: Person, place: StreamPlace, policy: number): void {
    if (policy === 0) this.policies.get(person)!.delete(key(place))
    else this.policies.get(person)!.set(key(place), policy)
  }

  #movePolicies(from: StreamPlace, to: StreamPlace, hadTarget: boolean): void {
    for (const person of people) {
      const policies = this.policies.get(person)!
      const policy = policies.get(key(from))
      if (policy === undefined) continue
      policies.delete(key(from))
      if (!this.canReadStream(person, to.stream)) continue
      const there = policies.get(key(to)) ?? 0
      const isNearer = nearness.indexOf(policy) > nearness.indexOf(there)
      this.#setPolicy(person, to, hadTarget && !isNearer ? there : policy)
    }
  }

  #join(person: Person, stream: Stream, who: Person): string {
    const mayOpen = isPrivate(stream) || person === 'sam' ? this.isMember(person, stream) : true
    if (!mayOpen || (person === 'sam' && who !== person)) return 'BAD_REQUEST'
    this.members.get(stream)!.add(who)
    return 'success'
  }

  #leave(person: Person, stream: Stream): string {
    if (!this.canReadStream(person, stream)) return 'BAD_REQUEST'
    if (!this.members.get(stream)!.delete(person)) return 'success'
    for (const message of this.messages) {
      if (!('stream' in message.place) || message.place.stream !== stream) continue
      message.rows.get(person)?.add('read')
      this.heard.get(person)!.delete(message.id)
    }
    return 'success'
  }
}
