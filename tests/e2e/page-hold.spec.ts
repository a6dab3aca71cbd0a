import { expect, type Browser, type Page } from '@playwright/test'
import type { MessageHistory, MessageItem } from '../../preload/contract.ts'
import { contentSecurityPolicy } from '../../main/shell/page-policy.ts'
import { clientLimits } from '../../shared/client-limits.ts'
import { readUnformatted } from '../../shared/unformatted.ts'
import { test as base } from './support/bare-browser.ts'
import { heavyMessages, hostileMessages } from './support/heavy-messages.ts'
import { stagedPicture } from './support/pictures.ts'
import { installBridge, servePage } from './support/staged-page.ts'
import { messageOf, stageOf } from './support/stages.ts'
import { longestTask } from './support/task-time.ts'

const isDrill = process.env.SKEIN_DRILL !== undefined
/** So much processor time a task of the page may take; in `npm test` the machine's caches are shared with other work. */
const longestMs = isDrill ? 100 : 2_000
/** So many messages of a kind come in one batch. */
const inBatch = isDrill ? 200 : 20

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

declare global {
  interface Window {
    sent: string
  }
}

/** A page that shows one short message. */
async function quietPage(browser: Browser, url: string, history?: MessageHistory): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await page.addInitScript(installBridge, stageOf('<p>short</p>', { isEdited: true }, history))
  await page.addInitScript(() => {
    localStorage.setItem(
      'narrow:a',
      JSON.stringify({ kind: 'topic', streamId: 1, topic: 'encoder drift on cold start' }),
    )
  })
  await page.goto(url)
  await expect(page.locator('.message-body')).toBeVisible()
  await idle(page)
  return page
}

/** The page has drawn, and has nothing left to do. */
async function idle(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((done) => {
        requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => done())))
      }),
  )
}

/** The list becomes these messages, as an engine tells it. */
async function show(page: Page, items: readonly MessageItem[]): Promise<void> {
  await page.evaluate((sent) => void (window.sent = sent), JSON.stringify([{ op: 'insert', index: 1, items }]))
  await idle(page)
  await page.evaluate(
    () =>
      new Promise<void>((done) => {
        const staged = window as unknown as { skeinStage: { tellText: (json: string) => void } }
        // In a task of its own, like a message of the program.
        setTimeout(() => {
          staged.skeinStage.tellText(window.sent)
          done()
        })
      }),
  )
  await expect(page.locator('.message-body').nth(1)).toBeAttached()
  // Heavy ones are drawn one after the other.
  await expect(page.locator('.message [aria-busy]')).toHaveCount(0)
  await idle(page)
}

async function bodies(page: Page): Promise<number> {
  return page.locator('.message-body').count()
}

test('what the page does for one short message is told as the floor', async ({ chromiumAtHand, pageAddress }) => {
  const page = await quietPage(chromiumAtHand, pageAddress)
  const floor = await longestTask(chromiumAtHand, page, () => show(page, [messageOf('<p>short</p>')]))
  process.stdout.write(`one short message (the floor): ${floor} ms\n`)
  expect(floor).toBeLessThanOrEqual(longestMs)
  await page.close()
})

for (const { name, items } of [...heavyMessages, ...hostileMessages]) {
  test(`the page is not held by ${name}`, async ({ chromiumAtHand, pageAddress }) => {
    const page = await quietPage(chromiumAtHand, pageAddress)
    const alone = await longestTask(chromiumAtHand, page, () => show(page, items.slice(0, 1)))
    expect(await bodies(page)).toBeGreaterThan(1)
    const notice = page.getByText('This message is too large')
    const isTooLarge = items.some(({ html }) => readUnformatted(html).kept !== 'formatted')
    await expect(notice).toHaveCount(isTooLarge ? 1 : 0)
    await page.close()
    const again = await quietPage(chromiumAtHand, pageAddress)
    const many = await longestTask(chromiumAtHand, again, () => show(again, items.slice(0, inBatch)))
    process.stdout.write(`${name}: ${alone} ms alone, ${many} ms with ${inBatch} of them\n`)
    await again.close()
    expect(Math.max(alone, many)).toBeLessThanOrEqual(longestMs)
  })
}

test('opening a message in the browser asks for the server’s own page', async ({ chromiumAtHand, pageAddress }) => {
  const page = await quietPage(chromiumAtHand, pageAddress)
  const [{ items } = { items: [] }] = hostileMessages
  await show(page, items.slice(0, 1))
  await page.getByRole('button', { name: 'Open in browser' }).click()
  expect(await opened(page)).toEqual([`https://x.example/#narrow/near/${items[0]?.id ?? 0}`])
  await page.close()
})

/** The addresses that the page has asked the system to open. */
async function opened(page: Page): Promise<(string | undefined)[]> {
  const calls = await page.evaluate(
    () =>
      (window as unknown as { skeinStage: { calls: { name: string; input: { url?: string } }[] } }).skeinStage.calls,
  )
  return calls.filter(({ name }) => name === 'app.openLink').map(({ input }) => input.url)
}

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
