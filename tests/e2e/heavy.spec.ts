import { expect, type Browser, type Page } from '@playwright/test'
import { readContent } from '../../main/engine/model/content.ts'
import { contentSecurityPolicy } from '../../main/shell/page-policy.ts'
import { test as base } from './support/bare-browser.ts'
import { stagedPicture } from './support/pictures.ts'
import { installBridge, servePage } from './support/staged-page.ts'
import { stageOf } from './support/stages.ts'

const test = base.extend<object, { pageAddress: string }>({
  /** Where the page is served, under the policy that it has in the program. */
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

/** What a page went through while it showed one message. */
interface Shown {
  readonly page: Page
  /** Tasks of the page that took more than 50 ms, in milliseconds. */
  readonly longTasks: () => Promise<readonly number[]>
}

declare global {
  interface Window {
    longTasks: number[]
  }
}

async function show(browser: Browser, url: string, html: string): Promise<Shown> {
  const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'UTC' })
  const page = await context.newPage()
  await page.addInitScript(installBridge, stageOf(readContent(html, 'https://x.example').html))
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

test('[X2] formulas of a message are drawn in a worker, under the page’s own policy', async ({
  chromiumAtHand,
  pageAddress,
}) => {
  const { page } = await show(chromiumAtHand, pageAddress, `<p>so ${katex('a^2 < b')} holds</p>`)
  const workers = () => page.workers().map((worker) => worker.url())
  await expect(page.locator('.message-body .tex-drawn .katex-html')).toHaveCount(1)
  expect(workers()).toEqual([expect.stringMatching(/formula-worker/)])
  await page.context().close()
})

test('[X2] formulas that grow without an end stay sources, and the page goes on', async ({
  chromiumAtHand,
  pageAddress,
}) => {
  const bomb = String.raw`\def\a{${'x'.repeat(250)}}` + String.raw`\a`.repeat(190)
  const wide = String.raw`\begin{matrix}${'&'.repeat(1900)}\end{matrix}`
  const html = `<p>${katex(bomb)} ${katex(wide)} ${katex('e^x')} ${katex('x'.repeat(2001))}</p>`
  const { page, longTasks } = await show(chromiumAtHand, pageAddress, html)
  await expect(page.locator('.message-body .tex-drawn .katex-html')).toHaveCount(1)
  await expect(page.locator('.message-body .tex')).toHaveText([bomb, wide, 'x'.repeat(2001)])
  process.stdout.write(`long tasks with hostile formulas, ms: ${(await longTasks()).join(' ') || 'none'}\n`)
  await page.context().close()
})
