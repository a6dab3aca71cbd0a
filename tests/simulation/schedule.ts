import assert from 'node:assert/strict'
import Database from 'better-sqlite3'
import type { TransportRequest, TransportResponse } from '../../main/engine/ports.ts'
import type { ConversationItem, FeedMeta, Result } from '../../preload/contract.ts'
import { removeDatabase, temporaryDatabase } from '../support/files.ts'
import { messagesOf, modelOf } from '../support/model.ts'
import { SeededRandom } from '../support/random.ts'
import { TestClient, TestServer, type Fault } from '../support/world.ts'
import { crashAtStatement, forgetCrash, hasCrashed } from './crash.ts'
import { changeOrganization } from './organization.ts'

type Destination = { kind: 'topic'; streamId: number; topic: string } | { kind: 'direct'; userIds: number[] }

type ListQuery = Extract<Parameters<TestClient['openView']>[0], { type: (typeof lists)[number]['type'] }>

/** Lists that an engine computes from its tables, each as a window asks for it. */
const lists = [
  { type: 'navigation' },
  { type: 'inbox' },
  { type: 'recent' },
  { type: 'people', query: '' },
  { type: 'people', query: 'n' },
  { type: 'drafts' },
  { type: 'scheduled' },
  { type: 'outbox' },
  { type: 'uploads' },
] as const

/** A seeded schedule of people acting, faults on the way, and local actions, in virtual time (design.md §7). */
export class Schedule {
  readonly random: SeededRandom
  readonly server: TestServer
  readonly database = temporaryDatabase()
  #client: TestClient | undefined
  #people: ReturnType<TestServer['seed']> | undefined
  #faultRate = 0
  #engines = 0
  #sent = 0
  /** Texts that must stand at the server in the end, each as often as it is here. */
  readonly expected: string[] = []
  /** Texts that must wait at the server for their time. */
  readonly later: string[] = []
  /** Strokes through the task of the list. */
  strikes = 0
  #list = 0
  readonly colours = new Map<number, string>()
  readonly #edited = new Map<number, string>()
  readonly #deleted = new Set<number>()
  readonly #starred = new Map<number, boolean>()
  /** Own reactions, and policies of a topic that nobody moves, as wished last, by what they are of. */
  readonly #reacted = new Map<string, boolean>()
  readonly #policies = new Map<string, number>()
  /** Words that were typed here and that nobody has replaced: they must stand somewhere in the end. */
  readonly #drafted = new Set<string>()
  #draftIds = 0
  #windows: string[] = []
  #lists: { readonly query: ListQuery; readonly viewId: string }[] = []
  #lastEvents: TransportResponse | undefined
  #queueOfLast: string | undefined

  constructor(seed: number) {
    this.random = new SeededRandom(seed)
    this.server = new TestServer({ random: new SeededRandom(seed + 1), database: temporaryDatabase() })
  }

  get people() {
    if (this.#people === undefined) throw new Error('not begun')
    return this.#people
  }

  get client(): TestClient {
    if (this.#client === undefined) throw new Error('no client')
    return this.#client
  }

  async begin(): Promise<void> {
    await this.server.start()
    this.#people = this.server.seed()
    const { noor, general } = this.#people
    this.#list = await this.server.post(noor, { stream: general, topic: 'list' }, '/todo')
    const task = { type: 'new_task', key: 0, task: 'bread', desc: '', completed: false }
    await this.server.call(noor, 'POST', '/submessage', {
      message_id: String(this.#list),
      msg_type: 'widget',
      content: JSON.stringify(task),
    })
    this.startClient()
  }

  startClient(): void {
    this.#engines += 1
    this.#windows = []
    this.#lists = []
    this.#client = new TestClient(this.server, this.people.iris, {
      database: this.database,
      random: new SeededRandom(this.random.below(1e9)),
      engineEpoch: this.#engines,
      faultFor: () => this.#fault(),
      garble: (request, response) => this.#sometimesAgain(request, response),
    })
    // Windows are there as soon as their engine is.
    for (const query of [lists[0], this.random.pick(lists)]) void this.#keep(query)
    this.#client.start()
  }

  async #keep(query: ListQuery): Promise<void> {
    const { viewId } = await this.client.openView(query)
    this.#lists.push({ query, viewId })
  }

