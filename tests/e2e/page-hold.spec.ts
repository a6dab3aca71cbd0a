import { expect } from '@playwright/test'
import { contentSecurityPolicy } from '../../main/shell/page-policy.ts'
import { clientLimits } from '../../shared/client-limits.ts'
import { readUnformatted } from '../../shared/unformatted.ts'
import { test as base } from './support/bare-browser.ts'
import { heavyMessages, hostileMessages } from './support/heavy-messages.ts'
import { come, opened, openAnother, quietPage, readUp } from './support/held-page.ts'
import { stagedPicture } from './support/pictures.ts'
import { servePage } from './support/staged-page.ts'
import { messageOf } from './support/stages.ts'
import { longestTask } from './support/task-time.ts'

const isDrill = process.env.SKEIN_DRILL !== undefined
/** So much processor time a task of the page may take; in `npm test` the machine's caches are shared with other work. */
const longestMs = isDrill ? 100 : 250
/** So many messages of a kind come at once. */
const atOnce = isDrill ? 200 : 20

const test = base.extend<object, { pageAddress: string }>({
  pageAddress: [
    async ({}, use) => {
      const { url, server } = await servePage(stagedPicture, contentSecurityPolicy)
      await use(url)
      server.close()
      server.closeAllConnections()
    },
    { scope: 'worker' },
  ],
})

test('what the page does for one short message is told as the floor', async ({ chromiumAtHand, pageAddress }) => {
  const page = await quietPage(chromiumAtHand, pageAddress)
  const floor = await longestTask(chromiumAtHand, page, () => come(page, [messageOf('<p>short</p>')]))
  process.stdout.write(`one short message (the floor): ${floor} ms\n`)
  expect(floor).toBeLessThanOrEqual(longestMs)
  await page.close()
})

for (const { name, items } of [...heavyMessages, ...hostileMessages]) {
  test(`the page is not held by ${name}`, async ({ chromiumAtHand, pageAddress }) => {
    const page = await quietPage(chromiumAtHand, pageAddress)
    const alone = await longestTask(chromiumAtHand, page, () => come(page, items.slice(0, 1)))
    const notice = page.getByText('This message is too large')
    const isTooLarge = items.some(({ html }) => readUnformatted(html ?? '').kept !== 'formatted')
    await expect(notice).toHaveCount(isTooLarge ? 1 : 0)
    await page.close()
    const again = await quietPage(chromiumAtHand, pageAddress)
    const together = await longestTask(chromiumAtHand, again, () => come(again, items.slice(0, atOnce)))
    await again.close()
    const another = await quietPage(chromiumAtHand, pageAddress)
    const opening = await longestTask(chromiumAtHand, another, () => openAnother(another, items.slice(0, atOnce)))
    const reading = await longestTask(chromiumAtHand, another, () => readUp(another, 20))
    await another.close()
    process.stdout.write(
      `${name}: ${alone} ms alone, with ${atOnce} of them ${together} ms as they come, ${opening} ms to open, ${reading} ms to read\n`,
    )
    expect(Math.max(alone, together, opening, reading)).toBeLessThanOrEqual(longestMs)
  })
}

test('opening a message in the browser asks for the server’s own page', async ({ chromiumAtHand, pageAddress }) => {
  const page = await quietPage(chromiumAtHand, pageAddress)
  const [{ items } = { items: [] }] = hostileMessages
  await come(page, items.slice(0, 1))
  await page.getByRole('button', { name: 'Open in browser' }).click()
  expect(await opened(page)).toEqual([`https://x.example/#narrow/near/${items[0]?.id ?? 0}`])
  await page.close()
})

test('the versions of a message are shown in parts, the newest first', async ({ chromiumAtHand, pageAddress }) => {
  const { historyShown } = clientLimits
  const versions = Array.from({ length: 2 * historyShown.most + 3 }, (_, index) => ({
    timestamp: 1_700_000_000 + index,
    person: null,
    topic: '',
    topicName: '',
    html: index % 2 === 0 ? `<p>version ${index}</p>` : `<p>long ${'word '.repeat(10_000)}</p>`,
  }))
  const page = await quietPage(chromiumAtHand, pageAddress, { messageId: 7, versions, left: 12 })
  const dialog = page.getByRole('dialog', { name: 'Versions of this message' })
  const entries = dialog.locator('.when')
  const held = await longestTask(chromiumAtHand, page, async () => {
    await page.locator('.message').focus()
    await page.keyboard.press('Shift+H')
    await expect(entries).toHaveCount(historyShown.most)
    await expect(dialog.locator('.message-body').first()).toHaveText(`version ${versions.length - 1}`)
    await expect(dialog.getByRole('button', { name: /^Show more of this message/ })).toHaveCount(historyShown.most / 2)
    await dialog.getByRole('button', { name: 'Show older versions (23 more)' }).press('Enter')
    await expect(entries).toHaveCount(2 * historyShown.most)
    await dialog.getByRole('button', { name: 'Show older versions (3 more)' }).press('Enter')
    await expect(entries).toHaveCount(versions.length)
    await expect(dialog.getByRole('list')).toBeFocused()
    await expect(dialog).toContainText('12 older versions are not shown here.')
  })
  await dialog.getByRole('button', { name: 'Open in browser' }).click()
  expect(await opened(page)).toEqual(['https://x.example/#narrow/near/7'])
  process.stdout.write(`versions of a message: ${held} ms\n`)
  expect(held).toBeLessThanOrEqual(longestMs)
  await page.close()
})
