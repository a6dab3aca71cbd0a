import type { Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { readContent } from '#engine/state/content/content.ts'
import type { MessageItem } from '#contract/messages.ts'
import { newerHtml } from '../corpora/newer-html.ts'
import { openConversation } from './support/gallery.ts'
import { newerFixtures } from './fixtures/newer.ts'
import { test } from './support/fixture-test.ts'
import { fixtureOf } from './fixtures/build.ts'

const cleaned = (source: string) => readContent(source, 'https://chat.example').html
const look = { colorScheme: 'light', viewport: { width: 1080, height: 2400 } } as const

/** Replaces the shown message, as an event would. */
function replaceMessage(page: Page, html: string, over: Partial<MessageItem> = {}): Promise<void> {
  return page.evaluate(
    (next) => {
      const fixtureWindow = window as unknown as {
        skeinFixture: { items: () => MessageItem[]; tell: (ops: unknown[]) => void }
      }
      const [item] = fixtureWindow.skeinFixture.items()
      fixtureWindow.skeinFixture.tell([{ op: 'replace', index: 0, item: { ...item, ...next } }])
    },
    { ...over, html },
  )
}

const boxOf = (target: Locator) =>
  target.evaluate((node) => {
    const { x, y, width, height } = node.getBoundingClientRect()
    return { x, y, width, height }
  })

test('a sound has a player for the keyboard, and an unplayable one says so', async ({
  chromiumAtHand,
  pageAddress,
}) => {
  const html = cleaned(newerHtml.sound + newerHtml.brokenSound + newerHtml.foreignSound)
  const page = await openConversation(chromiumAtHand, pageAddress, fixtureOf(html), look)
  const body = page.locator('.message-body')
  const player = body.getByLabel('hum.wav', { exact: true })
  await expect.poll(() => player.evaluate((audio: HTMLAudioElement) => audio.duration)).toBe(1)
  expect(await player.evaluate((audio: HTMLAudioElement) => audio.getAttributeNames().sort())).toEqual([
    'aria-label',
    'controls',
    'controlslist',
    'data-media',
    'preload',
    'src',
    'title',
  ])
  await page.locator('article.message').focus()
  await page.keyboard.press('Tab')
  await expect(player).toBeFocused()
  await page.keyboard.press('Space')
  await expect.poll(() => player.evaluate((audio: HTMLAudioElement) => audio.currentTime)).toBeGreaterThan(0)
  await expect(body.locator('audio')).toHaveCount(2)
  await expect(body.locator('.sound').nth(1)).toHaveText(/cold-start\.flac\s*This can’t be played right now\./)
  await expect(body.locator('audio').nth(1)).toBeHidden()
  await expect(body.getByRole('link', { name: 'talk.mp3' })).toHaveAttribute('href', 'https://radio.example/talk.mp3')
  await page.context().close()
})

test('thumbnails open the original, and Markdown’s own pictures open by keyboard', async ({
  chromiumAtHand,
  pageAddress,
}) => {
  const html = cleaned(newerHtml.thumbnail + newerHtml.transcoded + newerHtml.animated + newerHtml.inlineImages)
  const page = await openConversation(chromiumAtHand, pageAddress, fixtureOf(html), look)
  const small = page.locator('.message-body img')
  await expect(small.nth(0)).toHaveAttribute('src', '/media/a/user_uploads/thumbnail/2/ab/cd/arm.png/840x560.webp')
  // With reduced motion nothing is animated.
  await expect(small.nth(2)).toHaveAttribute('src', '/media/a/user_uploads/thumbnail/2/ab/cd/spin.gif/840x560.webp')
  const calls: { name: string; path?: string }[] = []
  await page.exposeFunction('noteCall', (name: string, path?: string) => calls.push({ name, path }))
  await page.evaluate(() => {
    const { skein, noteCall } = window as unknown as {
      skein: { call: (name: string, input: { path?: string }) => unknown }
      noteCall: (name: string, path?: string) => void
    }
    const { call } = skein
    skein.call = (name, input) => {
      if (name === 'media.save') noteCall(name, input.path)
      return call(name, input)
    }
  })
  await page.getByRole('link', { name: 'Open arm.png' }).press('Enter')
  const large = page.getByRole('dialog').locator('img.large')
  const opened: (string | null)[] = []
  const kept: (string | undefined)[] = []
  for (const name of ['arm.png', 'IMG_1.heic', 'spin.gif', 'the bench', 'being prepared']) {
    await expect(page.getByRole('dialog', { name: `Image: ${name}` })).toBeVisible()
    opened.push(await large.getAttribute('src'))
    await page.keyboard.press('Control+s')
    await expect.poll(() => calls.length).toBe(opened.length)
    kept.push(calls.at(-1)?.path)
    await page.keyboard.press('ArrowRight')
  }
  expect(opened).toEqual([
    '/media/a/user_uploads/2/ab/cd/arm.png',
    '/media/a/user_uploads/thumbnail/2/ab/cd/IMG_1.heic/1920x1080.webp',
    '/media/a/user_uploads/2/ab/cd/spin.gif',
    '/media/a/user_uploads/2/ab/cd/bench.png',
    '/media/a/user_uploads/2/ab/cd/soon.png',
  ])
  expect(kept).toEqual([
    '/user_uploads/2/ab/cd/arm.png',
    '/user_uploads/2/ab/cd/IMG_1.heic',
    '/user_uploads/2/ab/cd/spin.gif',
    '/user_uploads/2/ab/cd/bench.png',
    '/user_uploads/2/ab/cd/soon.png',
  ])
  await page.keyboard.press('Escape')
  const bench = page.getByRole('button', { name: 'Open the bench' })
  await bench.focus()
  await page.keyboard.press('Space')
  await expect(page.getByRole('dialog', { name: 'Image: the bench' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(bench).toBeFocused()
  await page.context().close()
})

test('a picture has its box before it loads, and its placeholder is replaced without a shift', async ({
  chromiumAtHand,
  pageAddress,
}) => {
  const ready = newerHtml.placeholder
    .replace('class="image-loading-placeholder" ', '')
    .replace('/static/images/loading/loader-black.svg', '/user_uploads/thumbnail/2/ab/cd/rig.jpg/840x560.webp')
  const inlineReady = newerHtml.inlineImages
    .replace(' image-loading-placeholder', '')
    .replace('/static/images/loading/loader-black.svg', '/user_uploads/thumbnail/2/ab/cd/soon.png/840x560.webp')
  const tail = '<p class="tail">below</p>'
  const page = await openConversation(
    chromiumAtHand,
    pageAddress,
    fixtureOf(cleaned(newerHtml.placeholder + newerHtml.inlineImages + tail)),
    look,
  )
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  const body = page.locator('.message-body')
  const places = body.locator('.image-loading-placeholder')
  await expect(places).toHaveCount(2)
  const before = [await boxOf(places.nth(0)), await boxOf(places.nth(1)), await boxOf(body.getByText('below'))]
  expect(before[0]?.width).toBe(240)
  expect(before[0]?.height).toBe(180)
  // Pictures that cannot be loaded keep their box as well.
  const held: (() => void)[] = []
  await page.route('**/thumbnail/**', async (route) => {
    await new Promise<void>((go) => held.push(go))
    await route.continue()
  })
  await replaceMessage(page, cleaned(ready + inlineReady + tail))
  await expect(places).toHaveCount(0)
  const images = body.locator('img')
  await expect(images).toHaveCount(3)
  const now = async () => [await boxOf(images.nth(0)), await boxOf(images.nth(2)), await boxOf(body.getByText('below'))]
  expect(await now()).toEqual(before)
  await expect.poll(() => held.length).toBeGreaterThan(1)
  for (const go of held) go()
  await expect
    .poll(() => images.nth(0).evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
    .toBeGreaterThan(0)
  expect(await now()).toEqual(before)
  expect(requested.filter((url) => url.includes('loader'))).toEqual([])
  await page.context().close()
})

test('mentions, links and times of newer servers have their appearance', async ({ chromiumAtHand, pageAddress }) => {
  const emoji = (code: string) => `<span class="emoji emoji-${code}" role="img" title="x">:x:</span>`
  const html = cleaned(
    `${newerHtml.mentions}${newerHtml.links}${newerHtml.badTime}<p><time datetime="soon">soon</time></p>`,
  )
  const page = await openConversation(chromiumAtHand, pageAddress, fixtureOf(html), look)
  const body = page.locator('.message-body')
  await expect(body.locator('.user-mention.me')).toHaveText('@channel')
  const weight = (selector: string) =>
    body
      .locator(selector)
      .first()
      .evaluate((node) => Number(getComputedStyle(node).fontWeight))
  expect(await weight('.topic-mention.silent')).toBeLessThan(await weight('.topic-mention:not(.silent)'))
  const background = (selector: string) =>
    body
      .locator(selector)
      .first()
      .evaluate((node) => getComputedStyle(node).backgroundColor)
  expect(await background('a.message-link')).toBe(await background('a.stream-topic'))
  await expect(body.locator('a.stream-topic em')).toHaveText('general chat')
  await expect(body).toContainText('at <time:soon>')
  // An invalid time has no frame.
  expect(await background('time')).toBe('rgba(0, 0, 0, 0)')
  await replaceMessage(page, cleaned(`<p>${emoji('1f389')}</p>`))
  await expect(body).toHaveClass(/emoji-only/)
  await replaceMessage(page, cleaned(`<p>${emoji('1f389')}</p><p>${emoji('1f389')}</p>`))
  await expect(body).not.toHaveClass(/emoji-only/)
  await page.context().close()
})

test('unwanted previews are not drawn, and the links stay', async ({ chromiumAtHand, pageAddress }) => {
  const html = cleaned(newerHtml.thumbnail + newerHtml.inlineImages)
  const page = await openConversation(chromiumAtHand, pageAddress, fixtureOf(html), look)
  const body = page.locator('.message-body')
  await expect(body.locator('img')).toHaveCount(2)
  await replaceMessage(page, html, { hidesPreviews: true })
  await expect(body.locator('.message_inline_image')).toHaveCount(0)
  await expect(body.locator('img.inline-image')).toHaveCount(1)
  await expect(body.getByRole('link', { name: 'arm.png' })).toBeVisible()
  await replaceMessage(page, html, { hidesPreviews: false })
  await expect(body.locator('img')).toHaveCount(2)
  await page.context().close()
})

test('a message that is only a preview shows its link when previews are unwanted', async ({
  chromiumAtHand,
  pageAddress,
}) => {
  const elsewhere =
    '<div class="message_inline_image"><a href="https://example.org/cat.png"><img data-original-content-type="image/png" src="/external_content/ab/cd"></a></div>'
  const html = cleaned(newerHtml.transcoded + newerHtml.transcoded + elsewhere)
  const page = await openConversation(chromiumAtHand, pageAddress, fixtureOf(html, { hidesPreviews: true }), look)
  const links = page.locator('.message-body a')
  await expect(links).toHaveText(['IMG_1.heic', 'https://example.org/cat.png'])
  await expect(links.first()).toHaveAttribute('href', 'https://chat.example/user_uploads/2/ab/cd/IMG_1.heic')
  await expect(page.locator('.message-body img')).toHaveCount(0)
  await page.context().close()
})

test('messages without a topic show the server’s name for it in italics, and have no topic field', async ({
  chromiumAtHand,
  pageAddress,
}) => {
  const page = await openConversation(chromiumAtHand, pageAddress, newerFixtures['general-chat']!.fixture, look)
  const style = (target: Locator) => target.evaluate((node) => getComputedStyle(node).fontStyle)
  const headers = page.locator('.list .topic').getByText('general chat')
  await expect(headers).toHaveCount(2)
  expect(await style(headers.first())).toBe('italic')
  expect(await style(page.locator('.navigation .item.topic .name').first())).toBe('italic')
  expect(await style(page.locator('.list .topic').getByText('release 2.4'))).toBe('normal')
  await expect(page.getByRole('combobox', { name: 'Topic' })).toHaveCount(0)
  await expect(page.locator('.composer .chip.topic')).toHaveText('general chat')
  const calls: unknown[] = []
  await page.exposeFunction('noteCall', (destination: unknown) => calls.push(destination))
  await page.evaluate(() => {
    const { skein, noteCall } = window as unknown as {
      skein: { call: (name: string, input: { destination?: unknown }) => unknown }
      noteCall: (destination: unknown) => void
    }
    const { call } = skein
    skein.call = (name, input) => {
      if (name === 'messages.send') noteCall(input.destination)
      return call(name, input)
    }
  })
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('here')
  await page.keyboard.press('Enter')
  await expect.poll(() => calls).toEqual([{ kind: 'topic', streamId: 1, topic: '' }])
  await page.context().close()
})

test('a topic that accepts no messages says so, and links to where the stream accepts them', async ({
  chromiumAtHand,
  pageAddress,
}) => {
  const { fixture } = newerFixtures['general-chat-topic']!
  const meta = (over: object) => ({
    ...fixture,
    conversation: { ...fixture.conversation, meta: { ...fixture.conversation.meta, ...over } },
  })
  const needing = await openConversation(chromiumAtHand, pageAddress, meta({ needsTopic: true }), look)
  await expect(needing.locator('.closed')).toContainText('Messages need a topic here.')
  await expect(needing.getByRole('button', { name: 'Choose a topic' })).toBeVisible()
  await expect(needing.getByRole('textbox', { name: 'Message', exact: true })).toHaveCount(0)
  await needing.context().close()
  const topicless = await openConversation(
    chromiumAtHand,
    pageAddress,
    meta({ isTopicless: true, narrow: { kind: 'topic', streamId: 1, topic: 'old' }, title: 'old' }),
    look,
  )
  await expect(topicless.locator('.closed')).toContainText('Messages in this stream no longer have topics.')
  await expect(topicless.getByRole('button', { name: 'Message general chat' })).toBeVisible()
  await topicless.context().close()
})

test('an archived stream says that it is archived and accepts no messages', async ({ chromiumAtHand, pageAddress }) => {
  const page = await openConversation(chromiumAtHand, pageAddress, newerFixtures.archived!.fixture, look)
  await expect(page.locator('main.conversation header')).toContainText('Archived')
  await expect(page.locator('.closed')).toContainText('This stream is archived')
  await expect(page.getByRole('textbox', { name: 'Message', exact: true })).toHaveCount(0)
  const entry = page.locator('.navigation .item.stream')
  await expect(entry.nth(0).getByLabel('Archived')).toBeVisible()
  const color = (index: number) => entry.nth(index).evaluate((node) => getComputedStyle(node).color)
  expect(await color(0)).not.toBe(await color(1))
  await page.context().close()
})
