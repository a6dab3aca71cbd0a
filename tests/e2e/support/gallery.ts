import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { readContent } from '#engine/state/content/content.ts'
import recorded from '../../recordings/markdown.json' with { type: 'json' }
import { installBridge, type ScreenFixture } from './fixture-page.ts'
import { allFixtures } from '../fixtures/all.ts'
import { openFixture } from './open-fixture.ts'
import { now, fixtureOfTexts } from '../fixtures/build.ts'

/** A text that was sent to a stock server, and the resulting HTML. */
export interface RecordedText {
  readonly input: string
  readonly html: string
}

const pageCount = 4
const perPage = Math.ceil(recorded.length / pageCount)

/** The recorded texts in the order of the gallery, with the number on a page. */
export const galleryPages: readonly (readonly RecordedText[])[] = Array.from({ length: pageCount }, (_, page) =>
  recorded.slice(page * perPage, (page + 1) * perPage),
)

/** The name of the sender. */
export const actor = 'Noor Haddad'

export const isAction = ({ input }: RecordedText) => input.startsWith('/me ')

const usualWindow = { width: 1280, height: 800 }
/** The window height at which all rows of a page of the gallery are drawn. */
const tallWindow = { width: 1080, height: 9000 }

/**
 * Draws texts of stock servers as messages, with the client's HTML reader and components; the typed text is above each.
 * Spoilers are open, formulas drawn.
 */
export async function openGallery(
  browser: Browser,
  url: string,
  texts: readonly RecordedText[],
  colorScheme: 'light' | 'dark',
): Promise<Page> {
  const fixture = fixtureOfTexts(
    texts.map((text) => ({
      name: isAction(text) ? actor : JSON.stringify(text.input).slice(1, -1),
      html: readContent(text.html, 'https://chat.example').html,
      isMe: isAction(text),
    })),
  )
  const page = await openConversation(browser, url, fixture, { colorScheme, viewport: tallWindow })
  await page
    .locator('article.message')
    .nth(texts.length - 1)
    .waitFor()
  await page.evaluate(() => {
    for (const header of document.querySelectorAll<HTMLElement>('.spoiler-header')) header.click()
  })
  await settle(page)
  // Growing rows push others out of the view, and the list takes a frame or two to draw these again.
  await page.waitForFunction((count) => {
    const list = document.querySelector('.list')?.getBoundingClientRect()
    const rows = [...document.querySelectorAll('article.message')]
    const top = rows[0]?.getBoundingClientRect().top
    return rows.length === count && list !== undefined && top !== undefined && top >= list.top
  }, texts.length)
  return page
}

/** Opens a page with the conversation of a fixture. */
export async function openConversation(
  browser: Browser,
  url: string,
  fixture: ScreenFixture,
  look: Pick<BrowserContextOptions, 'colorScheme' | 'viewport'>,
): Promise<Page> {
  const context = await browser.newContext({
    ...look,
    locale: 'en-GB',
    timezoneId: 'Europe/Oslo',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await page.clock.setFixedTime(now)
  await page.addInitScript(installBridge, fixture)
  await page.addInitScript(
    (narrow) => {
      localStorage.setItem('narrow:a', JSON.stringify(narrow))
    },
    'narrow' in fixture.conversation.meta ? fixture.conversation.meta.narrow : null,
  )
  await page.goto(url)
  await page.locator('.list.placed').waitFor()
  await settle(page)
  return page
}

/** Waits for fonts, formulas and pictures. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  await page.waitForFunction(() => document.querySelector('.message-body span.tex') === null)
  await page.waitForFunction(() => [...document.images].every((image) => image.complete || image.hidden))
}

/**
 * Pictures of the gallery (`gallery-light-1.png` …), of a conversation with emoji of every kind, a `/me` and a refused
 * message (`emoji-light.png`), of the list “Unsent messages” (`not-sent-light.png`), and of each other screen (`inbox-light.png` …).
 */
export async function photograph(browser: Browser, url: string, folder: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const [index, texts] of galleryPages.entries()) {
      const page = await openGallery(browser, url, texts, colorScheme)
      const clip = await page.evaluate(() => {
        const boxes = [...document.querySelectorAll('article.message')].map((row) => row.getBoundingClientRect())
        const top = Math.min(...boxes.map((box) => box.top))
        const bottom = Math.max(...boxes.map((box) => box.bottom))
        return { x: boxes[0]?.x ?? 0, y: top, width: boxes[0]?.width ?? 1, height: bottom - top + 8 }
      })
      await page.screenshot({ path: join(folder, `gallery-${colorScheme}-${index + 1}.png`), clip })
      await page.context().close()
    }
    const look = { colorScheme, viewport: usualWindow }
    const emoji = await openConversation(browser, url, fixtureNamed('emoji'), look)
    await emoji.screenshot({ path: join(folder, `emoji-${colorScheme}.png`) })
    await emoji.context().close()
    const unsent = await openConversation(browser, url, fixtureNamed('unsent'), look)
    await unsent.locator('.navigation .not-sent').click()
    await unsent.locator('main.unsent article').first().waitFor()
    await unsent.screenshot({ path: join(folder, `unsent-${colorScheme}.png`) })
    await unsent.context().close()
  }
  for (const [name, fixture] of Object.entries(photographedScreens)) {
    const page = await openConversation(browser, url, fixtureNamed(fixture), { viewport: usualWindow })
    await page.getByRole('log').focus()
    await openFixture(page, fixture)
    await settle(page)
    await page.screenshot({ path: join(folder, `${name}-light.png`) })
    await page.context().close()
  }
}

/** The fixtures that are photographed, by the names of the pictures. */
const photographedScreens = {
  inbox: 'full-inbox',
  recent: 'full-recent',
  feed: 'full-feed',
  search: 'found-search',
  streams: 'all-streams',
  directory: 'people-directory',
  'stream-settings': 'settings-of-stream',
  drafts: 'drafts',
  scheduled: 'scheduled',
  snippets: 'snippets',
  palette: 'full-palette',
  'user-group': 'group-card',
} as const

function fixtureNamed(name: string): ScreenFixture {
  const fixture = allFixtures[name]?.fixture
  if (fixture === undefined) throw new Error(`no fixture ${name}`)
  return fixture
}
