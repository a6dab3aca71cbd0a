import { expect } from '@playwright/test'
import { visibleText } from '../corpora/visible-text.ts'
import { test as base } from './support/bare-browser.ts'
import { actor, galleryPages, isAction, openConversation, openGallery } from './support/gallery.ts'
import { fixturePicture } from './support/pictures.ts'
import { sampleOf } from './support/sample.ts'
import { servePage } from './support/fixture-page.ts'
import { fixtures } from './fixtures/screens.ts'

const test = base.extend<object, { pageAddress: string }>({
  pageAddress: [
    async ({}, use) => {
      const { url, server } = await servePage(fixturePicture)
      await use(url)
      server.close()
      server.closeAllConnections()
    },
    { scope: 'worker' },
  ],
})

/** The visible text of each message, with a formula as its source and an emoji as its name. */
function shownTexts(): string[] {
  return [...document.querySelectorAll<HTMLElement>('.message-body')].map((body) => {
    for (const formula of body.querySelectorAll('.tex-drawn')) {
      formula.textContent = formula.querySelector('annotation')?.textContent ?? 'no formula'
    }
    for (const emoji of body.querySelectorAll<HTMLImageElement>('img.emoji')) emoji.replaceWith(emoji.alt)
    return body.innerText
  })
}

const words = (text: string) => text.replaceAll('\uFE0F', '').replaceAll(/\s+/g, ' ').trim()

for (const [index, texts] of sampleOf('gallery', [...galleryPages.entries()], 2)) {
  test(`recorded texts are drawn with all their words and no markup, page ${index + 1}`, async ({
    chromiumAtHand,
    pageAddress,
  }) => {
    const page = await openGallery(chromiumAtHand, pageAddress, texts, 'light')
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    const shown = await page.evaluate(shownTexts)
    expect(shown.map(words)).toEqual(
      texts.map((text) =>
        words(
          visibleText(text.html, { actor: isAction(text) ? actor : null, locale: 'en-GB', timeZone: 'Europe/Oslo' }),
        ),
      ),
    )
    // Only scrollable elements overflow their containers.
    const wide = await page
      .locator('.message-body')
      .evaluateAll((bodies) => bodies.filter((body) => body.scrollWidth > body.clientWidth + 1).length)
    expect(wide).toBe(0)
    expect(errors).toEqual([])
    await page.context().close()
  })
}

test('emoji are drawn as one glyph each, with accessible names', async ({ chromiumAtHand, pageAddress }) => {
  const codes = [
    '1f389',
    '0031-20e3',
    '1f469-200d-1f469-200d-1f467',
    '1f3f3-200d-1f308',
    '1f937-200d-2640',
    '1f1f3-1f1f4',
  ]
  const span = (code: string) =>
    `<span aria-label="name of it" class="emoji emoji-${code}" role="img" title="name of it">:name_of_it:</span>`
  const html = `<p>all ${[...codes, '1fae9', '1f6b6-200d-27a1'].map(span).join(' ')}</p>`
  const page = await openGallery(chromiumAtHand, pageAddress, [{ input: 'emoji', html }], 'dark')
  const drawn = page.locator('.message-body span.emoji')
  await expect(drawn).toHaveCount(codes.length)
  const shapes = await drawn.evaluateAll((nodes) =>
    nodes.map((node) => node.getBoundingClientRect().width / Number.parseFloat(getComputedStyle(node).fontSize)),
  )
  for (const width of shapes) expect(width).toBeCloseTo(1, 1)
  // Emoji that the font lacks are shown by name: a newer one, and a sequence that would be drawn in pieces.
  await expect(page.locator('.message-body .emoji-name')).toHaveText([':name_of_it:', ':name_of_it:'])
  await expect(page.getByRole('img', { name: 'name of it' })).toHaveCount(codes.length + 2)
  await page.context().close()
})

