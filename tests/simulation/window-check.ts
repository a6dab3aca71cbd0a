import assert from 'node:assert/strict'
import type { Narrow } from '#contract/base/values.ts'
import type { FeedNarrow } from '#contract/conversations.ts'
import type { ConversationItem, MessageItem } from '#contract/messages.ts'
import type { SearchItem } from '#contract/search.ts'
import type { Stage } from './stage.ts'
import { StoredMessages, type Tables } from './tables.ts'
import { isIn, withoutTags, type Facts, type Truth } from './truth.ts'
import type { MessageQuery, OpenWindow, Windows } from './windows.ts'

/**
 * Maximum number of steps in a row without new rows: all rows of a long stale range may have been deleted, page by
 * page.
 */
const mostIdleSteps = 80
/** Maximum time in which a feed revalidates its rows, at a bounded rate per minute. */
const longestStaleMs = 15 * 60_000

/** Whether a row is marked as stale; rows of old engines have no such mark. */
function markOf(item: { readonly isStale?: boolean }): boolean | undefined {
  return item.isStale
}

/**
 * Compares every row of every window with a fresh fetch from the server: text, place, flags and reactions, and that no
 * row between the first and the last is missing or additional. Three differences are allowed:
 * - a message that moved in from a foreign stream since the last registration may be missing: no event reported it,
 *   and opening a conversation fetches only its neighbours;
 * - in a stream without a subscription there are no events: its rows are stale, and only that is checked;
 * - in a window that stayed open, a row that is marked as stale. After it was opened again and looked at, no such
 *   row may be left.
 */
export class WindowCheck {
  readonly #stage: Stage
  readonly #windows: Windows
  readonly #tables: Tables
  /** Rows that passed the check; a changed row is another object. */
  readonly #right = new WeakSet<object>()
  /** The server's messages of feeds, by narrow. */
  readonly #feeds = new Map<string, readonly number[]>()

  constructor(stage: Stage, windows: Windows, tables: Tables) {
    this.#stage = stage
    this.#windows = windows
    this.#tables = tables
  }

