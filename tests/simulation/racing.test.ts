import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chooseSeed, sampled } from '#support/random.ts'
import { Service, type Answer } from '#support/service.ts'
import type { Account } from '#support/test-server.ts'
import {
  people,
  RacingModel,
  streams,
  type Command,
  type ModelMessage,
  type Outcome,
  type Person,
  type Stream,
} from './racing-model.ts'

const runs = sampled(4, 2000)

const emojis: Readonly<Record<string, string>> = { tada: '1f389', eyes: '1f440' }
const place = fc.record({ stream: fc.constantFrom(...streams), topic: fc.constantFrom('a', 'A', 'b') })
const content = fc.constantFrom('one', 'two', 'three *four*', '@**all** five')
const message = fc.nat(6)
const addOrRemove = fc.constantFrom('add' as const, 'remove' as const)

const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ type: fc.constant('send' as const), to: place, content }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('tell' as const),
      to: fc.subarray([...people], { minLength: 1 }),
      content,
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('edit' as const), message, content }) },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('move' as const),
      message,
      to: place,
      mode: fc.constantFrom('change_one' as const, 'change_later' as const, 'change_all' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('delete' as const), message }) },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('react' as const),
      message,
      emoji: fc.constantFrom(...Object.keys(emojis)),
      op: addOrRemove,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('flag' as const),
      message,
      flag: fc.constantFrom('read' as const, 'starred' as const),
      op: addOrRemove,
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('draft' as const), content }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('redraft' as const), draft: fc.nat(3), content }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('undraft' as const), draft: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('topic' as const), place, policy: fc.nat(3) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('join' as const),
      stream: fc.constantFrom(...streams),
      who: fc.constantFrom(...people),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('leave' as const), stream: fc.constantFrom(...streams) }) },
)

/** Concurrent commands of two or three people. */
const moment = fc
  .uniqueArray(fc.record({ who: fc.constantFrom(...people), command }), {
    minLength: 1,
    maxLength: 3,
    selector: (act) => act.who,
  })
  .map((acts) =>
    acts.filter(({ who, command: what }) => !(who === 'olga' && what.type === 'leave' && what.stream !== 'hall')),
  )

interface Act {
  readonly who: Person
  readonly command: Command
  /** The message or draft of the command at the time of sending. */
  readonly id: number | undefined
  readonly outcome: Outcome
}

/** The state that a client derives from events only. */
interface Replica {
  readonly messages: Map<
    number,
    { content: string; stream: number | undefined; topic: string; flags: Set<string>; reactions: Set<string> }
  >
  readonly drafts: Map<number, string>
  readonly policies: Map<string, number>
  readonly streams: Set<number>
}

class Race {
  readonly service: Service
  readonly accounts: Readonly<Record<Person, Account>>
  readonly streamIds: Readonly<Record<Stream, number>>
  readonly replicas = new Map<Person, Replica>()
  model = new RacingModel()

  constructor(service: Service, accounts: Record<Person, Account>, streamIds: Record<Stream, number>) {
    this.service = service
    this.accounts = accounts
    this.streamIds = streamIds
  }

  static async start(): Promise<Race> {
    const service = await Service.start({}, ':memory:')
    const accounts = {
      olga: service.person('Olga', 'owner'),
      noor: service.person('Noor'),
      mei: service.person('Mei'),
      sam: service.person('Sam', 'guest'),
    }
    const everybody = Object.values(accounts)
    const race = new Race(service, accounts, {
      hall: await service.stream('hall', everybody),
      attic: await service.stream('attic', everybody, { invite_only: true, history_public_to_subscribers: true }),
      cell: await service.stream('cell', everybody, { invite_only: true, history_public_to_subscribers: false }),
    })
    for (const person of people) {
      await service.listen(accounts[person], { apply_markdown: false })
      race.replicas.set(person, {
        messages: new Map(),
        drafts: new Map(),
        policies: new Map(),
        streams: new Set(Object.values(race.streamIds)),
      })
    }
    return race
  }

