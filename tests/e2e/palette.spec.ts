import { violations } from './support/axe.ts'
import { hostileTopic, renameHostile } from './support/hostile-people.ts'
import { expect, shared as it, type SkeinApp, test } from './support/skein.ts'

const field = (app: SkeinApp) => app.page.getByRole('combobox', { name: 'Command palette' })
const options = (app: SkeinApp) => app.page.getByRole('dialog').getByRole('option')
const marked = (app: SkeinApp) => app.page.getByRole('option', { selected: true })
const title = (app: SkeinApp) => app.page.locator('main h1')

it('the palette opens an unlisted topic, runs commands, and returns the focus', async ({ app, server }) => {
  const { page } = app
  for (let count = 0; count < 30; count += 1) {
    await server.post('iris', { stream: 'general', topic: `Größe ${count}` }, `size ${count}`)
  }
  await app.open('books')
  await app.composer.fill('half a word')
  await page.keyboard.press('Control+k')
  await expect(field(app)).toBeFocused()
  await expect(marked(app)).toHaveCount(1)
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(app.composer).toBeFocused()
  await expect(app.composer).toHoldText('half a word')

  // Enter is pressed at once, and waits for the matches.
  await page.keyboard.press('Control+k')
  await page.keyboard.insertText('groesse')
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText('größe 11')
  await page.keyboard.press('Enter')
  await expect(title(app)).toContainText('Größe 11')
  await expect(field(app)).toHaveCount(0)

  await page.keyboard.press('Control+k')
  await page.keyboard.type('saved')
  await expect(marked(app)).toContainText('Saved snippets')
  await page.keyboard.press('Enter')
  await expect(title(app)).toHaveText('Saved snippets')

  // The text has a typing error, or only the beginnings of the words.
  for (const typed of ['encodre drift', 'encdr']) {
    await page.keyboard.press('Control+k')
    await page.keyboard.type(typed)
    await expect(options(app)).toHaveText([/encoder drift/])
    await page.keyboard.press('Enter')
    await expect(title(app)).toContainText('encoder drift')
  }

  await page.keyboard.press('Control+k')
  await page.keyboard.type('nothing has this name')
  await expect(page.getByRole('dialog').getByText('No matches on this computer.')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(field(app)).toBeFocused()
})

test('arrows mark the result that Enter opens, also around the ends and offline, and frequent places come first', async ({
  app,
  server,
}) => {
  const { page } = app
  await app.open('build-log')
  await app.open('books')
  await server.stop()
  await expect(app.state).toHaveText('Offline')
  await page.keyboard.press('Control+k')
  await expect(marked(app)).toContainText('build-log')
  await page.keyboard.press('ArrowUp')
  await expect(marked(app)).toContainText('Organization: Code playgrounds')
  await expect(marked(app)).toBeInViewport()
  await page.keyboard.press('ArrowDown')
  await expect(marked(app)).toContainText('build-log')
  await page.keyboard.type('noor')
  await expect(marked(app)).toContainText('Noor Haddad')
  await page.keyboard.press('Enter')
  await expect(title(app)).toContainText('Noor Haddad')
})

test('the palette finds places in every organization, and shows the organization of the chosen one', async ({
  app,
  server,
}) => {
  const { page } = app
  await app.open('books')
  await page.getByRole('button', { name: 'Add an organization' }).click()
  await app.signIn(server.url, 'noor@alder.example')
  const rail = page.getByRole('navigation', { name: 'Organizations' })
  await expect(rail.getByRole('button', { name: /noor@alder/ })).toHaveAttribute('aria-current', 'true')
  // All people are known after the first registration is stored.
  await app.open('Iris Lindqvist')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('moreau')
  await expect(options(app).filter({ hasText: 'Chloé Moreau' })).toHaveCount(2)
  await expect(marked(app)).toContainText('noor@alder.example')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(rail.getByRole('button', { name: /iris@alder/ })).toHaveAttribute('aria-current', 'true')
  await expect(title(app)).toContainText('Chloé Moreau')
})

test('a user group is found, and its members are searched and written to by keys, also offline', async ({
  app,
  server,
}) => {
  const { page } = app
  const id = (name: string) => server.account(name).user_id
  await server.call('iris', 'POST', '/user_groups/create', {
    name: 'release crew',
    description: 'Who decides that a release is ready',
    members: JSON.stringify([id('iris'), id('noor'), id('mei')]),
  })
  const card = page.getByRole('dialog', { name: 'release crew' })
  const open = async () => {
    await page.keyboard.press('Control+k')
    await field(app).fill('release crew')
    await expect(marked(app)).toContainText('Group of 3')
    await page.keyboard.press('Enter')
    await expect(card.getByText('3 members')).toBeVisible()
  }
  await app.open('books')
  await open()
  await expect(card.getByRole('combobox', { name: 'Find a member' })).toBeFocused()
  await expect(card.getByText('Who decides that a release is ready')).toBeVisible()
  await expect(card.getByRole('option')).toHaveCount(3)
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(card).toHaveCount(0)

  await server.stop()
  await expect(app.state).toHaveText('Offline')
  await open()
  await page.keyboard.type('noor')
  await expect(card.getByRole('option')).toHaveText([/Noor Haddad/])
  await page.keyboard.press('Enter')
  await expect(title(app)).toContainText('Noor Haddad')
  await expect(card).toHaveCount(0)

  await open()
  // Leaving the group and changing its members come first.
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('Tab')
  await expect(card.getByRole('button', { name: 'Message all 2' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(title(app)).toContainText('Noor Haddad')
  await expect(title(app)).toContainText(/Mei/)
  await app.composer.fill('to all of the crew')
  await page.keyboard.press('Enter')
  await expect(app.page.getByRole('log').getByText('to all of the crew')).toBeVisible()
})

test('hostile names stay in their lines, and equal people can be told apart', async ({ server, launch }) => {
  await server.post('iris', { stream: 'general', topic: hostileTopic }, 'hostile')
  await renameHostile(server)
  const app = await launch()
  await app.signIn(server.url)
  for (const width of [1280, 800]) {
    await app.page.setViewportSize({ width, height: 600 })
    await app.page.keyboard.press('Control+k')
    await field(app).fill('zed')
    await expect(options(app).filter({ hasText: 'aisha@alder.example' })).toHaveCount(1)
    await expect(options(app).filter({ hasText: 'viktor@alder.example' })).toHaveCount(1)
    await expect(options(app).filter({ hasText: 'Zed <b>bold</b>' })).toHaveCount(1)
    const heights = await options(app).evaluateAll((items) => items.map((item) => item.getBoundingClientRect().height))
    expect(new Set(heights)).toEqual(new Set([34]))
    const wide = await app.page.getByRole('listbox').evaluate((list) => list.scrollWidth - list.clientWidth)
    expect(wide).toBeLessThanOrEqual(0)
    await app.page.keyboard.press('Escape')
  }
})