  /** Checks the windows in their present state. */
  async checkOpen(truth: Truth): Promise<void> {
    for (const window of this.#windows.messageWindows) await this.#check(window, truth, 'as left')
  }

  /** Opens a window as a user does, and scrolls to both ends of it. */
  async checkOpened(query: MessageQuery, truth: Truth): Promise<void> {
    const window = await this.#windows.open(query)
    await this.#stage.pass(3_000)
    await this.#checkSeen(window, truth)
    if (query.type === 'search') return
    for (const end of ['older', 'newer'] as const) {
      let farthest = this.#edgeOf(window, end)
      let idleSteps = 0
      while (this.#windows.metaOf(window)[end] === 'more' && idleSteps < mostIdleSteps) {
        await this.#windows.more(window, end)
        await this.#stage.pass(800)
        await this.#checkSeen(window, truth)
        const edge = this.#edgeOf(window, end)
        idleSteps = edge > farthest ? 0 : idleSteps + 1
        farthest = Math.max(farthest, edge)
      }
      assert.equal(this.#windows.metaOf(window)[end], 'none', `${JSON.stringify(query)} has an end: ${end}`)
      await this.#checkEnd(window, truth, end)
    }
  }

  /** The extent of a window on one side, which grows with each message that is shown further out. */
  #edgeOf(window: OpenWindow, end: 'older' | 'newer'): number {
    const ids = this.#windows.itemsOf(window).flatMap((item) => (item.kind === 'message' ? [item.id] : []))
    return end === 'older' ? -(ids[0] ?? Infinity) : (ids.at(-1) ?? -Infinity)
  }

  /** Checks that rows that were on screen for a while are right. */
  async #checkSeen(window: OpenWindow, truth: Truth): Promise<void> {
    const until = this.#stage.now() + longestStaleMs
    for (;;) {
      const inDoubt = this.#items(window).filter((item) => markOf(item) === true && this.#isLive(item, truth))
      if (inDoubt.length === 0) break
      const ids = inDoubt.map(idOf)
      assert.ok(this.#stage.now() < until, `${ids.join()} stay stale in ${JSON.stringify(window.query)}`)
      await this.#windows.lookAt(window, Math.min(...ids), Math.max(...ids))
      await this.#stage.pass(5_000)
    }
    await this.#check(window, truth, 'opened')
  }

  #items(window: OpenWindow): readonly (MessageItem | SearchItem)[] {
    const items: readonly (ConversationItem | SearchItem)[] = this.#stage.client.shown(window.viewId).items as (
      | ConversationItem
      | SearchItem
    )[] // the kinds of window that are checked
    return items.filter((item) => item.kind === 'message' || item.kind === 'hit')
  }

  #isLive(item: MessageItem | SearchItem, truth: Truth): boolean {
    return truth.isLive(item.kind === 'hit' ? streamOf(item.narrow) : item.streamId)
  }

  async #check(window: OpenWindow, truth: Truth, state: 'as left' | 'opened'): Promise<void> {
    const { client } = this.#stage
    const title = () =>
      `${JSON.stringify(window.query)} ${state}, now ${JSON.stringify(client.shown(window.viewId).meta)}`
    const items = this.#items(window).filter((item) => !this.#right.has(item))
    const stored = new StoredMessages(this.#stage, truth, items.map(idOf))
    for (const item of items) {
      const id = idOf(item)
      const isCurrent = stored.isCurrent(id)
      const mark = markOf(item)
      if (mark !== undefined) assert.equal(mark, !isCurrent, `the mark of ${id} in ${title()}`)
      if (!this.#isLive(item, truth)) continue
      const mayDiffer = !isCurrent && (state === 'as left' || (item.kind === 'hit' && mark === undefined))
      if (mayDiffer) continue
      const shown = shownFacts(item)
      const expected = expectedFacts(item, truth.byId.get(id))
      if (JSON.stringify(shown) !== JSON.stringify(expected))
        assert.deepEqual(shown, expected, `row ${id} of ${title()}`)
      if (state === 'opened') this.#right.add(item)
    }
    if (window.query.type !== 'search') await this.#checkPresence(window, truth, state, title)
  }

  /** Checks that no message is missing between two adjacent rows, and that a reopened window has no gap. */
  async #checkPresence(
    window: OpenWindow,
    truth: Truth,
    state: 'as left' | 'opened',
    title: () => string,
  ): Promise<void> {
    const expected = await this.#idsOf(window, truth)
    if (expected === undefined) return
    const items = this.#windows.itemsOf(window)
    const last = items.findLast((item) => item.kind === 'message')?.id ?? 0
    let previous: number | undefined
    let next = 0
    for (const item of items) {
      if (item.kind === 'pending') continue
      if (item.kind === 'gap') {
        const isAtEnd = previous === undefined || previous >= last
        assert.ok(state === 'as left' || isAtEnd, `a hole after ${previous ?? ''} in ${title()}`)
        previous = undefined
        continue
      }
      const missing: number[] = []
      for (; (expected[next] ?? Infinity) < item.id; next += 1) {
        const id = expected[next] ?? 0
        if (previous !== undefined && id > previous && !this.#tables.mayLack(id)) missing.push(id)
      }
      assert.deepEqual(missing, [], `missing between ${previous ?? ''} and ${item.id} in ${title()}`)
      previous = item.id
    }
  }

  /**
   * Checks that a window that reports its end reaches the server's first or last message. It may reach further, to
   * messages that no event reported and a fetch found.
   */
  async #checkEnd(window: OpenWindow, truth: Truth, end: 'older' | 'newer'): Promise<void> {
    const expected = (await this.#idsOf(window, truth))?.filter((id) => !this.#tables.mayLack(id))
    const wanted = end === 'older' ? expected?.[0] : expected?.at(-1)
    if (wanted === undefined) return
    const reaches = this.#edgeOf(window, end) >= (end === 'older' ? -wanted : wanted)
    assert.ok(reaches, `message ${wanted} at the ${end} end of ${JSON.stringify(window.query)}`)
  }

  /** The server's ids for a window, ascending; undefined where there is no reference. */
  async #idsOf({ query, viewId }: OpenWindow, truth: Truth): Promise<readonly number[] | undefined> {
    if (query.type === 'conversation') {
      // The window may have followed its topic to another place.
      const { narrow } = this.#stage.client.shown(viewId).meta as { narrow: Narrow } // a conversation's
      return truth.isLive(streamOf(narrow)) ? truth.in(narrow).map(({ id }) => id) : undefined
    }
    return query.type === 'feed' ? this.#idsOfFeed(query.narrow, truth) : undefined
  }

  /**
   * The ids of a feed. It contains messages of currently subscribed streams, while the service's feed contains
   * delivered messages; they differ in streams that were left or joined, and in messages that were moved out.
   */
  async #idsOfFeed(narrow: FeedNarrow, truth: Truth): Promise<readonly number[] | undefined> {
    const terms = feedTerms(narrow)
    if (terms === undefined) return undefined
    const known = this.#feeds.get(JSON.stringify(narrow))
    if (known !== undefined) return known
    const loose = new Set(this.#stage.idsInStreams(this.#stage.looseStreams))
    const found = await truth.fetch(terms)
    const ids = found.filter((fact) => truth.isLive(fact.streamId) && !loose.has(fact.id)).map(({ id }) => id)
    this.#feeds.set(JSON.stringify(narrow), ids)
    return ids
  }
}

