import assert from 'node:assert/strict'
import type { Stage } from './stage.ts'

/** The actions of the user here, and their required results at the server. */
export class Wishes {
  readonly #stage: Stage
  readonly #list: number
  /** Texts that must be at the server at the end, with their counts. */
  readonly #expected: string[] = []
  /** Texts that must be scheduled at the server. */
  readonly #later: string[] = []
  /** The number of votes on the task of the list. */
  #strikes = 0
  readonly #colours = new Map<number, string>()
  readonly #edited = new Map<number, string>()
  readonly #editedElsewhere = new Map<number, string>()
  readonly #deleted = new Set<number>()
  readonly #starred = new Map<number, boolean>()
  /** Messages without a required result. */
  readonly #lost = new Set<number>()
  /** The last wanted own reactions, and policies of topics that are not moved, by their subject. */
  readonly #reacted = new Map<string, boolean>()
  readonly #policies = new Map<string, number>()

  /** @param list the message with the to-do list */
  constructor(stage: Stage, list: number) {
    this.#stage = stage
    this.#list = list
  }

  /** Releases a message that was moved out of the user's sight: its actions may be refused. */
  giveUp(id: number): void {
    this.#lost.add(id)
  }

  /** Whether the user starred or unstarred the message here: the last choice must remain at the end. */
  isStarredHere(id: number): boolean {
    return this.#starred.has(id)
  }

  async send(index: number): Promise<void> {
    const destination = this.#stage.place()
    // Some texts are equal on purpose, since the outbox matches them by count.
    const content = this.#stage.random.chance(0.2) ? 'ok' : `mine ${index}`
    const localId = this.#stage.newLocalId()
    const result = await this.#stage.call('messages.send', { localId, destination, content })
    const isThere = result?.ok ?? this.#stage.query(`SELECT 1 FROM outbox WHERE local_id = '${localId}'`).length > 0
    if (isThere) this.#expected.push(content)
  }

  async read(): Promise<void> {
    const newest = this.#stage.query<{ id: number | null }>('SELECT max(id) AS id FROM message')[0]?.id ?? 0
    const messageIds = Array.from({ length: 5 }, () => 1 + this.#stage.random.below(Math.max(60, newest)))
    await this.#stage.call('messages.markRead', { messageIds })
  }

  async readAll(): Promise<void> {
    const scope = this.#stage.random.pick<unknown>([
      'all',
      { kind: 'stream', streamId: this.#stage.people.general },
      this.#stage.place(),
    ])
    await this.#stage.call('messages.markAllRead', { scope })
  }

