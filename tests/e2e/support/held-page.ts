import { expect, type Browser, type Page } from '@playwright/test'
import type { MessageHistory, MessageItem } from '#contract/messages.ts'
import type { ViewItem, ViewMeta, ViewOp } from '#contract/views.ts'
import { HostedView } from '#support/hosted-view.ts'
import { installBridge } from './fixture-page.ts'
import { fixtureOf } from '../fixtures/build.ts'

/** The recorded calls of the page. */
interface Call {
  readonly name: string
  readonly input: { readonly url?: string; readonly messageIds?: readonly number[] }
}

interface FixtureWindow {
  readonly skeinFixture: {
    readonly items: () => readonly ViewItem[]
    readonly replaceConversation: (conversation: {
      readonly items: readonly ViewItem[]
      readonly meta: ViewMeta
    }) => void
    readonly tellText: (json: string) => void
    readonly calls: Call[]
  }
}

/** A page that shows one short message. */
export async function quietPage(browser: Browser, url: string, history?: MessageHistory): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await page.addInitScript(installBridge, fixtureOf('<p>short</p>', { isEdited: true }, history))
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

/** Adds messages to the open conversation, through an engine's view host. */
export async function come(page: Page, items: readonly MessageItem[]): Promise<void> {
  const there = await page.evaluate(() => (window as unknown as FixtureWindow).skeinFixture.items())
  const view = hosted(there)
  view.open('v')
  view.show([...there, ...items])
  await deliver(page, view)
  await drawn(page, there.length + 1)
}

/** Opens another conversation with these messages. */
export async function openAnother(page: Page, items: readonly MessageItem[]): Promise<void> {
  const view = hosted(items)
  const { items: first, meta } = view.open('v')
  await page.evaluate(
    ([json, topic]) => {
      const fixture = (window as unknown as FixtureWindow).skeinFixture
      fixture.replaceConversation(JSON.parse(json) as Parameters<typeof fixture.replaceConversation>[0])
      const other = [...document.querySelectorAll<HTMLElement>('nav .item')].find(({ innerText }) =>
        innerText.includes(topic),
      )
      // A separate task, like an action of the reader.
      setTimeout(() => other?.click())
    },
    [JSON.stringify({ items: first, meta }), 'release 2.4'] as const,
  )
  // The message that was shown before has been edited.
  await page.waitForFunction(() => document.querySelector('.message .edited') === null)
  await deliver(page, view)
  await drawn(page, 1)
}

/** Scrolls up, most of a screen at a time. */
export async function readUp(page: Page, screens: number): Promise<void> {
  for (let screen = 0; screen < screens; screen += 1) {
    await page.evaluate(() => document.querySelector('[role=log]')?.scrollBy(0, -600))
    await drawn(page, 1)
  }
}

export async function calls(page: Page): Promise<readonly Call[]> {
  return page.evaluate(() => (window as unknown as FixtureWindow).skeinFixture.calls)
}

/** Delivers one batch to the open conversation. */
export async function tell(page: Page, ops: readonly ViewOp[]): Promise<void> {
  await page.evaluate((text) => (window as unknown as FixtureWindow).skeinFixture.tellText(text), JSON.stringify(ops))
}

/** The addresses that the page asked the system to open. */
export async function opened(page: Page): Promise<(string | undefined)[]> {
  return (await calls(page)).filter(({ name }) => name === 'app.openLink').map(({ input }) => input.url)
}

/** An engine's conversation, delivered to the page as an engine does. */
function hosted(items: readonly ViewItem[]): HostedView {
  const view = new HostedView(fixtureOf('').conversation.meta)
  view.items = items
  return view
}

/** Delivers each batch to the page; the next one follows the page's acknowledgement. */
async function deliver(page: Page, view: HostedView): Promise<void> {
  for (let batch = view.next(); batch !== undefined; batch = view.next()) {
    await page.evaluate(
      (ops) =>
        new Promise<void>((done) => {
          const { tellText, calls } = (window as unknown as FixtureWindow).skeinFixture
          const wait = () => {
            if (calls.some(({ name }) => name === 'app.acknowledge')) done()
            else requestAnimationFrame(wait)
          }
          calls.length = 0
          // A separate task, like a message of the program.
          setTimeout(() => {
            tellText(ops)
            wait()
          })
        }),
      JSON.stringify(batch.updates.flatMap((update) => update.ops)),
    )
    view.acknowledge(batch)
  }
}

/** Waits until all heavy bodies and formulas are drawn and no work is left. */
async function drawn(page: Page, atLeast: number): Promise<void> {
  // Locators are avoided: their bookkeeping takes longer than the page itself.
  await page.waitForFunction(
    (count) =>
      document.querySelectorAll('.message-body').length >= count &&
      document.querySelector('.message [aria-busy], .message .tex') === null,
    atLeast,
  )
  await idle(page)
}

/** Waits until the page has drawn and is idle. */
async function idle(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((done) => {
        requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => done())))
      }),
  )
}
