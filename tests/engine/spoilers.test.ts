import { describe, expect, it } from 'vitest'
import type { ConversationEntry, ConversationsMeta, InboxMeta } from '#contract/navigation.ts'
import type { OutboxItem, OutboxMeta } from '#contract/outbox.ts'
import { hiddenSign } from '#shared/content/spoilers.ts'
import { notificationText } from '#support/notification-text.ts'
import { setupWorld } from '#support/setup-world.ts'

const text = 'Seen it?\n```spoiler The end\nthe gardener dies\n```'
const shown = `Seen it? The end ${hiddenSign}`
const line = (words: string | undefined) => words?.replaceAll(/\s+/g, ' ')

describe('the content of a spoiler', () => {
  it('is in no list, notification or snippet, but a search finds it', async () => {
    const { server, iris, noor, start } = await setupWorld({ engine: 'none' })
    await server.post(noor, { direct: [iris.id] }, 'before this computer knew the account')
    let isDown = false
    const client = start({
      faultFor: () => (isDown ? { before: 'unreachable' } : undefined),
    })
    await client.online()
    await server.clock.advance(5_000)
    const id = await server.post(noor, { direct: [iris.id] }, text)
    await server.clock.advance(2_000)
    expect(client.notifications.map(notificationText).map((each) => line(each ?? undefined))).toEqual([shown])

    const inbox = await client.openView<{ item: ConversationEntry; meta: InboxMeta }>({ type: 'inbox' })
    const recent = await client.openView<{ item: ConversationEntry; meta: ConversationsMeta }>({ type: 'recent' })
    await server.clock.until('its conversation is listed', () => recent.items().some(({ last }) => last?.id === id))
    for (const view of [inbox, recent]) {
      expect(view.items().flatMap(({ last }) => (last?.id === id ? [line(last.text)] : []))).toEqual([shown])
    }

    const found = await client.engine.call('messages.search', {
      query: 'gardener',
      before: null,
      limit: 50,
      where: 'disk',
    })
    if (!found.ok) throw new Error('the search failed')
    expect(found.value.hits.map(({ messageId }) => messageId)).toEqual([id])
    expect(found.value.hits.map(({ snippet }) => line(snippet.map((part) => part.text).join('')))).toEqual([shown])
    expect(found.value.hits[0]?.snippet.some((part) => part.isHit)).toBe(false)

    // The outbox lists actions by the beginning of their text: a message to send, and a message to star.
    isDown = true
    client.engine.signal('resume')
    await server.clock.until('it is offline', () => client.status?.connection.state === 'offline')
    const outbox = await client.openView<{ item: OutboxItem; meta: OutboxMeta }>({ type: 'outbox' })
    await client.send({ kind: 'direct', userIds: [noor.id] }, text)
    await client.engine.call('messages.star', { messageId: id, isStarred: true })
    await server.clock.until('both wait', () => outbox.items().length === 2)
    expect(outbox.items().map((item) => line(item.text))).toEqual([shown, shown])
  })
})
