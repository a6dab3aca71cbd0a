import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { drawPng, pngChunk } from '#server/base/png.ts'
import { exifWith, pngWith, telltale, tellingSegments } from '#support/pictures-with-metadata.ts'
import { violations } from './support/axe.ts'
import { openSettings } from './support/settings-page.ts'
import { expect, shared as it, type SkeinApp, test } from './support/skein.ts'
import './support/written-text.ts'

const redSquare = drawPng(64, () => [200, 30, 30])
const file = (name: string, buffer: Buffer = redSquare, mimeType = 'image/png') => ({ name, mimeType, buffer })

const chipsOf = (app: SkeinApp) => app.page.locator('.composer').getByRole('list', { name: 'Files' })
const picker = (app: SkeinApp) => app.page.getByLabel('Files to attach')
const names = (app: SkeinApp) => chipsOf(app).locator('.name')

/** The copies of attached files on the disk, as they will be uploaded. */
function copies(app: SkeinApp): Buffer[] {
  return readdirSync(app.data, { recursive: true, encoding: 'utf8' })
    .filter((path) => basename(dirname(path)) === 'outgoing')
    .map((path) => readFileSync(join(app.data, path)))
}

/** A JPEG that is twice as wide as high, drawn by the browser. */
async function wideJpeg(page: Page): Promise<Buffer> {
  const url = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 80, height: 40 })
    canvas.getContext('2d')?.fillRect(0, 0, 40, 40)
    return canvas.toDataURL('image/jpeg')
  })
  return Buffer.from(url.split(',')[1] ?? '', 'base64')
}

const sizeOf = (image: Locator) =>
  image.evaluate((element: HTMLImageElement) => [element.naturalWidth, element.naturalHeight])

