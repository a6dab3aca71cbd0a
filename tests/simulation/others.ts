import { audienceOf } from '#server/messages/reading/audience.ts'
import type { Account } from '#support/test-server.ts'
import type { Stage } from './stage.ts'
import type { Wishes } from './wishes.ts'

/** Actions of other people on all messages. */
export class Others {
  readonly #stage: Stage
  readonly #wishes: Wishes
  /** The message with the to-do list, which is never moved. */
  readonly #list: number
  /** Messages that became visible to the user without an event, with the time of the last one. */
  readonly untold = new Map<number, number>()

  constructor(stage: Stage, wishes: Wishes, list: number) {
    this.#stage = stage
    this.#wishes = wishes
    this.#list = list
  }

  async post(index: number): Promise<void> {
    const { random, server, people } = this.#stage
    const { iris, noor, mei } = people
    const author = random.pick([noor, mei])
    const mention = random.chance(0.1) ? ' @**Iris**' : ''
    const text = `from outside ${index}${mention}`
    if (random.chance(0.1)) {
      const stream = random.pick(this.#stage.looseStreams)
      // Only subscribers and those who may join can write to the public stream.
      await server.post(author, { stream, topic: random.pick(['x', 'y']) }, text).catch(() => 0)
      return
    }
    const place = this.#stage.place()
    if (place.kind === 'topic') await server.post(author, { stream: place.streamId, topic: place.topic }, text)
    else await server.post(author, { direct: [...place.userIds, iris.id] }, text)
  }

  /** Edits, deletes, moves or reacts to a message of any age that the user has received. */
  async changeAny(index: number): Promise<void> {
    const { random, server, people } = this.#stage
    const { iris, noor, mei, general, design } = people
    const ids = this.#stage.messageIds(`m.sender_id <> ${iris.id} AND m.id <> ${this.#list}`)
    if (ids.length === 0) return
    const id = random.pick(ids)
    const row = server.built.context.tables.messages.get(id, iris.id)
    const author = [noor, mei].find((person) => person.id === row?.sender_id)
    if (row === undefined || author === undefined) return
    const kind = random.pick(['edit', 'delete', 'move', 'react'])
    if (kind === 'edit') {
      const mention = random.chance(0.2) ? ' @**Iris**' : ''
      await server.call(author, 'PATCH', `/messages/${id}`, { content: `edited ${index}${mention}` })
    } else if (kind === 'delete') {
      await server.call(iris, 'DELETE', `/messages/${id}`)
    } else if (kind === 'react') {
      const emoji = { emoji_name: random.pick(['heart', '+1', 'tada']) }
      await server.call(
        random.pick([noor, mei]),
        random.pick(['POST', 'POST', 'DELETE']),
        `/messages/${id}/reactions`,
        emoji,
      )
    } else if (row.stream_id !== null) {
      await this.#move(iris, id, {
        from: row.stream_id,
        to: random.pick([row.stream_id, general, design]),
        topic: random.pick(['a', 'b', 'moved']),
        mode: random.pick(['change_one', 'change_one', 'change_later', 'change_all']),
      })
    }
  }

  /** Moves a message into a stream of the user, often out of one that the user is not in. */
  async moveIn(): Promise<void> {
    const { random, people } = this.#stage
    const from = random.pick(this.#stage.looseStreams)
    const ids = this.#stage.idsInStreams([from])
    if (ids.length === 0) return
    await this.#move(people.noor, random.pick(ids), {
      from,
      to: random.pick([people.general, people.design]),
      topic: random.pick(['a', 'b', 'moved']),
      mode: random.pick(['change_one', 'change_one', 'change_later']),
    })
  }

  /** Moves a message out of a stream of the user, often into one that the user is not in. */
  async moveAway(): Promise<void> {
    const { random, people } = this.#stage
    const { iris, general, design } = people
    const from = random.pick([general, design])
    const mine = new Set(this.#stage.messageIds(`m.sender_id = ${iris.id}`))
    const ids = this.#stage.idsInStreams([from]).filter((id) => id !== this.#list && !mine.has(id))
    if (ids.length === 0) return
    const id = random.pick(ids)
    this.#wishes.giveUp(id)
    const to = random.pick(this.#stage.looseStreams)
    await this.#move(people.noor, id, { from, to, topic: random.pick(['x', 'y']), mode: 'change_one' })
  }

  async #move(
    mover: Account,
    id: number,
    move: { readonly from: number; readonly to: number; readonly topic: string; readonly mode: string },
  ): Promise<void> {
    const { server } = this.#stage
    const before = this.#inSight(move.from)
    await server.call(mover, 'PATCH', `/messages/${id}`, {
      topic: move.topic,
      propagate_mode: move.mode,
      send_notification_to_new_thread: 'false',
      ...(move.to === move.from ? {} : { stream_id: String(move.to) }),
    })
    if (move.to !== move.from && this.#stage.looseStreams.includes(move.from)) this.#noteUntold(before, move)
  }

  /** Messages of a stream whose events the user gets from now on. */
  #inSight(streamId: number): { readonly all: ReadonlySet<number>; readonly seen: ReadonlySet<number> } {
    const { context } = this.#stage.server.built
    const { iris } = this.#stage.people
    const all = new Set(this.#stage.idsInStreams([streamId]))
    const seen = [...all].filter((id) => {
      const row = context.tables.messages.get(id, iris.id)
      return row !== undefined && audienceOf(context, row).has(iris.id)
    })
    return { all, seen: new Set(seen) }
  }

  /**
   * Records messages that a move made visible without an event: the server reports the move to users who received the
   * message or have a personal row of it.
   */
  #noteUntold(
    before: { readonly all: ReadonlySet<number>; readonly seen: ReadonlySet<number> },
    move: { readonly to: number },
  ): void {
    const received = new Set(this.#stage.messageIds('1'))
    for (const id of this.#stage.idsInStreams([move.to])) {
      if (before.all.has(id) && !before.seen.has(id) && !received.has(id)) this.untold.set(id, this.#stage.now())
    }
  }
}