  async act(who: Person, command: Command): Promise<Act> {
    const id = this.#idOf(who, command)
    const answer = await this.#call(who, command, id)
    const given = answer.id ?? (answer.ids as number[] | undefined)?.[0]
    const outcome = {
      code: answer.result === 'success' ? 'success' : String(answer.code),
      ...(typeof given === 'number' ? { id: given } : {}),
    }
    return { who, command, id, outcome }
  }

  #idOf(who: Person, command: Command): number | undefined {
    if ('message' in command) return this.model.message(command.message)?.id ?? 999_999
    return 'draft' in command ? this.model.draftId(who, command.draft) : undefined
  }

  #call(who: Person, command: Command, id = 0): Promise<Answer> {
    const { service } = this
    const me = this.accounts[who]
    const draft = (text: string) => ({ type: '', to: [], topic: '', content: text })
    switch (command.type) {
      case 'send': {
        const { stream, topic } = command.to
        const form = {
          type: 'stream',
          to: this.streamIds[stream],
          topic,
          content: command.content,
          read_by_sender: true,
        }
        return service.call(me, 'POST', '/messages', form)
      }
      case 'tell':
        return service.call(me, 'POST', '/messages', {
          type: 'direct',
          to: command.to.map((person) => this.accounts[person].id),
          content: command.content,
          read_by_sender: true,
        })
      case 'edit':
        return service.call(me, 'PATCH', `/messages/${id}`, { content: command.content })
      case 'move':
        return service.call(me, 'PATCH', `/messages/${id}`, {
          topic: command.to.topic,
          stream_id: this.streamIds[command.to.stream],
          propagate_mode: command.mode,
          send_notification_to_new_thread: false,
        })
      case 'delete':
        return service.call(me, 'DELETE', `/messages/${id}`)
      case 'react':
        return service.call(me, command.op === 'add' ? 'POST' : 'DELETE', `/messages/${id}/reactions`, {
          emoji_name: command.emoji,
        })
      case 'flag':
        return service.call(me, 'POST', '/messages/flags', { messages: [id], op: command.op, flag: command.flag })
      case 'draft':
        return service.call(me, 'POST', '/drafts', { drafts: [draft(command.content)] })
      case 'redraft':
        return service.call(me, 'PATCH', `/drafts/${id}`, { draft: draft(command.content) })
      case 'undraft':
        return service.call(me, 'DELETE', `/drafts/${id}`)
      case 'topic':
        return service.call(me, 'POST', '/user_topics', {
          stream_id: this.streamIds[command.place.stream],
          topic: command.place.topic,
          visibility_policy: command.policy,
        })
      case 'join':
        return service.call(me, 'POST', '/users/me/subscriptions', {
          subscriptions: [{ name: command.stream }],
          principals: [this.accounts[command.who].id],
        })
      case 'leave':
        return service.call(me, 'DELETE', '/users/me/subscriptions', { subscriptions: [command.stream] })
    }
  }

  /** Finds an order of the commands that explains all answers, the state and the events. */
  async settle(acts: readonly Act[]): Promise<void> {
    const reasons: string[] = []
    const fitting = new Map<string, RacingModel>()
    for (const order of permutations(acts)) {
      const model = this.model.clone()
      const wrong = order
        .map((act) => {
          const expected =
            act.id === undefined
              ? model.apply(act.who, act.command, act.outcome)
              : model.applyTo(act.who, act.command, act.id)
          return expected === act.outcome.code
            ? undefined
            : `${JSON.stringify(act)} should have been ${expected ?? 'later'}`
        })
        .find((reason) => reason !== undefined)
      const difference = wrong ?? this.#difference(model)
      if (difference !== undefined) reasons.push(difference)
      else if (!fitting.has(heardIn(model))) fitting.set(heardIn(model), model)
    }
    // The recipients of a message may depend on the order without another trace.
    if (fitting.size > 1) for (const person of people) await this.#listen(person)
    const heard = JSON.stringify(people.map((person) => sorted(this.replicas.get(person)!.messages.keys())))
    const [only] = fitting.values()
    const found = fitting.size > 1 ? fitting.get(heard) : only
    if (found !== undefined) {
      this.model = found
      return
    }
    reasons.push(...[...fitting.keys()].map((other) => `heard ${heard}, not ${other}`))
    throw new Error(`no order of what happened explains it:\n${reasons.join('\n')}`)
  }

  /** Applies the events since the last call. */
  async #listen(person: Person): Promise<void> {
    const account = this.accounts[person]
    const replica = this.replicas.get(person)!
    const events = await this.service.events(account)
    for (const event of events) this.#reduce(replica, event)
    // The queue merges pending events out of order: a client fetches messages that one answer names both ways (U6).
    for (const id of namedBothWays(events)) {
      const known = replica.messages.get(id)
      if (known === undefined) continue
      const { message } = await this.service.ok(account, 'GET', `/messages/${id}`)
      known.flags = new Set((message as { flags: string[] }).flags)
    }
  }

  #isPerson(id: number): boolean {
    return people.some((person) => this.accounts[person].id === id)
  }

  #nameOf(id: number): Person {
    return people.find((person) => this.accounts[person].id === id)!
  }

  #streamOf(id: number): Stream {
    return streams.find((stream) => this.streamIds[stream] === id)!
  }

  /** Compares the server's own tables with the model. */
  #difference(model: RacingModel): string | undefined {
    const { messages, reactions, streams: table, preferences, drafts } = this.service.context.tables
    const told = (state: unknown) => JSON.stringify(state)
    const maxId = messages.maxId()
    const modelled = new Map(model.messages.map((item) => [item.id, item]))
    for (let id = 1; id <= maxId; id += 1) {
      const row = messages.get(id, 0)
      // Notices of the server are not part of the race.
      if (row !== undefined && !this.#isPerson(row.sender_id)) continue
      const item = modelled.get(id)
      if (row === undefined || item === undefined) {
        if ((row === undefined) !== (item === undefined)) return `message ${id} is in one of the two only`
        continue
      }
      const actual = {
        content: row.content,
        place: row.stream_id === null ? 'direct' : `${this.#streamOf(row.stream_id)}:${row.topic}`,
        rows: messages
          .readers(id)
          .map((reader) => `${this.#nameOf(reader.userId)}:${flagWords(reader.flags)}`)
          .sort(),
        reactions: reactions
          .ofMessage(id)
          .map((vote) => `${this.#nameOf(vote.user_id)}:${vote.emoji_name}`)
          .sort(),
      }
      const expected = {
        content: item.content,
        place: 'direct' in item.place ? 'direct' : `${item.place.stream}:${item.place.topic}`,
        rows: [...item.rows].map(([person, flags]) => `${person}:${[...flags].sort().join()}`).sort(),
        reactions: [...item.reactions].sort(),
      }
      if (told(actual) !== told(expected)) return `message ${id} is ${told(actual)}, not ${told(expected)}`
    }
    for (const stream of streams) {
      const actual = table
        .subscribers(this.streamIds[stream])
        .map((id) => this.#nameOf(id))
        .sort()
      const expected = [...model.members.get(stream)!].sort()
      if (told(actual) !== told(expected)) return `${stream} has ${told(actual)}, not ${told(expected)}`
    }
    for (const person of people) {
      const { id } = this.accounts[person]
      const policies = preferences
        .topics(id)
        .map((row) => `${this.#streamOf(row.stream_id)}:${row.topic_key}=${row.visibility_policy}`)
        .sort()
      const wanted = [...model.policies.get(person)!].map(([place, policy]) => `${place}=${policy}`).sort()
      if (told(policies) !== told(wanted)) return `${person} wants ${told(policies)}, not ${told(wanted)}`
      const kept = drafts
        .ofUser(id)
        .map((row) => `${row.id}:${row.content}`)
        .sort()
      const written = [...model.drafts.get(person)!].map(([draft, text]) => `${draft}:${text}`).sort()
      if (told(kept) !== told(written)) return `${person} has drafts ${told(kept)}, not ${told(written)}`
    }
    return undefined
  }

  /** Compares the API's answers for each person and each client's state with the model. */
  async verify(): Promise<void> {
    for (const person of people) {
      const account = this.accounts[person]
      const expected = this.model.messages.filter((item) => this.model.canRead(person, item) && item.rows.has(person))
      const answer = await this.service.ok(account, 'GET', '/messages', {
        anchor: 'newest',
        num_before: 1000,
        num_after: 0,
        apply_markdown: false,
      })
      const all = answer.messages as {
        id: number
        sender_id: number
        content: string
        flags: string[]
        subject: string
      }[]
      const read = all.filter((item) => this.#isPerson(item.sender_id))
      expect(read.map((item) => [item.id, item.content, item.subject, withoutMentions(item.flags)])).toEqual(
        expected.map((item) => [item.id, item.content, topicOf(item), [...item.rows.get(person)!].sort().join()]),
      )
      await this.#listen(person)
      const replica = this.replicas.get(person)!
      const heard = this.model.messages.filter((item) => this.model.heard.get(person)!.has(item.id))
      expect([person, [...replica.messages.keys()].sort((a, b) => a - b)]).toEqual([
        person,
        heard.map((item) => item.id),
      ])
      for (const item of heard) {
        const known = replica.messages.get(item.id)!
        expect([
          person,
          item.id,
          known.content,
          known.topic,
          withoutMentions([...known.flags]),
          [...known.reactions].sort(),
        ]).toEqual([
          person,
          item.id,
          item.content,
          topicOf(item),
          [...(item.rows.get(person) ?? [])].sort().join(),
          [...item.reactions]
            .map((vote) => vote.replace(/^\w+/, (name) => String(this.accounts[name as Person].id)))
            .sort(),
        ])
      }
      expect([...replica.drafts]).toEqual([...this.model.drafts.get(person)!])
      expect([...replica.policies].map(([where, policy]) => `${where}=${policy}`).sort()).toEqual(
        [...this.model.policies.get(person)!]
          .map(([where, policy]) => {
            const [stream = '', topic = ''] = where.split(':')
            return `${this.streamIds[stream as Stream]}:${topic}=${policy}`
          })
          .sort(),
      )
      expect([...replica.streams].sort()).toEqual(
        streams
          .filter((stream) => this.model.isMember(person, stream))
          .map((stream) => this.streamIds[stream])
          .sort(),
      )
    }
  }

  #reduce(replica: Replica, event: Record<string, unknown>): void {
    const { messages, drafts, policies } = replica
    switch (event.type) {
      case 'message': {
        const told = event.message as {
          id: number
          sender_id: number
          content: string
          stream_id?: number
          subject: string
        }
        if (!this.#isPerson(told.sender_id)) return
        messages.set(told.id, {
          content: told.content,
          stream: told.stream_id,
          topic: told.subject,
          flags: new Set(event.flags as string[]),
          reactions: new Set(),
        })
        return
      }
      case 'update_message': {
        for (const id of event.message_ids as number[]) {
          const known = messages.get(id)
          if (known === undefined) continue
          if (event.subject !== undefined) known.topic = event.subject as string
          if (event.new_stream_id !== undefined) known.stream = Number(event.new_stream_id)
        }
        const known = messages.get(Number(event.message_id))
        if (known === undefined) return
        if (event.content !== undefined) known.content = event.content as string
        known.flags.clear()
        for (const flag of event.flags as string[]) known.flags.add(flag)
        return
      }
      case 'delete_message':
        for (const id of event.message_ids as number[]) messages.delete(id)
        return
      case 'update_message_flags':
        for (const id of event.messages as number[]) {
          if (event.op === 'add') messages.get(id)?.flags.add(String(event.flag))
          else messages.get(id)?.flags.delete(String(event.flag))
        }
        return
      case 'reaction': {
        const vote = `${String(event.user_id)}:${String(event.emoji_name)}`
        const known = messages.get(Number(event.message_id))
        if (event.op === 'add') known?.reactions.add(vote)
        else known?.reactions.delete(vote)
        return
      }
      case 'subscription': {
        const list = (event.subscriptions ?? []) as { stream_id: number }[]
        for (const { stream_id } of list) {
          if (event.op === 'add') replica.streams.add(stream_id)
          if (event.op !== 'remove') continue
          replica.streams.delete(stream_id)
          for (const [id, known] of messages) if (known.stream === stream_id) messages.delete(id)
        }
        return
      }
      case 'drafts':
        if (event.op === 'add') for (const draft of event.drafts as Draft[]) drafts.set(draft.id, draft.content)
        if (event.op === 'update') drafts.set((event.draft as Draft).id, (event.draft as Draft).content)
        if (event.op === 'remove') drafts.delete(Number(event.draft_id))
        return
      case 'user_topic': {
        const where = `${String(event.stream_id)}:${String(event.topic_name).toLowerCase()}`
        if (event.visibility_policy === 0) policies.delete(where)
        else policies.set(where, Number(event.visibility_policy))
      }
    }
  }
}

interface Draft {
  readonly id: number
  readonly content: string
}

function topicOf(item: ModelMessage): string {
  return 'stream' in item.place ? item.place.topic : ''
}

/** Messages that one answer of a queue names both as added and as removed for one flag. */
function namedBothWays(events: readonly Record<string, unknown>[]): ReadonlySet<number> {
  const named = new Set<string>()
  const both = new Set<number>()
  for (const event of events) {
    if (event.type !== 'update_message_flags') continue
    for (const id of event.messages as number[]) {
      named.add(`${String(event.op)} ${String(event.flag)} ${id}`)
      if (named.has(`${event.op === 'add' ? 'remove' : 'add'} ${String(event.flag)} ${id}`)) both.add(id)
    }
  }
  return both
}

/** The flags that commands of the race can change. */
function withoutMentions(flags: readonly string[]): string {
  return flags
    .filter((flag) => ['read', 'starred', 'historical'].includes(flag))
    .sort()
    .join()
}

function flagWords(flags: number): string {
  const words = [
    [1, 'read'],
    [2, 'starred'],
    [32, 'historical'],
  ] as const
  return words
    .filter(([bit]) => (flags & bit) !== 0)
    .map(([, word]) => word)
    .sort()
    .join()
}

function sorted(ids: Iterable<number>): number[] {
  return [...ids].sort((a, b) => a - b)
}

function heardIn(model: RacingModel): string {
  return JSON.stringify(people.map((person) => sorted(model.heard.get(person)!)))
}

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]]
  return items.flatMap((item, index) =>
    permutations([...items.slice(0, index), ...items.slice(index + 1)]).map((rest) => [item, ...rest]),
  )
}

describe('a race of clients', () => {
  it(
    `leaves the server and all clients in the state of a simple model, ${runs} times`,
    { timeout: 1_800_000 },
    async () => {
      const seed = chooseSeed()
      let acted = 0
      let refused = 0
      await fc.assert(
        fc.asyncProperty(fc.array(moment, { minLength: 10, maxLength: 30 }), async (moments) => {
          const race = await Race.start()
          for (const acts of moments) {
            const done = await Promise.all(acts.map(({ who, command: what }) => race.act(who, what)))
            await race.settle(done)
            acted += done.length
            refused += done.filter((act) => act.outcome.code !== 'success').length
          }
          await race.verify()
          await race.service.server.stop()
        }),
        { numRuns: runs, seed },
      )
      process.stdout.write(`racing clients: ${acted} commands, ${refused} of them refused\n`)
      expect(acted - refused).toBeGreaterThan(runs * 10)
    },
  )
})