test('files are named, described and ordered by keys; a reload keeps the changes, and the message has them', async ({
  app,
  server,
}) => {
  await app.open('books')
  await picker(app).setInputFiles([
    file('one.png'),
    file('two.pdf', Buffer.alloc(2000), 'application/pdf'),
    file('3.png'),
  ])
  await expect(names(app)).toHaveText(['one.png', 'two.pdf', '3.png'])
  const chips = chipsOf(app)
  await expect(chips.getByRole('listitem').nth(0)).toContainText('PNG image, ')
  await expect(chips.getByRole('listitem').nth(1)).toContainText('PDF file, 2.0 kB')

  const first = chips.getByRole('button', { name: /^one\.png/ })
  await first.focus()
  await app.page.keyboard.press('Alt+ArrowRight')
  await expect(names(app)).toHaveText(['two.pdf', 'one.png', '3.png'])
  await app.page.keyboard.press('Alt+ArrowDown')
  await expect(names(app)).toHaveText(['two.pdf', '3.png', 'one.png'])
  // At the end the file keeps its position and the focus.
  await app.page.keyboard.press('Alt+ArrowRight')
  await expect(first).toBeFocused()
  await expect(app.page.getByText('one.png moved to position 3 of 3.')).toBeAttached()
  await app.page.keyboard.press('Alt+ArrowLeft')
  await expect(names(app)).toHaveText(['two.pdf', 'one.png', '3.png'])

  await app.page.keyboard.press('Enter')
  const dialog = app.page.getByRole('dialog', { name: 'Name and description' })
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('the harbour')
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Two boats at a quay')
  expect(await violations(app.page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(names(app)).toHaveText(['two.pdf', 'the harbour.png', '3.png'])
  await expect(chips.getByRole('button', { name: /^the harbour\.png/ })).toBeFocused()
  expect(await violations(app.page)).toEqual([])

  await app.reload()
  await expect(names(app)).toHaveText(['two.pdf', 'the harbour.png', '3.png'])
  await expect(chips).toContainText('Two boats at a quay')
  await chips.getByRole('button', { name: /^3\.png/ }).focus()
  await app.page.keyboard.press('Delete')
  await expect(names(app)).toHaveText(['two.pdf', 'the harbour.png'])
  await expect(chips.getByRole('button', { name: /^the harbour\.png/ })).toBeFocused()
  await app.composer.fill('as ordered')
  await app.composer.press('Enter')
  await expect(chips).toHaveCount(0)
  await expect
    .poll(async () => (await server.contents('ada', [['topic', 'books']])).at(-1))
    .toMatch(
      /^as ordered\n\n\[two\.pdf\]\(\/user_uploads\/\S+\)\n\[Two boats at a quay\]\(\/user_uploads\/\S+harbour\.png\)$/,
    )
})

test('files are ordered by dragging and described without a network, and a restart keeps the changes', async ({
  app,
  server,
  launch,
}) => {
  await app.open('books')
  await server.stop()
  await expect(app.state).toHaveText('Offline')
  await picker(app).setInputFiles([file('one.png'), file('two.png'), file('three.png')])
  await expect(names(app)).toHaveText(['one.png', 'two.png', 'three.png'])
  const chip = (name: string) => chipsOf(app).getByRole('listitem').filter({ hasText: name })
  await chip('three.png').dragTo(chip('one.png'))
  await expect(names(app)).toHaveText(['three.png', 'one.png', 'two.png'])
  await chip('two.png').getByRole('button', { name: /^two/ }).click()
  await app.page.getByRole('textbox', { name: 'Description' }).fill('The second')
  await app.page.keyboard.press('Tab')
  await app.page.getByRole('button', { name: 'Save' }).click()
  await expect(chipsOf(app)).toContainText('The second')
  await app.composer.fill('in order')
  await expect(app.page.getByText('Draft saved')).toBeVisible()
  await app.quit()

  const again = await launch({ data: app.data })
  await again.open('books')
  await expect(names(again)).toHaveText(['three.png', 'one.png', 'two.png'])
  await expect(again.composer).toHoldText('in order')
  await again.composer.press('Enter')
  await server.start()
  await again.reconnect()
  await expect
    .poll(async () => (await server.contents('ada', [['topic', 'books']])).at(-1))
    .toMatch(/^in order\n\n\[three\.png\]\(\S+\)\n\[one\.png\]\(\S+\)\n\[The second\]\(\S+two\.png\)$/)
})

test('a picture loses its location and stands upright; the setting leaves pictures unchanged', async ({ app }) => {
  await app.open('books')
  const jpeg = await wideJpeg(app.page)
  const telling = Buffer.concat([jpeg.subarray(0, 2), ...tellingSegments(6), jpeg.subarray(2)])
  await picker(app).setInputFiles([file('photo.jpg', telling, 'image/jpeg')])
  const chips = chipsOf(app)
  await expect(chips).toContainText('Personal data removed')
  const image = chips.locator('img')
  await expect.poll(() => sizeOf(image)).toEqual([40, 80])
  expect(copies(app).map((copy) => copy.includes(telltale))).toEqual([false])
  await chips.getByRole('button', { name: 'Remove photo.jpg' }).click()
  await expect(chips).toHaveCount(0)

  await picker(app).setInputFiles([file('drawn.png', pngWith([pngChunk('eXIf', exifWith(6))], 80, 40))])
  await expect.poll(() => sizeOf(image)).toEqual([40, 80])
  await chips.getByRole('button', { name: 'Remove drawn.png' }).click()

  const settings = await openSettings(app.page, 'Writing')
  const setting = settings.getByRole('checkbox', { name: 'Remove personal data from images' })
  await expect(setting).toBeChecked()
  await setting.uncheck()
  await app.page.keyboard.press('Escape')
  await picker(app).setInputFiles([file('photo.jpg', telling, 'image/jpeg')])
  await expect.poll(() => copies(app).map((copy) => copy.equals(telling))).toEqual([true])
  await expect(chips).not.toContainText('Personal data removed')
})

it('a picture whose location cannot be removed has a warning before it is sent', async ({ app }) => {
  await app.open('books')
  const heif = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0', 'latin1')
  const torn = pngWith([pngChunk('eXIf', exifWith(6))]).subarray(0, -20)
  await picker(app).setInputFiles([file('phone.heic', heif, 'image/heic'), file('torn.png', torn), file('fine.png')])
  const items = chipsOf(app).getByRole('listitem')
  await expect(items).toHaveCount(3)
  await expect(items.filter({ hasText: 'May reveal where and when it was taken' }).locator('.name')).toHaveText([
    'phone.heic',
    'torn.png',
  ])
  await expect(
    app.page.getByRole('status').filter({ hasText: 'phone.heic: May reveal where and when it was taken' }),
  ).toHaveCount(1)
  expect(await violations(app.page)).toEqual([])
})

test('a copy that a reload interrupts is reported, holds back the message, and affects nothing else', async ({
  app,
  server,
}) => {
  await app.open('books')
  await app.composer.fill('with two pictures')
  await picker(app).setInputFiles([file('whole.png')])
  await expect(chipsOf(app).locator('img')).toBeVisible()
  await app.page.evaluate(() => {
    // Reading the next file never ends.
    FileReader.prototype.readAsDataURL = () => undefined
  })
  await picker(app).setInputFiles([file('torn.png')])
  await expect(chipsOf(app)).toContainText('Copying')
  await expect(app.page.getByText('Draft saved')).toBeVisible()
  await app.reload()
  const torn = chipsOf(app).getByRole('listitem').filter({ hasText: 'torn.png' })
  await expect(torn).toContainText('Copy interrupted. Add it again.')
  await expect(app.composer).toHoldText('with two pictures')
  await app.composer.press('Enter')
  await expect(app.page.getByRole('alert')).toContainText('“torn.png” wasn’t fully copied')
  await expect(app.composer).toHoldText('with two pictures')
  expect(await violations(app.page)).toEqual([])
  await torn.getByRole('button', { name: 'Remove torn.png' }).click()
  await expect(app.page.getByRole('alert')).toHaveCount(0)
  await expect.poll(() => copies(app)).toHaveLength(1)
  await app.composer.press('Enter')
  await expect
    .poll(async () => (await server.contents('ada', [['topic', 'books']])).at(-1))
    .toMatch(/^with two pictures\n\n\[whole\.png\]\(\S+\)$/)
})

it('a message that is sent while many files are copied has all of them', async ({ app, server }) => {
  await app.open('books')
  const many = Array.from({ length: 12 }, (_, index) => file(`${index}.bin`, Buffer.alloc(300_000), ''))
  await app.composer.fill('many files')
  await picker(app).setInputFiles(many)
  await app.composer.press('Enter')
  const last = async () => (await server.contents('ada', [['topic', 'books']])).at(-1) ?? ''
  await expect.poll(last).toContain('many files')
  expect([...(await last()).matchAll(/^\[(\d+)\.bin\]/gm)].map(([, name]) => name)).toEqual(
    many.map((_, index) => `${index}`),
  )
})