function feedTerms(narrow: FeedNarrow): (readonly [string, unknown])[] | undefined {
  switch (narrow.kind) {
    case 'combined':
      return [['in', 'home']]
    case 'mentions':
      return [['is', 'mentioned']]
    case 'direct_all':
      return [['is', 'dm']]
    case 'starred':
      return [['is', 'starred']]
    case 'sender':
      return [['sender', narrow.userId]]
    case 'followed':
    case 'has':
      return undefined
  }
}

function streamOf(narrow: Narrow): number | null {
  return narrow.kind === 'direct' ? null : narrow.streamId
}

function idOf(item: MessageItem | SearchItem): number {
  return item.kind === 'hit' ? item.messageId : item.id
}

/** The content of a row in the form of `Facts`. */
function shownFacts(item: MessageItem | SearchItem): Partial<Facts> {
  if (item.kind === 'hit') {
    return { id: item.messageId, senderId: item.sender.id, streamId: streamOf(item.narrow) }
  }
  return {
    id: item.id,
    senderId: item.sender.id,
    streamId: item.streamId,
    topic: item.topic,
    text: withoutTags(item.html ?? ''),
    isRead: item.isRead,
    isStarred: item.isStarred,
    isMentioned: item.flags.includes('mentioned') || item.flags.includes('wildcard_mentioned'),
    reactions: item.reactions.map(({ code, count, isOwn }) => `${code}:${count}${isOwn ? '*' : ''}`).sort(),
  }
}

/** The server's facts as far as the row shows them; undefined if the server has no such message. */
function expectedFacts(item: MessageItem | SearchItem, fact: Facts | undefined): Partial<Facts> | undefined {
  if (fact === undefined) return undefined
  if (item.kind === 'hit') {
    const isThere = isIn(fact, item.narrow)
    return { id: fact.id, senderId: fact.senderId, streamId: isThere ? fact.streamId : -1 }
  }
  const { id, senderId, streamId, topic, text, isRead, isStarred, isMentioned, reactions } = fact
  return { id, senderId, streamId, topic, text, isRead, isStarred, isMentioned, reactions }
}
