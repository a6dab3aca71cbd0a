import { expect } from '@playwright/test'
import type { MessageHistory } from '#contract/messages.ts'
import { openConversation } from './support/gallery.ts'
import { now } from './fixtures/parts.ts'
import { test } from './support/fixture-test.ts'
import { fixtureOf } from './fixtures/build.ts'

const look = { colorScheme: 'light', viewport: { width: 1080, height: 800 } } as const
const version = (minutesAgo: number, topic: string, html: string): MessageHistory['versions'][number] => ({
  person: null,
  timestamp: now / 1000 - minutesAgo * 60,
  topic,
  topicName: topic === '' ? 'general chat' : topic,
  html,
})

test('the versions of a message show moves, without repeating texts', async ({ chromiumAtHand, pageAddress }) => {
  const versions = [
    version(30, '', '<p>We clamp.</p>'),
    version(20, 'release 2.4', '<p>We clamp.</p>'),
    version(10, 'release 2.5', '<p>We extrapolate.</p>'),
    version(5, 'release 2.5', '<p>We extrapolate now.</p>'),
  ]
  const fixture = fixtureOf(
    '<p>We extrapolate now.</p>',
    { isEdited: true, isMoved: true },
    { messageId: 1, versions, left: 0 },
  )
  const page = await openConversation(chromiumAtHand, pageAddress, fixture, look)
  await page.locator('article.message').focus()
  await page.keyboard.press('Shift+H')
  const entries = page.getByRole('dialog', { name: 'Edit history' }).getByRole('listitem')
  await expect(entries).toHaveText([
    /^Someone · [^\n]*\s+We extrapolate now\.\s*$/,
    /Moved from release 2\.4 to\s+release 2\.5\s+We extrapolate\.\s*$/,
    /Moved from general chat to\s+release 2\.4\s*$/,
    /^Someone · [^\n]*\s+We clamp\.\s*$/,
  ])
  await expect(entries.nth(2).getByText('general chat')).toHaveCSS('font-style', 'italic')
  await page.context().close()
})
