import { describe, expect, it } from 'vitest'
import type { MessageItem } from '#contract/messages.ts'
import { setupWorld } from '#support/setup-world.ts'

describe('unwanted link previews (level 510)', () => {
  it('are hidden by the flag and displayed without it, whatever other flags there are', async () => {
    const { server, iris, noor, general, start } = await setupWorld({ engine: 'none' })
    const id = await server.post(noor, { stream: general, topic: 'links' }, 'https://example.org/')
    const client = start()
    await client.online()
    const window = await client.openConversation({ kind: 'topic', streamId: general, topic: 'links' })
    await server.clock.until('the message is there', () => window.items().length === 1)
    const hides = () => (window.items()[0] as MessageItem).hidesPreviews
    const flag = async (op: 'add' | 'remove', name: string) => {
      server.event(iris, { type: 'update_message_flags', op, operation: op, flag: name, messages: [id], all: false })
      await server.clock.advance(2000)
    }
    expect(hides()).toBe(false)
    await flag('add', 'hide_link_previews')
    expect(hides()).toBe(true)
    await flag('add', 'starred')
    await flag('add', 'a_flag_of_tomorrow')
    expect(hides()).toBe(true)
    await flag('remove', 'hide_link_previews')
    expect(hides()).toBe(false)
  })
})
