import { expect, type Browser, type Page } from '@playwright/test'
import type { MessageItem } from '#contract/messages.ts'
import { readContent } from '#engine/state/content/content.ts'
import { contentSecurityPolicy } from '#shell/protocols/page-policy.ts'
import { test as base } from './support/bare-browser.ts'
import { manyPictures, manyReactions, narrowTable, prose } from './support/heavy-parts.ts'
import { dark, darkSmall, light, lightSmall, looksNow } from './support/looks.ts'
import { fixturePicture } from './support/pictures.ts'
import { sampleOf } from './support/sample.ts'
import { installBridge, servePage } from './support/fixture-page.ts'
import { fixtureOf } from './fixtures/build.ts'

const test = base.extend<object, { pageAddress: string }>({
  /** The address of the page with the program's policy. */
  pageAddress: [
    async ({}, use) => {
      const { url, server } = await servePage(fixturePicture, contentSecurityPolicy)
      await use(url)
      server.close()
      server.closeAllConnections()
    },
    { scope: 'worker' },
  ],
})

/** Measurements of a page that showed one message. */
interface Shown {
  readonly page: Page
  /** Tasks of the page of more than 50 ms, in milliseconds. */
  readonly longTasks: () => Promise<readonly number[]>
}

declare global {
  interface Window {
    longTasks: number[]
  }
}

async function show(
  browser: Browser,
  url: string,
  html: string,
  over: Partial<MessageItem> = {},
  { colorScheme, viewport } = light,
): Promise<Shown> {
  const context = await browser.newContext({ colorScheme, viewport, locale: 'en-GB', timezoneId: 'UTC' })
  const page = await context.newPage()
  await page.addInitScript(installBridge, fixtureOf(readContent(html, 'https://x.example').html, over))
  await page.addInitScript(() => {
    localStorage.setItem(
      'narrow:a',
      JSON.stringify({ kind: 'topic', streamId: 1, topic: 'encoder drift on cold start' }),
    )
    window.longTasks = []
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.longTasks.push(Math.round(duration))
    }).observe({ type: 'longtask', buffered: true })
  })
  await page.goto(url)
  await expect(page.locator('.message-body')).toBeVisible()
  return { page, longTasks: () => page.evaluate(() => window.longTasks) }
}

