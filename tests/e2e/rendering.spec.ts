import { expect, type Locator, type Page } from '@playwright/test'
import { readContent } from '#engine/state/content/content.ts'
import { recordedHtml } from '../corpora/recorded-html.ts'
import { test as base } from './support/bare-browser.ts'
import { fixturePicture } from './support/pictures.ts'
import { installBridge, servePage } from './support/fixture-page.ts'
import { fixtureOf } from './fixtures/build.ts'

const test = base.extend<{ body: Page }>({
  /** A page with one message that contains every recorded construct. */
  body: async ({ chromiumAtHand }, use) => {
    const { url, server } = await servePage(fixturePicture)
    const html = Object.values(recordedHtml)
      .map((source) => readContent(source, 'https://x.example').html)
      .join('\n')
    const fixture = fixtureOf(html)
    const context = await chromiumAtHand.newContext({ locale: 'en-GB', timezoneId: 'Europe/Berlin' })
    const page = await context.newPage()
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    await page.addInitScript(installBridge, fixture)
    await page.addInitScript(() => {
      localStorage.setItem(
        'narrow:a',
        JSON.stringify({ kind: 'topic', streamId: 1, topic: 'encoder drift on cold start' }),
      )
    })
    await page.goto(url)
    await expect(page.locator('.message-body')).toBeVisible()
    await use(page)
    expect(errors).toEqual([])
    await context.close()
    server.close()
    server.closeAllConnections()
  },
})

/** Scrolls an element into view and waits for the list to settle: while scrolling it ignores clicks. */
async function settle(target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded()
  await expect
    .poll(() =>
      target.evaluate(async (node) => {
        const before = node.getBoundingClientRect().top
        for (let frame = 0; frame < 12; frame += 1) await new Promise((drawn) => requestAnimationFrame(drawn))
        return node.getBoundingClientRect().top === before && getComputedStyle(node).pointerEvents !== 'none'
      }),
    )
    .toBe(true)
}

test('every construct of recorded HTML has its appearance and behaviour', async ({ body: page }) => {
  const body = page.locator('.message-body')
  // Pictures and formulas load late and change the height; clicked elements stay in position then.
  await expect
    .poll(() =>
      body.locator('img').evaluateAll((images: HTMLImageElement[]) => images.filter((image) => !image.complete).length),
    )
    .toBe(0)
  await expect(body.locator('.tex-drawn .katex-html')).toHaveCount(2)
  await expect(body.locator('.user-mention.me')).toHaveText(['@Iris Lindqvist', '@all'])
  await expect(body.locator('.user-group-mention')).toHaveText('@firmware')
  await expect(body.locator('a.stream-topic')).toHaveText('#general > lunch')
  await expect(body.locator('img.emoji')).toHaveAttribute('src', '/media/a/user_avatars/1/emoji/images/2.png')

  // Colours of code differ from its text, and the language is shown beside it.
  const color = (selector: string) =>
    body
      .locator(selector)
      .first()
      .evaluate((node) => getComputedStyle(node).color)
  expect(await color('.codehilite .k')).not.toBe(await color('.codehilite code'))
  await expect(body.locator('.codehilite')).toHaveAttribute('data-code-language', 'Python')

  const spoiler = body.locator('.spoiler-content')
  await expect(spoiler).toBeHidden()
  await settle(body.getByRole('button', { name: 'The end' }))
  await body.getByRole('button', { name: 'The end' }).click()
  await expect(spoiler).toBeVisible()
  await body.getByRole('button', { name: 'The end' }).press('Enter')
  await expect(spoiler).toBeHidden()

  await expect(body.locator('.tex-display .katex-display')).toBeVisible()
  await expect(body.locator('.tex-error')).toContainText('nope')

  await expect(body.locator('time')).toHaveText(/Friday,? 27 November 2026 at 10:00/)
  await expect(body.locator('.timestamp-error')).toContainText('Invalid time format')

  await expect(body.locator('[data-open]')).toHaveCount(3)
  await expect(body.locator('video')).toHaveAttribute('src', '/media/a/user_uploads/1/ab/cd/arm.mp4')
  await expect(body.locator('.youtube-video img')).toHaveAttribute('src', '/media/a/external_content/cc/dd')
  await expect(body.locator('.message_embed img')).toHaveAttribute('src', '/media/a/external_content/ee/ff')
  await settle(body.getByRole('link', { name: 'Open arm.png' }))
  await body.getByRole('link', { name: 'Open arm.png' }).click()
  // The full picture, not its thumbnail.
  await expect(page.getByRole('dialog').locator('img.large')).toHaveAttribute(
    'src',
    /\/media\/a\/thumbnail\?.*size=full/,
  )
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  // Media that cannot be played show that, and the next one can be opened.
  await expect(page.getByRole('dialog', { name: 'Image: arm.mp4' })).toContainText('isn’t on this computer')
  await page.keyboard.press('Escape')

  await expect(body.locator('ol')).toHaveAttribute('start', '3')
  expect(
    await body
      .locator('td')
      .first()
      .evaluate((node) => getComputedStyle(node).textAlign),
  ).toBe('right')
  await expect(body.locator('.highlight')).toHaveText('word')
})
