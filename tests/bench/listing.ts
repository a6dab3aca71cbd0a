import Database from 'better-sqlite3'
import { openStore } from '#engine/store/store.ts'
import type { ConversationEntry } from '#contract/navigation.ts'
import type { QueryOf } from '#contract/views.ts'
import { SeededRandom } from '#support/random.ts'
import { testWindow } from '#support/test-window.ts'
import { manyPlaces, topics, word } from './many-places.ts'
import { milliseconds, percentile, watchLoop, type Row } from './rows.ts'
import { openEngine } from './world.ts'

const openings = 60
const unread = 20_000

type Query = QueryOf<'inbox' | 'recent'>

const noFilter = { isUnread: false, hasOwn: false, isFollowed: false, withMuted: false, only: null, text: '' } as const

const lists: readonly { readonly what: string; readonly query: (random: SeededRandom) => Query }[] = [
  { what: `inbox, ${unread} conversations unread`, query: () => ({ type: 'inbox' }) },
  { what: 'recent conversations', query: () => ({ type: 'recent' }) },
  { what: '… unread ones', query: () => ({ type: 'recent', filters: { ...noFilter, isUnread: true } }) },
  { what: '… where the user wrote', query: () => ({ type: 'recent', filters: { ...noFilter, hasOwn: true } }) },
  {
    what: '… by a name',
    query: (random) => ({ type: 'recent', filters: { ...noFilter, text: word(random).slice(0, 4) } }),
  },
]

/**
 * Measures lists of conversations: from the call that opens the view to its rows as JSON, and a change while the inbox
 * is open.
 */
export async function measureListing(): Promise<Row[]> {
  const random = new SeededRandom(31)
  const path = manyPlaces(random)
  const store = openStore(path)
  store.transaction(() => {
    for (const conversation of store.messages.recentConversations(unread)) {
      const [, streamId = '', topic = ''] = /^topic:(\d+):(.*)$/s.exec(conversation) ?? []
      const newestId = store.messages.newestNoted({ kind: 'topic', streamId: Number(streamId), topic })
      if (newestId > 0) store.unread.put({ message_id: newestId, conversation, mention: 0 })
    }
  })
  store.close()
  let onBatch: (batch: number) => void = () => undefined
  const engine = openEngine(path, {
    publish: (update) => {
      if (update.type === 'views') onBatch(update.batch)
    },
  })
  const database = new Database(path, { readonly: true })
  const bare = database.prepare('SELECT * FROM message ORDER BY id DESC LIMIT 60')
  const floors = Array.from({ length: openings }, () => milliseconds(() => JSON.stringify(bare.all())))
  const loop = watchLoop()
  const rows: Row[] = []
  for (const { what, query } of lists) {
    const times: number[] = []
    for (let index = 0; index < openings; index += 1) {
      const begun = performance.now()
      JSON.stringify(await engine.call('views.open', { viewId: 'v', query: query(random) }, testWindow))
      times.push(performance.now() - begun)
      await new Promise((resolve) => setImmediate(resolve))
    }
    rows.push({
      what: `${what}, of ${topics} topics: opened (p95 of ${openings})`,
      value: percentile(times, 0.95),
      unit: 'ms',
      floor: percentile(floors, 0.95),
      floorIs: 'the newest sixty messages as JSON',
    })
  }
  const times: number[] = []
  const opened = await engine.call('views.open', { viewId: 'v', query: { type: 'inbox' } }, testWindow)
  for (const { newestId } of opened.ok ? (opened.value.items as ConversationEntry[]) : []) {
    const batch = new Promise<number>((resolve) => (onBatch = resolve))
    const begun = performance.now()
    await engine.call('messages.markRead', { messageIds: [newestId] })
    const arrived = await batch
    times.push(performance.now() - begun)
    await engine.call('app.acknowledge', { batch: arrived }, testWindow)
  }
  rows.push({
    what: `inbox, ${unread} conversations unread: one is read, to the update of the list (p95 of ${times.length})`,
    value: percentile(times, 0.95),
    unit: 'ms',
    floor: percentile(floors, 0.95),
    floorIs: 'the newest sixty messages as JSON',
  })
  rows.push(...loop.end('lists of conversations'))
  engine.close()
  database.close()
  return rows
}