function katex(source: string): string {
  const shown = source.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<span class="katex"><annotation encoding="application/x-tex">${shown}</annotation></span>`
}

test('the formulas of a message are drawn in a worker, under the page’s own policy', async ({
  chromiumAtHand,
  pageAddress,
}) => {
  const { page } = await show(chromiumAtHand, pageAddress, `<p>so ${katex('a^2 < b')} holds</p>`)
  const workers = () => page.workers().map((worker) => worker.url())
  await expect(page.locator('.message-body .tex-drawn .katex-html')).toHaveCount(1)
  expect(workers()).toEqual([expect.stringMatching(/formula-worker/)])
  await page.context().close()
})

test('formulas that expand endlessly stay sources, and the page continues', async ({ chromiumAtHand, pageAddress }) => {
  const bomb = String.raw`\def\a{${'x'.repeat(250)}}` + String.raw`\a`.repeat(190)
  const wide = String.raw`\begin{matrix}${'&'.repeat(1900)}\end{matrix}`
  const html = `<p>${katex(bomb)} ${katex(wide)} ${katex('e^x')} ${katex('x'.repeat(2001))}</p>`
  const { page, longTasks } = await show(chromiumAtHand, pageAddress, html)
  await expect(page.locator('.message-body .tex-drawn .katex-html')).toHaveCount(1)
  await expect(page.locator('.message-body .tex')).toHaveText([bomb, wide, 'x'.repeat(2001)])
  process.stdout.write(`long tasks with hostile formulas, ms: ${(await longTasks()).join(' ') || 'none'}\n`)
  await page.context().close()
})

/** Prints the longest task since the page was shown; with a picture on request. */
async function told(name: string, { page, longTasks }: Shown, from: number): Promise<void> {
  const tasks = (await longTasks()).slice(from)
  process.stdout.write(`${name}: long tasks of the page, ms: ${tasks.join(' ') || 'none'}\n`)
  const folder = process.env.SKEIN_HEAVY_PICTURES
  const { width = 0 } = page.viewportSize() ?? {}
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  if (folder !== undefined)
    await page.screenshot({ path: `${folder}/${name}-${isDark ? 'dark' : 'light'}-${width}.png` })
}

/** Expects that no content is wider than the window. */
async function expectNoSidewaysScrolling(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
}

const heavy: readonly { readonly name: string; readonly html: string; readonly sees: (page: Page) => Promise<void> }[] =
  [
    {
      name: 'ten thousand characters',
      html: prose(10_000),
      sees: (page) => expect(page.locator('.message-body')).toContainText('The end.'),
    },
    {
      name: 'three hundred pictures',
      html: manyPictures(300),
      sees: (page) => expect(page.locator('.message-body img')).toHaveCount(300),
    },
    {
      name: 'a table of five hundred rows',
      html: narrowTable(500),
      sees: (page) => expect(page.locator('.message-body tr')).toHaveCount(501),
    },
  ]

for (const { name, html, sees } of heavy) {
  test(`the whole message is shown at once: ${name}`, async ({ chromiumAtHand, pageAddress }) => {
    for (const look of looksNow(name, [light, dark, lightSmall, darkSmall])) {
      const shown = await show(chromiumAtHand, pageAddress, html, {}, look)
      await sees(shown.page)
      await expect(shown.page.getByRole('button', { name: /^Show more/ })).toHaveCount(0)
      await expectNoSidewaysScrolling(shown.page)
      await told(name, shown, 0)
      await shown.page.context().close()
    }
  })
}

test('five hundred reactions are folded, and unfold step by step', async ({ chromiumAtHand, pageAddress }) => {
  const reactions = manyReactions(500)
  for (const look of looksNow('reactions', [light, dark, lightSmall, darkSmall])) {
    const shown = await show(chromiumAtHand, pageAddress, '<p>vote!</p>', { reactions }, look)
    const { page } = shown
    const group = page.getByRole('group', { name: 'Reactions' })
    const counts: number[] = []
    for (;;) {
      counts.push(await group.getByRole('button', { pressed: false }).count())
      await expectNoSidewaysScrolling(page)
      const more = group.getByRole('button', { name: / more$/ })
      if ((await more.count()) === 0) break
      await more.press('Enter')
    }
    expect(counts.length).toBe(4)
    await expect(group.locator(':focus')).toHaveAccessibleName(/^emoji_460,/)
    await expect(group.locator('[aria-pressed]')).toHaveCount(500)
    await told('five hundred reactions', shown, 0)
    await page.context().close()
  }
})

const endless: readonly (readonly [string, string])[] = [
  ['a million characters', `<p>${'all work and no play '.repeat(50_000)}</p>`],
  ['a hundred thousand paragraphs', '<p>a</p>'.repeat(100_000)],
  ['a word of a hundred thousand letters', `<p>${'x'.repeat(100_000)}</p>`],
  ['elements in elements', `${'<blockquote>'.repeat(10_000)}deep${'</blockquote>'.repeat(10_000)}`],
  ['spans without an end', `<p>${'<span class="k">a</span>'.repeat(100_000)}</p>`],
]
for (const [name, html] of sampleOf('endless messages', endless, 2)) {
  test(`a part of the message is shown, more on request, and the page continues: ${name}`, async ({
    chromiumAtHand,
    pageAddress,
  }) => {
    const shown = await show(chromiumAtHand, pageAddress, html)
    const { page } = shown
    const more = page.getByRole('button', { name: /^Show more/ })
    if (name !== 'elements in elements') {
      const before = (await shown.longTasks()).length
      await more.press('Enter')
      await expect(page.locator('.message-body')).toHaveCount(2)
      await told(`more of ${name}`, shown, before)
    } else await expect(page.locator('.message-body')).toContainText('deep')
    await expectNoSidewaysScrolling(page)
    await told(name, shown, 0)
    await page.context().close()
  })
}