  /** Moves cached messages, or resolves a topic; if others move them too, the last move counts. */
  async move(index: number): Promise<void> {
    const rows = this.#stage.query<{ id: number; topic: string; stream_id: number }>(
      'SELECT id, topic, stream_id FROM message WHERE stream_id IS NOT NULL',
    )
    if (rows.length === 0) return
    const { id, topic, stream_id: streamId } = this.#stage.random.pick(rows)
    if (this.#stage.random.chance(0.3)) {
      await this.#stage.call('topics.resolve', { streamId, topic, isResolved: this.#stage.random.chance(0.5) })
      return
    }
    await this.#stage.call('messages.move', {
      messageId: id,
      streamId: this.#stage.random.pick([streamId, this.#stage.people.general, this.#stage.people.design]),
      topic: this.#stage.random.pick(['a', 'b', 'moved', `m${index}`]),
      mode: this.#stage.random.pick(['change_one', 'change_later', 'change_all']),
      notifyOld: false,
      notifyNew: false,
    })
  }

  async schedule(index: number): Promise<void> {
    const content = this.#stage.random.chance(0.3) ? 'later' : `later ${index}`
    const localId = this.#stage.newLocalId()
    const deliverAt = Math.floor(this.#stage.now() / 1000) + 40 * 86_400
    const destination = this.#stage.place()
    const result = await this.#stage.call('messages.schedule', { localId, destination, content, deliverAt })
    const isThere = result?.ok ?? this.#stage.query(`SELECT 1 FROM outbox WHERE local_id = '${localId}'`).length > 0
    if (isThere) this.#later.push(content)
  }

  async changeScheduled(index: number): Promise<void> {
    const rows = this.#stage.query<{ id: number; content: string }>(
      `SELECT s.id, coalesce((SELECT json_extract(o.payload, '$.content') FROM outbox o
         WHERE o.queue_key = 'scheduled:' || s.id AND o.kind = 'schedule_edit' ORDER BY seq DESC LIMIT 1), s.content) AS content
       FROM scheduled_message s
       WHERE NOT EXISTS (SELECT 1 FROM outbox o WHERE o.queue_key = 'scheduled:' || s.id AND o.kind = 'schedule_delete')`,
    )
    if (rows.length === 0) return
    const { id, content } = this.#stage.random.pick(rows)
    const place = this.#later.indexOf(content)
    if (place < 0) return
    if (this.#stage.random.chance(0.5)) {
      const result = await this.#stage.call('scheduled.delete', { scheduledId: id, keepDraft: false })
      if (this.#stage.isStored(result, 'schedule_delete', (payload) => payload === `{"scheduledId":${id}}`))
        this.#later.splice(place, 1)
      return
    }
    const next = `later, changed ${index}`
    const result = await this.#stage.call('scheduled.edit', { scheduledId: id, content: next })
    if (this.#stage.isStored(result, 'schedule_edit', (payload) => payload.includes(next))) this.#later[place] = next
  }

  /** Edits an own message on another device that was not changed here. */
  async editElsewhere(index: number): Promise<void> {
    const { iris } = this.#stage.people
    const isFree = (id: number) => !this.#edited.has(id) && !this.#deleted.has(id)
    const own = this.#stage.serverRows<{ id: number; content: string }>(
      `SELECT id, content FROM message WHERE sender_id = ${iris.id}`,
    )
    const free = own.filter(({ id }) => isFree(id))
    if (free.length === 0) return
    const { id, content: before } = this.#stage.random.pick(free)
    const place = this.#expected.indexOf(before)
    assert.ok(place >= 0, `“${before}” is awaited`)
    const content = `mine, edited elsewhere ${index}`
    const { result } = await this.#stage.server.call(iris, 'PATCH', `/messages/${id}`, { content })
    if (result !== 'success') return
    this.#editedElsewhere.set(id, content)
    this.#expected[place] = content
  }

  /** Checks or unchecks the task of the list: a repetition would undo it, so each change must arrive once. */
  async strike(): Promise<void> {
    const before = this.#stage.query("SELECT 1 FROM outbox WHERE kind = 'submessage'").length
    const result = await this.#stage.call('widgets.act', {
      localId: crypto.randomUUID(),
      messageId: this.#list,
      act: { type: 'strike', key: '0,' + String(this.#stage.people.noor.id) },
    })
    const after = this.#stage.query("SELECT 1 FROM outbox WHERE kind = 'submessage'").length
    if (result?.ok ?? after > before) this.#strikes += 1
  }

  async colour(): Promise<void> {
    const value = `#${this.#stage.random
      .below(2 ** 24)
      .toString(16)
      .padStart(6, '0')}`
    const streamId = this.#stage.random.pick([this.#stage.people.general, this.#stage.people.design])
    const result = await this.#stage.call('streams.property', { streamId, change: { property: 'color', value } })
    if (this.#stage.isStored(result, 'subscription', (payload) => payload.includes(value)))
      this.#colours.set(streamId, value)
  }

  /** The SQL condition of messages that the user can always reach; elsewhere actions may be refused. */
  #isKept(): string {
    const { general, design } = this.#stage.people
    return `(stream_id IS NULL OR stream_id IN (${general}, ${design}))`
  }

  /** Edits, deletes or stars a message that the client has on disk. */
  async changeOwn(index: number): Promise<void> {
    const rows = this.#stage.query<{ id: number; plain: string; sender_id: number }>(
      `SELECT id, plain, sender_id FROM message WHERE submessages = '[]' AND ${this.#isKept()}`,
    )
    if (rows.length === 0) return
    const row = this.#stage.random.pick(rows)
    if (row.sender_id !== this.#stage.people.iris.id || this.#deleted.has(row.id) || this.#stage.random.chance(0.3)) {
      const isStarred = this.#stage.random.chance(0.6)
      const result = await this.#stage.call('messages.star', { messageId: row.id, isStarred })
      const wish = JSON.stringify({ messageId: row.id, isStarred })
      if (this.#stage.isStored(result, 'star', (payload) => payload === wish)) this.#starred.set(row.id, isStarred)
      return
    }
    const before = this.#edited.get(row.id) ?? this.#editedElsewhere.get(row.id) ?? row.plain
    const place = this.#expected.indexOf(before)
    assert.ok(place >= 0, `“${before}” is awaited`)
    if (this.#stage.random.chance(0.3)) {
      const result = await this.#stage.call('messages.delete', { messageId: row.id })
      if (!this.#stage.isStored(result, 'delete', (payload) => payload === `{"messageId":${row.id}}`)) return
      this.#deleted.add(row.id)
      this.#expected.splice(place, 1)
      return
    }
    const content = `mine, edited ${index}`
    const result = await this.#stage.call('messages.edit', { messageId: row.id, content })
    if (!this.#stage.isStored(result, 'edit', (payload) => payload.includes(content))) return
    this.#edited.set(row.id, content)
    this.#expected[place] = content
  }

  async react(): Promise<void> {
    // Only few messages are used, so that their reactions are added and removed.
    const rows = this.#stage.query<{ id: number }>(`SELECT id FROM message WHERE ${this.#isKept()} ORDER BY id LIMIT 5`)
    if (rows.length === 0) return
    const { id } = this.#stage.random.pick(rows)
    const code = this.#stage.random.pick(['1f44d', '2764'])
    const isOn = this.#stage.random.chance(0.6)
    if (this.#stage.random.chance(0.4)) {
      const name = code === '2764' ? 'heart' : '+1'
      const method = isOn ? 'POST' : 'DELETE'
      if (this.#stage.server.isUp) {
        await this.#stage.server.call(this.#stage.people.noor, method, `/messages/${id}/reactions`, {
          emoji_name: name,
        })
      }
      return
    }
    const result = await this.#stage.call('messages.react', { messageId: id, type: 'unicode_emoji', code, isOn })
    // After a crash the outcome is unknown, so the action is repeated.
    if (result === undefined) this.#reacted.delete(`${id}:${code}`)
    else if (result.ok) this.#reacted.set(`${id}:${code}`, isOn)
  }

  async choosePolicy(): Promise<void> {
    const { general, design } = this.#stage.people
    const choice = {
      streamId: this.#stage.random.pick([general, design]),
      topic: this.#stage.random.pick(['a', 'b', 'quiet']),
      policy: this.#stage.random.below(4),
    }
    const result = await this.#stage.call('topics.policy', choice)
    const wish = JSON.stringify(choice)
    if (choice.topic === 'quiet' && this.#stage.isStored(result, 'topic_policy', (payload) => payload === wish))
      this.#policies.set(`${choice.streamId}:${choice.topic}`, choice.policy)
  }

  async check(): Promise<void> {
    const { iris } = this.#stage.people
    // The number of messages with each text equals the number of sends, so each was sent exactly once.
    const all = await this.#stage.server.contents(iris, [['sender', iris.id]])
    assert.deepEqual(all.toSorted(), this.#expected.toSorted())
    const scheduled = (await this.#stage.server.call(iris, 'GET', '/scheduled_messages')).scheduled_messages
    const later = (scheduled as { content: string }[]).map((message) => message.content) // shape of GET /scheduled_messages
    assert.deepEqual(later.toSorted(), this.#later.toSorted())
    await this.#checkList()
    const there = new Set(this.#stage.messageIds('1').filter((id) => !this.#lost.has(id)))
    const starred = new Set(this.#stage.messageIds('u.flags & 2 <> 0'))
    for (const [id, isStarred] of this.#starred) {
      if (there.has(id)) assert.deepEqual([id, starred.has(id)], [id, isStarred])
    }
    for (const [key, isOn] of this.#reacted) {
      const [id = '', code = ''] = key.split(':')
      if (!there.has(Number(id))) continue
      const { message } = await this.#stage.server.call(iris, 'GET', `/messages/${id}`)
      const { reactions } = message as { reactions: { emoji_code: string; user_id: number }[] } // shape of GET /messages/{id}
      const own = reactions.some((reaction) => reaction.emoji_code === code && reaction.user_id === iris.id)
      assert.deepEqual([key, own], [key, isOn])
    }
    const state = await this.#stage.server.call(iris, 'POST', '/register', { fetch_event_types: '["user_topic"]' })
    const policies = state.user_topics as { stream_id: number; topic_name: string; visibility_policy: number }[]
    for (const [key, policy] of this.#policies) {
      const held = policies.find((entry) => `${entry.stream_id}:${entry.topic_name}` === key)?.visibility_policy ?? 0
      assert.deepEqual([key, held], [key, policy])
    }
  }

  async #checkList(): Promise<void> {
    const { iris } = this.#stage.people
    const { message } = await this.#stage.server.call(iris, 'GET', `/messages/${this.#list}`)
    const { submessages } = message as { submessages: { sender_id: number; content: string }[] } // shape of GET /messages/{id}
    const own = submessages.filter((part) => part.sender_id === iris.id && part.content.includes('strike'))
    assert.equal(own.length, this.#strikes, 'strokes that arrived')
    const { subscriptions } = await this.#stage.server.call(iris, 'GET', '/users/me/subscriptions')
    for (const { stream_id: id, color } of subscriptions as { stream_id: number; color: string }[]) {
      // shape of GET /users/me/subscriptions
      if (this.#colours.has(id)) assert.equal(color, this.#colours.get(id), 'the colour that was chosen last')
    }
  }
}
