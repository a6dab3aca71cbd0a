import assert from 'node:assert/strict'
import type { ConversationMeta, FeedMeta, FeedNarrow } from '#contract/conversations.ts'
import type { ConversationItem } from '#contract/messages.ts'
import type { TestClient } from '#support/test-client.ts'
import type { Stage } from './stage.ts'
import { directoryQuery } from '#support/directory-query.ts'
import { filesQuery } from '#support/files-query.ts'
import { testWindow } from '#support/test-window.ts'

export type Query = Parameters<TestClient['openView']>[0]
export type ListQuery = Extract<Query, { type: (typeof lists)[number]['type'] }>
export type MessageQuery = Extract<Query, { type: 'conversation' | 'feed' | 'search' }>

type ConversationQuery = Extract<Query, { type: 'conversation' }>

/** A window of messages and its query. */
export interface OpenWindow {
  readonly query: MessageQuery
  readonly viewId: string
}

/** Lists that an engine computes from its tables, each with its query. */
const lists = [
  { type: 'navigation' },
  { type: 'inbox' },
  { type: 'recent' },
  directoryQuery(),
  directoryQuery('n', { state: 'all', kind: 'all' }, { sort: 'activity' }),
  { type: 'topics', streamId: 1 },
  { type: 'topics', streamId: 2 },
  { type: 'drafts' },
  { type: 'scheduled' },
  { type: 'outbox' },
  filesQuery(),
  filesQuery({ isUnused: true }, { text: 'a', sort: 'size' }),
] as const

/** The windows of the page: lists, conversations at any anchor, feeds and searches, scrolled back and forth. */
export class Windows {
  readonly #stage: Stage
  #open: OpenWindow[] = []
  #lists: { readonly query: ListQuery; readonly viewId: string }[] = []

  constructor(stage: Stage) {
    this.#stage = stage
  }

  get messageWindows(): readonly OpenWindow[] {
    return this.#open
  }

  /** Opens some lists as soon as an engine exists, as a reloaded page does. */
  begin(): void {
    this.#open = []
    this.#lists = []
    for (const query of [lists[0], this.#stage.random.pick(lists)]) void this.#keep(query)
  }

  async #keep(query: ListQuery): Promise<void> {
    const { viewId } = await this.#stage.client.openView(query)
    this.#lists.push({ query, viewId })
  }

  async openAny(): Promise<void> {
    const { random, people, profile } = this.#stage
    const dice = random.below(10)
    if (dice < 2) {
      await this.#keep(random.pick(lists))
      return
    }
    const [first] = this.#open
    if (first !== undefined && this.#open.length >= profile.openWindows) await this.#close(first)
    if (dice < 7) {
      const narrow = this.#somewhere()
      await this.open({ type: 'conversation', narrow, anchor: this.#anchorIn(narrow) })
      return
    }
    const feed = random.pick<FeedNarrow>([
      { kind: 'combined' },
      { kind: 'mentions' },
      { kind: 'direct_all' },
      { kind: 'starred' },
      { kind: 'sender', userId: people.noor.id },
    ])
    await this.open(
      dice === 7
        ? { type: 'search', query: random.pick(['outside', 'old', 'edited']) }
        : { type: 'feed', narrow: feed, anchor: 'newest' },
    )
  }

  async open(query: MessageQuery): Promise<OpenWindow> {
    const { viewId } = await this.#stage.client.openView(query)
    const window = { query, viewId }
    this.#open.push(window)
    return window
  }

  async #close(window: OpenWindow): Promise<void> {
    this.#open = this.#open.filter((other) => other !== window)
    await this.#stage.call('views.close', { viewId: window.viewId })
  }

  /** Closes all windows of messages and returns their queries. */
  async closeAll(): Promise<MessageQuery[]> {
    const queries = this.#open.map(({ query }) => query)
    for (const window of this.#open) await this.#close(window)
    return queries
  }

  #somewhere(): ConversationQuery['narrow'] {
    const { random, people } = this.#stage
    if (random.chance(0.75)) return this.#stage.place()
    return random.pick<ConversationQuery['narrow']>([
      { kind: 'topic', streamId: random.pick(this.#stage.looseStreams), topic: random.pick(['x', 'y']) },
      { kind: 'topic', streamId: people.general, topic: 'moved' },
      { kind: 'stream', streamId: random.pick([people.general, people.design, people.extra]) },
    ])
  }

  /** An anchor: the newest, the first unread, or a message of any age. */
  #anchorIn(narrow: ConversationQuery['narrow']): 'first_unread' | 'newest' | number {
    const { random } = this.#stage
    if (random.chance(0.6)) return random.pick(['first_unread', 'newest'] as const)
    const ids = this.#stage.query<{ id: number }>(
      narrow.kind === 'direct'
        ? 'SELECT id FROM message WHERE stream_id IS NULL'
        : `SELECT id FROM message WHERE stream_id = ${narrow.streamId}`,
    )
    return ids.length === 0 ? 'newest' : random.pick(ids).id
  }

  /** Scrolls a window a few times in one direction, or to its end. */
  async scroll(): Promise<void> {
    const { random } = this.#stage
    if (this.#open.length === 0) return
    const window = random.pick(this.#open)
    const direction = random.pick(['older', 'older', 'newer', 'newer', 'newest'] as const)
    for (let time = 0; time < 1 + random.below(4); time += 1) {
      await this.more(window, direction)
      await this.look(window)
    }
  }

  async more({ viewId }: OpenWindow, direction: 'older' | 'newer' | 'newest'): Promise<void> {
    void this.#stage.client.engine.call('views.more', { viewId, direction }, testWindow)
    await this.#stage.pass(200)
  }

  /** Reports the visible messages: a few dozen anywhere in the window. */
  async look(window: OpenWindow): Promise<void> {
    const ids = this.itemsOf(window).flatMap((item) => (item.kind === 'message' ? [item.id] : []))
    const start = this.#stage.random.below(Math.max(1, ids.length - 30))
    await this.lookAt(window, ids[start] ?? null, ids[Math.min(start + 30, ids.length - 1)] ?? null)
  }

  async lookAt({ viewId }: OpenWindow, first: number | null, last: number | null): Promise<void> {
    await this.#stage.call('views.look', { viewId, first, last })
  }

  itemsOf(window: OpenWindow): readonly ConversationItem[] {
    return this.#stage.client.shown(window.viewId).items as ConversationItem[] // callers know that it shows messages
  }

  metaOf(window: OpenWindow): ConversationMeta | FeedMeta {
    return this.#stage.client.shown(window.viewId).meta as ConversationMeta | FeedMeta // callers know that it shows messages
  }

  /** Checks that each open list equals the same list opened anew. */
  async checkLists(): Promise<void> {
    const { client } = this.#stage
    for (const { query, viewId } of this.#lists) {
      const kept = client.shown(viewId)
      const opened = client.shown((await client.openView(query)).viewId)
      assert.deepEqual(kept.items, opened.items, JSON.stringify(query))
      assert.deepEqual(kept.meta, opened.meta, JSON.stringify(query))
    }
  }
}