  /** An answer of the event queue that comes once more, as a proxy may give it. */
  #sometimesAgain(request: TransportRequest, response: TransportResponse): TransportResponse {
    if (!request.path.endsWith('/events') || response.status !== 200) return response
    const last = this.#lastEvents
    this.#lastEvents = response
    const isSameQueue = last !== undefined && this.#queueOfLast === request.form.queue_id
    this.#queueOfLast = request.form.queue_id
    return isSameQueue && this.random.chance(this.#faultRate * 0.2) ? last : response
  }

  #fault(): Fault | undefined {
    if (hasCrashed(this.database)) return { before: 'unreachable' }
    if (!this.random.chance(this.#faultRate)) return undefined
    // Everything takes effect within ten seconds or never: the fault model of design.md §3.
    const delayMs = this.random.below(8_000)
    return this.random.pick<Fault>([
      { before: 'unreachable' },
      { before: 'broken' },
      { after: 'broken' },
      { delayMs },
      { delayMs, after: 'broken' },
      { answerDelayMs: delayMs },
      { answerDelayMs: delayMs },
      { answerDelayMs: delayMs, after: 'broken' },
      { status: 503 },
      { status: 429, headers: { 'retry-after': String(1 + this.random.below(20)) } },
    ])
  }

  #place(): Destination {
    const { general, design, noor, mei } = this.people
    return this.random.chance(0.7)
      ? { kind: 'topic', streamId: this.random.pick([general, design]), topic: this.random.pick(['a', 'B', 'b', 'ü']) }
      : { kind: 'direct', userIds: this.random.pick([[noor.id], [mei.id], [noor.id, mei.id]]) }
  }

