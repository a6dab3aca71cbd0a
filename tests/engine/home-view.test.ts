import { expect, it } from 'vitest'
import type { NavigationItem, NavigationMeta } from '#contract/navigation.ts'
import { setupWorld } from '#support/setup-world.ts'

/** The names of the setting and of the recent conversations at a level (wire-protocol.md §2.15). */
const namesAt = (level: number) => ({
  setting: level < 219 ? 'default_view' : 'web_home_view',
  recent: level < 454 ? 'recent_topics' : 'recent',
})

it.each([155, 237, 371, 500] as const)(
  'the home view follows the account’s setting and its changes under their names at level %i',
  async (featureLevel) => {
    const { setting, recent } = namesAt(featureLevel)
    const { client, server, iris } = await setupWorld({ settings: { featureLevel } })
    const navigation = await client.openView<{ item: NavigationItem; meta: NavigationMeta }>({ type: 'navigation' })
    expect(navigation.meta().home).toBe('inbox')
    for (const [value, home] of [
      [recent, 'recent'],
      ['all_messages', 'combined'],
      ['inbox', 'inbox'],
    ] as const) {
      await server.ok(iris, 'PATCH', '/settings', { [setting]: value })
      await server.clock.until(`home is ${home}`, () => navigation.meta().home === home, 10_000)
    }
  },
)
