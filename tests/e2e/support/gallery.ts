import type { Browser, Page } from '@playwright/test'
import { readContent } from '../../../main/engine/model/content.ts'
import recorded from '../../recordings/markdown.json' with { type: 'json' }
import { installBridge } from './staged-page.ts'
import { now, stageOfTexts } from './stages.ts'

/** A text that was sent to a stock server, and the HTML that it made. */
export interface RecordedText {
  readonly input: string
  readonly html: string
}

const pageCount = 4
const perPage = Math.ceil(recorded.length / pageCount)

/** The recorded texts as the gallery shows them: so many on a page, in their order. */
export const galleryPages: readonly (readonly RecordedText[])[] = Array.from({ length: pageCount }, (_, page) =>
  recorded.slice(page * perPage, (page + 1) * perPage),
)

/** The name of whoever does what a text tells. */
export const actor = 'Noor Haddad'

export const isAction = ({ input }: RecordedText) => input.startsWith('/me ')

/**
 * Draws texts of stock servers as messages, through the client's own reading of HTML and its own components; what was
 * typed stands above each. Spoilers are open, formulas drawn; the window is as tall as it takes.
 */
export async function openGallery(
  browser: Browser,
  url: string,
  texts: readonly RecordedText[],
  colorScheme: 'light' | 'dark',
): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1080, height: 9000 },
    colorScheme,
    locale: 'en-GB',
    timezoneId: 'Europe/Oslo',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await page.clock.setFixedTime(now)
  const stage = stageOfTexts(
    texts.map((text) => ({
      name: isAction(text) ? actor : JSON.stringify(text.input).slice(1, -1),
      html: readContent(text.html, 'https://chat.example').html,
      isMe: isAction(text),
    })),
  )
  await page.addInitScript(installBridge, stage)
  await page.addInitScript(
    (narrow) => {
      localStorage.setItem('narrow:a', JSON.stringify(narrow))
    },
    'narrow' in stage.conversation.meta ? stage.conversation.meta.narrow : null,
  )
  await page.goto(url)
  await page.locator('.list.placed').waitFor()
  await page
    .locator('article.message')
    .nth(texts.length - 1)
    .waitFor()
  await page.evaluate(async () => {
    for (const header of document.querySelectorAll<HTMLElement>('.spoiler-header')) header.click()
    await document.fonts.ready
  })
  await page.waitForFunction(() => document.querySelector('.message-body span.tex') === null)
  await page.waitForFunction(() => [...document.images].every((image) => image.complete || image.hidden))
  return page
}