test('a message of emoji alone is larger, and copied text contains their characters', async ({
  chromiumAtHand,
  pageAddress,
}) => {
  const span = '<span aria-label="tada" class="emoji emoji-1f389" role="img" title="tada">:tada:</span>'
  const custom = '<img alt=":octopus:" class="emoji" src="/user_avatars/6/emoji/images/11.png" title="octopus">'
  const page = await openGallery(
    chromiumAtHand,
    pageAddress,
    [
      { input: 'alone', html: `<p>${span} ${custom}</p>` },
      { input: 'among words', html: `<p>so ${span} there</p>` },
      { input: '/me waves', html: `<p>/me waves ${span}</p>` },
    ],
    'light',
  )
  const sizes = await page
    .locator('.message-body span.emoji')
    .evaluateAll((nodes) => nodes.map((node) => Number.parseFloat(getComputedStyle(node).fontSize)))
  expect(sizes[0]).toBeGreaterThan((sizes[1] ?? 0) * 1.5)
  expect(
    await page.evaluate(() => {
      getSelection()?.selectAllChildren(document.querySelectorAll('.message-body')[2] ?? document.body)
      return getSelection()?.toString()
    }),
  ).toBe(`${actor} waves 🎉`)
  await page.context().close()
})

test('reactions are characters and pictures, or names without either', async ({ chromiumAtHand, pageAddress }) => {
  const page = await openConversation(chromiumAtHand, pageAddress, fixtures.emoji!.fixture, { colorScheme: 'light' })
  const reaction = (name: string) => page.getByRole('button', { name: `${name}, ` })
  await expect(reaction('tada')).toHaveText(/🎉\s*3/)
  for (const [name, path] of [
    ['octopus', 'user_avatars/6/emoji/images/11.png'],
    ['zulip', 'static/generated/emoji/images/emoji/unicode/zulip.png'],
  ] as const) {
    await expect(reaction(name).locator('img')).toHaveAttribute('src', `/media/a/${path}`)
    await expect(reaction(name).locator('img')).toBeVisible()
    await expect(reaction(name)).toHaveText(name === 'octopus' ? '2' : '1')
  }
  await expect(reaction('face_with_eye_bags')).toHaveText(/:face_with_eye_bags:\s*1/)
  await expect(reaction('party')).toHaveText(/:party:\s*1/)
  await expect(reaction('party').locator('img')).toBeHidden()
  await page.context().close()
})

test('a /me message begins with the name, and a run of them has one picture', async ({
  chromiumAtHand,
  pageAddress,
}) => {
  const page = await openConversation(chromiumAtHand, pageAddress, fixtures.emoji!.fixture, { colorScheme: 'light' })
  const rows = page.locator('article.action')
  await expect(rows.locator('.message-body')).toHaveText([
    'يسرى القاسم has descaled the coffee machine',
    /^يسرى القاسم is waiting for the first cup ☕$/,
  ])
  await expect(rows.nth(0).locator('.avatar')).toHaveCount(1)
  await expect(rows.nth(1).locator('.avatar')).toHaveCount(0)
  await page.context().close()
})

test('the picker offers only reactions that the server has a name for', async ({ chromiumAtHand, pageAddress }) => {
  const { fixture } = fixtures.emoji!
  const custom = { type: 'svc_extra_emoji', id: 'zulip', name: 'zulip', picture: '/gone/zulip.png' } as const
  const known = { ...fixture, emoji: { custom: [custom], frequent: [], names: { '1f389': ['tada', 'hooray'] } } }
  const page = await openConversation(chromiumAtHand, pageAddress, known, { colorScheme: 'light' })
  const picker = page.getByRole('dialog', { name: 'Choose an emoji' })
  await page.getByRole('button', { name: 'Add reaction' }).first().click()
  await expect(picker.getByRole('button', { name: 'party popper' })).toBeVisible()
  await expect(picker.getByRole('button')).toHaveCount(2)
  // Its picture cannot be loaded.
  await expect(picker.getByRole('button', { name: 'zulip' })).toHaveText(':zulip:')
  await picker.getByPlaceholder('Search emoji').fill('hooray')
  await expect(picker.getByRole('button')).toHaveText(['🎉'])
  await expect(picker).toContainText(':tada:')
  await page.keyboard.press('Escape')
  // A text may contain any drawn emoji.
  await page.getByRole('button', { name: 'Emoji', exact: true }).click()
  await picker.getByPlaceholder('Search emoji').fill('octopus')
  await expect(picker.getByRole('button')).toHaveText(['🐙'])
  await page.context().close()
})