  async #others(index: number): Promise<void> {
    const author = this.random.pick([this.people.noor, this.people.mei])
    const place = this.#place()
    const mention = this.random.chance(0.1) ? ' @**Iris**' : ''
    const text = `from outside ${index}${mention}`
    if (place.kind === 'topic') await this.server.post(author, { stream: place.streamId, topic: place.topic }, text)
    else await this.server.post(author, { direct: [...place.userIds, this.people.iris.id] }, text)
  }

  /** What may happen, each as often as its number says. */
  readonly #actions: readonly (readonly [number, (index: number) => Promise<void> | void])[] = [
    [22, (index) => this.#whileUp(() => this.#others(index))],
    [3, () => this.#react()],
    [2, () => this.#choosePolicy()],
    [5, (index) => this.#writeDraft(index)],
    [2, (index) => this.#whileUp(() => this.#writeDraftElsewhere(index))],
    [13, (index) => this.#send(index)],
    [3, (index) => this.#changeOwn(index)],
    [4, () => this.#read()],
    [2, () => this.#readAll()],
    [5, () => this.#whileUp(() => this.#flagElsewhere())],
    [5, (index) => this.#whileUp(() => this.#changeElsewhere(index))],
    [5, (index) => this.#whileUp(() => changeOrganization(this.server, this.people, this.random, index))],
    [2, (index) => this.#move(index)],
    [2, (index) => this.#schedule(index)],
    [1, (index) => this.#changeScheduled(index)],
    [2, () => this.#strike()],
    [1, () => this.#colour()],
    [7, () => this.#open()],
    [3, () => this.#scroll()],
    [3, () => this.#evict()],
    [5, () => void (this.#faultRate = this.random.pick([0, 0, 0.2, 0.6, 1]))],
    [2, () => this.#restart()],
    [3, () => this.#crashSoon()],
    [3, () => this.#toggleServer()],
    [2, () => this.#whileUp(() => this.server.built.context.events.removeAll())],
    [9, () => this.#pass(this.random.pick([50, 1_000, 10_000, 60_000, 15 * 60_000]))],
  ]

  async step(index: number): Promise<void> {
    const total = this.#actions.reduce((sum, [weight]) => sum + weight, 0)
    let dice = this.random.below(total)
    const chosen = this.#actions.find(([weight]) => (dice -= weight) < 0)
    try {
      await chosen?.[1](index)
      await this.#pass(this.random.below(400))
    } catch (error) {
      // Whatever goes wrong in an engine that has ended is nobody's affair.
      if (!hasCrashed(this.database)) throw error
    }
    if (hasCrashed(this.database)) await this.#restart()
    else if (this.client.status?.connection.state === 'online') this.#checkUnreadIsListed()
  }

  /** What counts as unread can be found: its conversation is one that the lists know, be the message cached or not. */
  #checkUnreadIsListed(): void {
    const unlisted = this.query(
      `SELECT message_id, conversation FROM unread WHERE conversation NOT IN (
         SELECT 'topic:' || stream_id || ':' || topic_key FROM topic UNION ALL SELECT 'direct:' || direct_key FROM direct
       )`,
    )
    assert.deepEqual(unlisted, [], 'unread messages in conversations that no list has')
  }

  #crashSoon(): void {
    crashAtStatement(this.database, 1 + this.random.below(300))
  }

  async #whileUp(act: () => Promise<void> | void): Promise<void> {
    if (this.server.isUp) await act()
  }

  async #pass(milliseconds: number): Promise<void> {
    await this.server.clock.advance(milliseconds)
  }

  /** The engine ends, cleanly or not, and another one begins. */
  async #restart(): Promise<void> {
    this.client.engine.close()
    forgetCrash(this.database)
    await this.#pass(this.random.pick([0, 3_000, 20 * 60_000]))
    this.startClient()
  }

  async #toggleServer(): Promise<void> {
    if (this.server.isUp) await this.server.stop()
    else await this.server.start({ forgetQueues: this.random.chance(0.5) })
  }

  /** A call of the page; undefined where the engine crashed in it. */
  async #call(name: Parameters<TestClient['engine']['call']>[0], input: unknown): Promise<Result<unknown> | undefined> {
    const result = await this.client.engine.call(name, input)
    return hasCrashed(this.database) ? undefined : result
  }

  /**
   * Whether a wish was stored. After a crash that is read from the file, since the answer never came: the user sees in
   * the list whether it is there.
   */
  #isStored(result: Result<unknown> | undefined, kind: string, fits: (payload: string) => boolean): boolean {
    if (result !== undefined) return result.ok
    return this.query<{ payload: string }>(`SELECT payload FROM outbox WHERE kind = '${kind}' ORDER BY seq`).some(
      (row) => fits(row.payload),
    )
  }

  async #send(index: number): Promise<void> {
    const destination = this.#place()
    // Some texts are equal on purpose: they are matched by their count.
    const content = this.random.chance(0.2) ? 'ok' : `mine ${index}`
    this.#sent += 1
    const localId = `00000000-0000-4000-8000-${String(this.#sent).padStart(12, '0')}`
    const result = await this.#call('messages.send', { localId, destination, content })
    const isThere = result?.ok ?? this.query(`SELECT 1 FROM outbox WHERE local_id = '${localId}'`).length > 0
    if (isThere) this.expected.push(content)
  }

  async #read(): Promise<void> {
    const messageIds = Array.from({ length: 5 }, () => 1 + this.random.below(60))
    await this.#call('messages.markRead', { messageIds })
  }

  async #readAll(): Promise<void> {
    const scope = this.random.pick<unknown>(['all', { kind: 'stream', streamId: this.people.general }, this.#place()])
    await this.#call('messages.markAllRead', { scope })
  }

  async #open(): Promise<void> {
    const dice = this.random.below(10)
    if (dice < 2) {
      await this.#keep(this.random.pick(lists))
      return
    }
    if (dice < 7) {
      const anchor = this.random.pick(['first_unread', 'newest'] as const)
      this.#windows.push((await this.client.openConversation(this.#place(), anchor)).viewId)
      return
    }
    const narrow = this.random.pick([
      { kind: 'combined' as const },
      { kind: 'mentions' as const },
      { kind: 'direct_all' as const },
      { kind: 'sender' as const, userId: this.people.noor.id },
    ])
    const query =
      dice === 7
        ? ({ type: 'search', query: 'outside' } as const)
        : ({ type: 'feed', narrow, anchor: 'newest' } as const)
    this.#windows.push((await this.client.openView(query)).viewId)
  }

  async #scroll(): Promise<void> {
    const viewId = this.#windows.at(-1)
    if (viewId === undefined) return
    void this.client.engine.call('views.more', { viewId, direction: this.random.pick(['older', 'newer', 'newest']) })
    await this.#pass(200)
  }

  /** Takes old messages off this disk, or wants everything on it. */
  async #evict(): Promise<void> {
    await this.#call('cache.policy', this.random.pick([{ maxBytes: 200_000 }, { maxBytes: 2_000_000_000 }]))
  }

  /** Moves cached messages, or marks a topic as done; where others move them too, the last one wins. */
  async #move(index: number): Promise<void> {
    const rows = this.query<{ id: number; topic: string; stream_id: number }>(
      'SELECT id, topic, stream_id FROM message WHERE stream_id IS NOT NULL',
    )
    if (rows.length === 0) return
    const { id, topic, stream_id: streamId } = this.random.pick(rows)
    if (this.random.chance(0.3)) {
      await this.#call('topics.resolve', { streamId, topic, isResolved: !topic.startsWith('✔') })
      return
    }
    await this.#call('messages.move', {
      messageId: id,
      streamId: this.random.pick([streamId, this.people.general, this.people.design]),
      topic: this.random.pick(['a', 'b', 'moved', `m${index}`]),
      mode: this.random.pick(['change_one', 'change_later', 'change_all']),
      notifyOld: false,
      notifyNew: false,
    })
  }

  async #schedule(index: number): Promise<void> {
    const content = this.random.chance(0.3) ? 'later' : `later ${index}`
    this.#sent += 1
    const localId = `00000000-0000-4000-8000-${String(this.#sent).padStart(12, '0')}`
    const deliverAt = Math.floor(this.server.clock.now() / 1000) + 40 * 86_400
    const destination = this.#place()
    const result = await this.#call('messages.schedule', { localId, destination, content, deliverAt })
    const isThere = result?.ok ?? this.query(`SELECT 1 FROM outbox WHERE local_id = '${localId}'`).length > 0
    if (isThere) this.later.push(content)
  }

  async #changeScheduled(index: number): Promise<void> {
    const rows = this.query<{ id: number; content: string }>(
      `SELECT s.id, coalesce((SELECT json_extract(o.payload, '$.content') FROM outbox o
         WHERE o.conversation = 'scheduled:' || s.id AND o.kind = 'schedule_edit' ORDER BY seq DESC LIMIT 1), s.content) AS content
       FROM scheduled_message s
       WHERE NOT EXISTS (SELECT 1 FROM outbox o WHERE o.conversation = 'scheduled:' || s.id AND o.kind = 'schedule_delete')`,
    )
    if (rows.length === 0) return
    const { id, content } = this.random.pick(rows)
    const place = this.later.indexOf(content)
    if (place < 0) return
    if (this.random.chance(0.5)) {
      const result = await this.#call('scheduled.delete', { scheduledId: id, keepDraft: false })
      if (this.#isStored(result, 'schedule_delete', (payload) => payload === `{"scheduledId":${id}}`))
        this.later.splice(place, 1)
      return
    }
    const next = `later, changed ${index}`
    const result = await this.#call('scheduled.edit', { scheduledId: id, content: next })
    if (this.#isStored(result, 'schedule_edit', (payload) => payload.includes(next))) this.later[place] = next
  }

  /** Strikes the one task of the list out, or back in: twice undoes it, so each must arrive once. */
  async #strike(): Promise<void> {
    const before = this.query("SELECT 1 FROM outbox WHERE kind = 'submessage'").length
    const result = await this.#call('widgets.act', {
      messageId: this.#list,
      act: { type: 'strike', key: '0,' + String(this.people.noor.id) },
    })
    const after = this.query("SELECT 1 FROM outbox WHERE kind = 'submessage'").length
    if (result?.ok ?? after > before) this.strikes += 1
  }

  async #colour(): Promise<void> {
    const value = `#${this.random
      .below(2 ** 24)
      .toString(16)
      .padStart(6, '0')}`
    const streamId = this.random.pick([this.people.general, this.people.design])
    const result = await this.#call('streams.property', { streamId, change: { property: 'color', value } })
    if (this.#isStored(result, 'subscription', (payload) => payload.includes(value))) this.colours.set(streamId, value)
  }

  /** Rows of the client's file. */
  query<Row>(sql: string): Row[] {
    const cache = new Database(this.database, { readonly: true })
    const rows = cache.prepare<[], Row>(sql).all()
    cache.close()
    return rows
  }

  /** Edits, deletes or stars a message that the client has on its disk. */
  async #changeOwn(index: number): Promise<void> {
    const rows = this.query<{ id: number; plain: string; sender_id: number }>(
      "SELECT id, plain, sender_id FROM message WHERE submessages = '[]'",
    )
    if (rows.length === 0) return
    const row = this.random.pick(rows)
    if (row.sender_id !== this.people.iris.id || this.#deleted.has(row.id) || this.random.chance(0.3)) {
      const isStarred = this.random.chance(0.6)
      const result = await this.#call('messages.star', { messageId: row.id, isStarred })
      const wish = JSON.stringify({ messageId: row.id, isStarred })
      if (this.#isStored(result, 'star', (payload) => payload === wish)) this.#starred.set(row.id, isStarred)
      return
    }
    const before = this.#edited.get(row.id) ?? row.plain
    const place = this.expected.indexOf(before)
    if (this.random.chance(0.3)) {
      const result = await this.#call('messages.delete', { messageId: row.id })
      if (!this.#isStored(result, 'delete', (payload) => payload === `{"messageId":${row.id}}`)) return
      this.#deleted.add(row.id)
      this.expected.splice(place, 1)
      return
    }
    const content = `mine, edited ${index}`
    const result = await this.#call('messages.edit', { messageId: row.id, content })
    if (!this.#isStored(result, 'edit', (payload) => payload.includes(content))) return
    this.#edited.set(row.id, content)
    this.expected[place] = content
  }

  async #react(): Promise<void> {
    // Few messages, so that reactions come and go on the same ones.
    const rows = this.query<{ id: number }>('SELECT id FROM message ORDER BY id LIMIT 5')
    if (rows.length === 0) return
    const { id } = this.random.pick(rows)
    const code = this.random.pick(['1f44d', '2764'])
    const isOn = this.random.chance(0.6)
    if (this.random.chance(0.4)) {
      const name = code === '2764' ? 'heart' : '+1'
      const method = isOn ? 'POST' : 'DELETE'
      if (this.server.isUp) {
        await this.server.call(this.people.noor, method, `/messages/${id}/reactions`, { emoji_name: name })
      }
      return
    }
    const result = await this.#call('messages.react', { messageId: id, type: 'unicode_emoji', code, isOn })
    // After a crash nobody knows: the wish is wished again.
    if (result === undefined) this.#reacted.delete(`${id}:${code}`)
    else if (result.ok) this.#reacted.set(`${id}:${code}`, isOn)
  }

  async #choosePolicy(): Promise<void> {
    const { general, design } = this.people
    const choice = {
      streamId: this.random.pick([general, design]),
      topic: this.random.pick(['a', 'b', 'quiet']),
      policy: this.random.below(4),
    }
    const result = await this.#call('topics.policy', choice)
    const wish = JSON.stringify(choice)
    if (choice.topic === 'quiet' && this.#isStored(result, 'topic_policy', (payload) => payload === wish))
      this.#policies.set(`${choice.streamId}:${choice.topic}`, choice.policy)
  }

  /** Types over what the composer of a conversation shows. */
  async #writeDraft(index: number): Promise<void> {
    const { general, noor } = this.people
    const narrow = this.random.pick([
      { kind: 'topic', streamId: general, topic: 'a' },
      { kind: 'direct', userIds: [noor.id] },
    ])
    const shown = (await this.#call('drafts.get', { narrow })) as
      { value: { draftId: string | null; content: string } } | undefined // the call's output
    if (shown === undefined) return
    const content = `draft ${index}`
    const draftId = shown.value.draftId ?? `sim-${(this.#draftIds += 1)}`
    const result = await this.#call('drafts.set', { narrow, draftId, topic: '', content })
    const isThere = result?.ok ?? this.query(`SELECT 1 FROM draft WHERE content = '${content}'`).length > 0
    if (!isThere) return
    this.#drafted.delete(shown.value.content)
    this.#drafted.add(content)
  }

  /**
   * Another device creates a draft, or types over one that it has from the server. Its words are not awaited in the end:
   * the service has no guard against a write that comes later and never saw them (wire-protocol.md §2.5).
   */
  async #writeDraftElsewhere(index: number): Promise<void> {
    const { iris, general } = this.people
    const held = (await this.server.call(iris, 'GET', '/drafts')).drafts as { id: number; content: string }[]
    const content = `draft elsewhere ${index}`
    const timestamp = Math.floor(this.server.clock.now() / 1000)
    const draft = { type: 'stream', to: [general], topic: 'a', content, timestamp }
    if (held.length > 0 && this.random.chance(0.7)) {
      const { id, content: replaced } = this.random.pick(held)
      await this.server.call(iris, 'PATCH', `/drafts/${id}`, { draft: JSON.stringify(draft) })
      this.#drafted.delete(replaced)
    } else {
      await this.server.call(iris, 'POST', '/drafts', { drafts: JSON.stringify([draft]) })
    }
  }

  /**
   * Another device of the same user marks messages, often to and fro: what waits in the queue meanwhile is merged, out
   * of its order (F12). What was starred here is left alone, since it must stand in the end.
   */
  async #flagElsewhere(): Promise<void> {
    const ids = this.#messageIds('1')
    if (ids.length === 0) return
    const some = Array.from({ length: 1 + this.random.below(3) }, () => this.random.pick(ids))
    const changes = this.random.chance(0.5) ? 1 : 4 + this.random.below(6)
    for (let change = 0; change < changes; change += 1) {
      const flag = this.random.chance(0.8) ? 'read' : 'starred'
      const messages = some.filter((id) => this.random.chance(0.7) && (flag === 'read' || !this.#starred.has(id)))
      await this.server.call(this.people.iris, 'POST', '/messages/flags', {
        messages: JSON.stringify([...new Set(messages)]),
        op: this.random.pick(['add', 'remove']),
        flag,
      })
    }
  }

  #messageIds(condition: string): number[] {
    const reader = new Database(this.server.database, { readonly: true })
    const rows = reader
      .prepare<[], { id: number }>(
        `SELECT m.id FROM message m JOIN user_message u ON u.message_id = m.id AND u.user_id = ${this.people.iris.id} WHERE ${condition}`,
      )
      .all()
    reader.close()
    return rows.map((row) => row.id)
  }

  /** Somebody else edits, deletes or moves what they wrote, or it is done on another device. */
  async #changeElsewhere(index: number): Promise<void> {
    const { iris, noor, mei, general, design } = this.people
    const ids = this.#messageIds(`m.sender_id <> ${iris.id} AND m.id <> ${this.#list}`)
    if (ids.length === 0) return
    const id = this.random.pick(ids)
    const row = this.server.built.context.tables.messages.get(id, iris.id)
    const author = [noor, mei].find((person) => person.id === row?.sender_id)
    if (row === undefined || author === undefined) return
    const kind = this.random.pick(['edit', 'delete', 'move'])
    if (kind === 'edit') {
      const mention = this.random.chance(0.2) ? ' @**Iris**' : ''
      await this.server.call(author, 'PATCH', `/messages/${id}`, { content: `edited ${index}${mention}` })
    } else if (kind === 'delete') {
      await this.server.call(iris, 'DELETE', `/messages/${id}`)
    } else if (row.stream_id !== null) {
      const target = this.random.pick([row.stream_id, general, design])
      await this.server.call(iris, 'PATCH', `/messages/${id}`, {
        topic: this.random.pick(['a', 'b', 'moved']),
        propagate_mode: this.random.pick(['change_one', 'change_one', 'change_later', 'change_all']),
        send_notification_to_new_thread: 'false',
        ...(target === row.stream_id ? {} : { stream_id: String(target) }),
      })
    }
  }

  /** The dust settles; then everything must be as if nothing had happened on the way. */
  async check(): Promise<void> {
    this.#faultRate = 0
    forgetCrash(this.database)
    if (!this.server.isUp) await this.server.start()
    this.client.engine.signal('retry')
    await this.client.online()
    await this.client.engine.call('cache.policy', { maxBytes: 2_000_000_000, keepsEverything: true })
    await this.#settle()
    await this.#pass(5 * 60_000)
    await this.#checkLists()
    await this.#checkPlaces()
    await this.#checkModel()
    await this.#checkWishes()
  }

  /** Until nothing waits; what was refused or is asked about is answered as a user would. */
  async #settle(): Promise<void> {
    for (let minute = 0; minute < 60; minute += 1) {
      const rows = this.query<{ local_id: string; kind: string; state: string; error: string | null }>(
        'SELECT * FROM outbox',
      )
      if (rows.length === 0) return
      for (const { local_id: localId, kind, state, error } of rows) {
        if (state !== 'failed') continue
        // Whether a stroke arrived is asked; a message may be gone, or out of reach, before it is moved.
        assert.ok(kind === 'submessage' || kind === 'move', `${kind} failed: ${error ?? ''}`)
        await this.client.engine.call(kind === 'submessage' ? 'outbox.retry' : 'outbox.cancel', { localId })
      }
      await this.#pass(60_000)
    }
    assert.fail(`the outbox does not empty: ${JSON.stringify(this.query('SELECT * FROM outbox'))}`)
  }

  /** A list that was kept in step by updates shows what it would show if it was opened now. */
  async #checkLists(): Promise<void> {
    for (const { query, viewId } of this.#lists) {
      const kept = this.client.shown(viewId)
      const opened = this.client.shown((await this.client.openView(query)).viewId)
      assert.deepEqual(kept.items, opened.items, JSON.stringify(query))
      assert.deepEqual(kept.meta, opened.meta, JSON.stringify(query))
    }
  }

  /** Each conversation and the combined feed, scrolled back to its beginning, hold what the server has there. */
  async #checkPlaces(): Promise<void> {
    const { iris, general, design, noor, mei } = this.people
    const places: { narrow: Destination; terms: (readonly [string, unknown])[] }[] = []
    for (const streamId of [general, design]) {
      const { topics } = await this.server.call(iris, 'GET', `/users/me/${streamId}/topics`)
      for (const { name } of topics as { name: string }[]) {
        // shape of GET /users/me/{stream_id}/topics
        const terms: (readonly [string, unknown])[] = [
          ['stream', streamId],
          ['topic', name],
        ]
        places.push({ narrow: { kind: 'topic', streamId, topic: name }, terms })
      }
    }
    for (const userIds of [[noor.id], [mei.id], [noor.id, mei.id]]) {
      places.push({ narrow: { kind: 'direct', userIds }, terms: [['dm', userIds]] })
    }
    for (const { narrow, terms } of places) {
      const window = await this.client.openConversation(narrow, 'newest')
      await this.#pass(2_000)
      for (let more = 0; more < 10 && window.meta().older === 'more'; more += 1) await window.more('older')
      const held = await this.server.texts(iris, terms)
      assert.deepEqual(window.texts(), held, JSON.stringify(narrow))
    }
    const feed = await this.client.openView<{ item: ConversationItem; meta: FeedMeta }>({
      type: 'feed',
      narrow: { kind: 'combined' },
      anchor: 'newest',
    })
    await this.#pass(2_000)
    for (let more = 0; more < 20 && feed.meta().older === 'more'; more += 1) {
      void this.client.engine.call('views.more', { viewId: feed.viewId, direction: 'older' })
      await this.#pass(500)
    }
    // The feed shows what stands in the streams that are read now; to the service it is what was delivered. They differ
    // in a stream that came and went, and in what was moved out of it.
    const changing = new Set((await this.#atServer([['stream', this.people.extra]])).map((message) => message.id))
    const delivered = new Set(this.#messageIds('1'))
    const isCompared = (id: number) => delivered.has(id) && !changing.has(id)
    const inHome = await this.#atServer([['in', 'home']])
    const home = inHome.map((message) => message.id)
    // What was delivered stays with the service when its stream is archived; the server's notices stand in each.
    const read = new Set(
      this.query<{ id: number }>('SELECT id FROM stream WHERE is_subscribed = 1').map(({ id }) => id),
    )
    for (const { id, stream_id: stream } of inHome) if (stream !== undefined && !read.has(stream)) changing.add(id)
    const shown = feed.items().flatMap((item) => (item.kind === 'message' ? [item.id] : []))
    assert.deepEqual(shown.filter(isCompared), home.filter(isCompared), 'the combined feed')
    const kinds = new Set(feed.items().map((item) => item.kind))
    assert.ok(!kinds.has('gap') && !kinds.has('pending'), 'the combined feed is whole')
  }

  async #atServer(
    terms: readonly (readonly [string, unknown])[],
  ): Promise<{ readonly id: number; readonly stream_id?: number }[]> {
    const { messages } = await this.server.call(this.people.iris, 'GET', '/messages', {
      narrow: JSON.stringify(terms.map(([operator, operand]) => ({ operator, operand }))),
      anchor: 'newest',
      num_before: '5000',
      num_after: '0',
    })
    return messages as { id: number; stream_id?: number }[] // shape of GET /messages
  }

  /** The tables are those of a client that has just registered and fetched everything. */
  async #checkModel(): Promise<void> {
    const database = temporaryDatabase()
    const fresh = new TestClient(this.server, this.people.iris, { database }).start()
    try {
      await fresh.online()
      await fresh.engine.call('cache.policy', { keepsEverything: true })
      await this.#pass(20_000)
      assert.deepEqual(modelOf(this.database), modelOf(database))
      const here = messagesOf(this.database)
      for (const [id, row] of messagesOf(database)) assert.deepEqual(here.get(id), row)
    } finally {
      fresh.engine.close()
      removeDatabase(database)
    }
    const unread = this.#messageIds('u.flags & 1 = 0')
    const ids = this.query<{ message_id: number }>('SELECT message_id FROM unread ORDER BY message_id')
    assert.deepEqual(
      ids.map((row) => row.message_id),
      unread,
    )
    assert.deepEqual(this.query('PRAGMA integrity_check'), [{ integrity_check: 'ok' }])
    // Every message can be found, and nothing else.
    const stored = this.query('SELECT id FROM message ORDER BY id')
    assert.deepEqual(this.query('SELECT rowid AS id FROM message_text ORDER BY rowid'), stored)
  }

  async #checkWishes(): Promise<void> {
    const { iris } = this.people
    // Exactly once: as many of each text as were sent.
    const all = await this.server.contents(iris, [['sender', iris.id]])
    assert.deepEqual(all.toSorted(), this.expected.toSorted())
    const scheduled = (await this.server.call(iris, 'GET', '/scheduled_messages')).scheduled_messages
    const later = (scheduled as { content: string }[]).map((message) => message.content) // shape of GET /scheduled_messages
    assert.deepEqual(later.toSorted(), this.later.toSorted())
    await this.#checkList()
    const starred = new Set(this.#messageIds('u.flags & 2 <> 0'))
    for (const [id, isStarred] of this.#starred) {
      if (this.#messageIds('1').includes(id)) assert.deepEqual([id, starred.has(id)], [id, isStarred])
    }
    const there = new Set(this.#messageIds('1'))
    for (const [key, isOn] of this.#reacted) {
      const [id = '', code = ''] = key.split(':')
      if (!there.has(Number(id))) continue
      const { message } = await this.server.call(iris, 'GET', `/messages/${id}`)
      const { reactions } = message as { reactions: { emoji_code: string; user_id: number }[] } // shape of GET /messages/{id}
      const own = reactions.some((reaction) => reaction.emoji_code === code && reaction.user_id === iris.id)
      assert.deepEqual([key, own], [key, isOn])
    }
    const state = await this.server.call(iris, 'POST', '/register', { fetch_event_types: '["user_topic"]' })
    const policies = state.user_topics as { stream_id: number; topic_name: string; visibility_policy: number }[]
    for (const [key, policy] of this.#policies) {
      const held = policies.find((entry) => `${entry.stream_id}:${entry.topic_name}` === key)?.visibility_policy ?? 0
      assert.deepEqual([key, held], [key, policy])
    }
    const drafts = (await this.server.call(iris, 'GET', '/drafts')).drafts as { content: string }[]
    const atServer = drafts.map((draft) => draft.content).sort()
    const here = (await this.client.openDrafts())
      .items()
      .map((item) => item.content)
      .sort()
    // Both sides hold the same, and no words are lost, however often they crossed.
    assert.deepEqual(here, atServer)
    for (const words of this.#drafted) assert.ok(here.includes(words), `the words “${words}” are lost`)
  }

  async #checkList(): Promise<void> {
    const { iris } = this.people
    const { message } = await this.server.call(iris, 'GET', `/messages/${this.#list}`)
    const { submessages } = message as { submessages: { sender_id: number; content: string }[] } // shape of GET /messages/{id}
    const own = submessages.filter((part) => part.sender_id === iris.id && part.content.includes('strike'))
    assert.equal(own.length, this.strikes, 'strokes that arrived')
    const { subscriptions } = await this.server.call(iris, 'GET', '/users/me/subscriptions')
    for (const { stream_id: id, color } of subscriptions as { stream_id: number; color: string }[]) {
      // shape of GET /users/me/subscriptions
      if (this.colours.has(id)) assert.equal(color, this.colours.get(id), 'the colour that was chosen last')
    }
  }

  async end(): Promise<void> {
    forgetCrash(this.database)
    this.client.engine.close()
    if (this.server.isUp) await this.server.stop()
    removeDatabase(this.database)
    removeDatabase(this.server.database)
  }
}
