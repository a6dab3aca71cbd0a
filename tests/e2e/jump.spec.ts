import { hostileTopic, renameHostile } from './support/hostile-people.ts'
import { expect, shared as it, type SkeinApp, test } from './support/skein.ts'

const field = (app: SkeinApp) => app.page.getByLabel('Jump to a conversation')
const title = (app: SkeinApp) => app.page.locator('main h1')
/** Matches that the list does not contain. */
const found = (app: SkeinApp) => app.page.locator('.navigation .item.found')

it('the jump field finds a topic outside of the navigation, and a person without a conversation', async ({
  server,
  app,
}) => {
  const { page } = app
  for (let count = 0; count < 30; count += 1) {
    await server.post('iris', { stream: 'general', topic: `Größe ${count}` }, `size ${count}`)
  }
  await app.open('Größe 29')
  const listed = page.locator('.navigation .item')
  await expect(listed.filter({ hasText: 'Größe 0' })).toHaveCount(0)

  await app.composer.focus()
  await page.keyboard.press('Control+Shift+K')
  await page.keyboard.type('grosse 0')
  await expect(found(app).first()).toHaveText(/Größe 0\s*in general/)
  await page.keyboard.press('Enter')
  await expect(title(app)).toContainText('Größe 0')
  await expect(app.message('size 0')).toBeVisible()
  await expect(field(app)).toHaveValue('')

  // Enter is pressed at once, and waits for the matches.
  await page.keyboard.press('Control+Shift+K')
  await page.keyboard.insertText('größe 11 general')
  await page.keyboard.press('Enter')
  await expect(title(app)).toContainText('Größe 11')

  await expect(listed.filter({ hasText: 'Chloé Moreau' })).toHaveCount(0)
  await page.keyboard.press('Control+Shift+K')
  await page.keyboard.type('moreau')
  await expect(found(app)).toHaveText('Chloé Moreau')
  await page.keyboard.press('ArrowDown')
  await expect(found(app)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(field(app)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(title(app)).toContainText('Chloé Moreau')
  await app.send('we have not met')
  await expect(app.message('we have not met')).toBeVisible()
})

it('a match keeps the focus when it becomes listed', async ({ app, server }) => {
  const { page } = app
  await app.open('books')
  await page.keyboard.press('Control+Shift+K')
  await page.keyboard.type('moreau')
  await expect(found(app)).toHaveText('Chloé Moreau')
  await page.keyboard.press('ArrowDown')
  await expect(found(app)).toBeFocused()
  await server.post('chloe', { direct: [server.account('iris').user_id] }, 'Good morning')
  await expect(found(app)).toHaveCount(0)
  await expect(page.locator('.navigation .item:focus')).toContainText('Chloé Moreau')
  await page.keyboard.press('Enter')
  await expect(app.message('Good morning')).toBeVisible()
})

it('Escape restores the list and the focus, from the field and from a match', async ({ app }) => {
  const { page } = app
  await app.open('books')
  // The stream unfolds when the page is idle.
  await expect(page.locator('.navigation .item[aria-current]')).toContainText('books')
  const entries = await page.locator('.navigation .item').allTextContents()
  await app.composer.focus()
  for (const isInList of [false, true]) {
    await page.keyboard.press('Control+Shift+K')
    await page.keyboard.type('moreau')
    await expect(found(app)).toHaveCount(1)
    if (isInList) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Escape')
    await expect(app.composer).toBeFocused()
    await expect(field(app)).toHaveValue('')
    await expect(page.locator('.navigation .item')).toHaveText(entries)
  }
  await page.keyboard.press('Control+Shift+K')
  await page.keyboard.type('no such place')
  await expect(page.locator('.navigation .nothing')).toHaveText('No matches on this computer.')
  await page.keyboard.press('Enter')
  await expect(title(app)).toContainText('books')
})

test('the names of hostile and of equal people stay in their lines, and can be told apart', async ({
  server,
  launch,
}) => {
  await server.post('iris', { stream: 'general', topic: hostileTopic }, 'hostile')
  await renameHostile(server)
  const app = await launch()
  await app.signIn(server.url)
  await field(app).fill('zed')
  await expect(found(app).filter({ hasText: 'aisha@alder.example' })).toHaveCount(1)
  await expect(found(app).filter({ hasText: 'viktor@alder.example' })).toHaveCount(1)
  await expect(found(app).filter({ hasText: 'Zed <b>bold</b>' })).toHaveCount(1)
  await expect(app.page.locator('.navigation .item', { hasText: 'in general' })).toHaveCount(1)
  // Each name is in one line inside the column, and a name with marks of direction does not affect the following text.
  const column = await app.page.locator('.navigation nav').evaluate((nav) => nav.scrollWidth - nav.clientWidth)
  expect(column).toBeLessThanOrEqual(0)
  const heights = await found(app).evaluateAll((items) => items.map((item) => item.getBoundingClientRect().height))
  expect(new Set(heights)).toEqual(new Set([30]))
})
