import { expect } from '@playwright/test'
import type { MessageItem } from '#contract/messages.ts'
import type { ViewOp } from '#contract/views.ts'
import { contentSecurityPolicy } from '#shell/protocols/page-policy.ts'
import { test } from './support/bare-browser.ts'
import { calls, quietPage, tell } from './support/held-page.ts'
import { fixturePicture } from './support/pictures.ts'
import { servePage } from './support/fixture-page.ts'
import { messageOf } from './fixtures/build.ts'

test('a message without its body has its position, stays unread, and takes no action', async ({ chromiumAtHand }) => {
  const { url, server } = await servePage(fixturePicture, contentSecurityPolicy)
  const page = await quietPage(chromiumAtHand, url)
  const item = messageOf('<p>here at last</p>', { isRead: false })
  const replaced = (body: Partial<MessageItem>): ViewOp => ({ op: 'replace', index: 1, item: { ...item, ...body } })

  await tell(page, [{ op: 'insert', index: 1, items: [{ ...item, html: null }] }])
  const row = page.locator(`article[data-message-id="${item.id}"]`)
  await expect(row.locator('[aria-busy=true]')).toBeVisible()
  await row.focus()
  for (const key of ['e', '+', 'i', '>', 'Control+s', 'Delete']) await page.keyboard.press(key)
  await row.click({ button: 'right' })
  await expect(row.getByRole('group', { name: 'Message actions' })).toHaveCount(0)
  await expect(page.getByRole('menu')).toHaveCount(0)
  // Another message below it is read in the meantime, but not this one.
  const other = messageOf('<p>light</p>', { isRead: false })
  await tell(page, [{ op: 'insert', index: 2, items: [other] }])
  const readIds = async () =>
    (await calls(page)).flatMap(({ name, input }) => (name === 'messages.markRead' ? (input.messageIds ?? []) : []))
  await expect.poll(readIds).toEqual([other.id])
  expect((await calls(page)).filter(({ name }) => /^messages\.(?!markRead)/.test(name))).toEqual([])

  await tell(page, [replaced({})])
  await expect(row).toContainText('here at last')
  await expect.poll(readIds).toEqual([other.id, item.id])
  await expect(row).toBeFocused()
  await page.keyboard.press('Control+s')
  await expect.poll(async () => (await calls(page)).map(({ name }) => name)).toContain('messages.star')
  await page.close()
  server.close()
  server.closeAllConnections()
})
