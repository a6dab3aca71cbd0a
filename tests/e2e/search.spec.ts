import { violations } from './support/axe.ts'
import { hostileTopic, renameHostile } from './support/hostile-people.ts'
import { addOrganization, shownOrganization } from './support/organizations.ts'
import { expect, shared as it, type SkeinApp, test } from './support/skein.ts'

const field = (app: SkeinApp) => app.page.getByRole('combobox', { name: 'Search messages' })
const chips = (app: SkeinApp) => app.page.getByRole('list', { name: 'Active filters' }).getByRole('listitem')
const hits = (app: SkeinApp) => app.page.getByRole('list', { name: 'Search results' }).getByRole('listitem')
const options = (app: SkeinApp) => app.page.getByRole('listbox', { name: 'Matching filters' }).getByRole('option')
const status = (app: SkeinApp) => app.page.locator('main.search .state').getByRole('status')

it('the search of a conversation is written, opened and restored by keys alone', async ({ app, server }) => {
  const { page } = app
  const { keyboard } = page
  await server.post('ada', { stream: 'general', topic: 'bread' }, 'A walrus came by')
  await server.post('noor', { stream: 'general', topic: 'bread' }, 'Two walruses, to be exact')
  await server.post('ada', { stream: 'general', topic: 'cheese' }, 'No walrus here')
  await app.open('bread')
  await keyboard.press('Control+f')
  await expect(field(app)).toBeFocused()
  await expect(chips(app)).toHaveText(['stream: general', 'topic: bread'])
  await keyboard.type('walrus')
  await expect(hits(app)).toHaveCount(2)
  await expect(status(app)).toHaveText('2 results, including the server’s')
  await expect(hits(app).first().locator('mark')).toHaveText('walruses')
  expect(await violations(page)).toEqual([])
  await expect(page.locator('main.search')).toMatchAriaSnapshot(`
    - main:
      - heading "Search" [level=1]
      - list "Active filters":
        - listitem:
          - text: "stream: general"
          - 'button "Remove stream: general"'
        - listitem:
          - text: "topic: bread"
          - 'button "Remove topic: bread"'
      - combobox "Search messages": walrus
      - status: 2 results, including the server’s
      - list "Search results":
        - listitem:
          - button /general bread .* Two walruses, to be exact/
        - listitem:
          - button /general bread .* A walrus came by/
  `)

  await keyboard.press('ArrowDown')
  await keyboard.press('ArrowDown')
  await expect(hits(app).nth(1).locator(':focus')).toHaveCount(1)
  await keyboard.press('Enter')
  await expect(app.message('A walrus came by').locator('mark.searched-word')).toHaveText('walrus')
  await keyboard.press('Alt+ArrowLeft')
  await expect(field(app)).toHaveValue('walrus')
  await expect(hits(app)).toHaveCount(2)
  await expect(hits(app).nth(1).locator(':focus')).toHaveCount(1)
  // The author’s card opens beside the hit, and the focus returns to it.
  await keyboard.press('u')
  await expect(page.getByRole('dialog', { name: 'About Ada Brandt' })).toBeVisible()
  await keyboard.press('Escape')
  await expect(hits(app).nth(1).locator(':focus')).toHaveCount(1)

  // A filter is completed, negated, turned into a chip, and removed.
  await field(app).focus()
  await keyboard.type(' -sen')
  await expect(options(app)).toHaveText([/-sender:/])
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await keyboard.type('noor')
  await expect(options(app).filter({ hasText: 'Noor Haddad' })).toHaveCount(1)
  expect(await violations(page)).toEqual([])
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await expect(chips(app).last()).toHaveText('−sender: Noor Haddad')
  await expect(hits(app)).toHaveCount(1)
  await expect(hits(app)).toContainText('A walrus came by')
  await page.getByRole('button', { name: 'Remove topic: bread' }).click()
  await expect(hits(app)).toHaveCount(2)
})

it('words that are only in the topic of a message are marked there', async ({ app, server }) => {
  await server.post('ada', { stream: 'general', topic: 'Rye <b>bread</b>' }, 'Baked this morning')
  await app.open('books')
  await app.page.keyboard.press('Control+Shift+F')
  await app.page.keyboard.type('bread rye')
  await expect(hits(app)).toHaveCount(1)
  const topic = hits(app).locator('b')
  await expect(topic).toHaveText('Rye <b>bread</b>')
  await expect(topic.locator('mark')).toHaveText(['Rye', 'bread'])
  await expect(hits(app).locator('.snippet mark')).toHaveCount(0)
  expect(await violations(app.page)).toEqual([])
})

it('the disk answers a search offline and the screen says so, and an invalid search has a message', async ({
  app,
  server,
}) => {
  const { page } = app
  const { keyboard } = page
  await server.post('ada', { stream: 'general', topic: 'bread' }, 'A walrus came by')
  await app.open('bread')
  await expect(app.message('A walrus came by')).toBeVisible()
  await server.stop()
  await expect(app.state).toHaveText('Offline')
  await keyboard.press('Control+Shift+f')
  await expect(field(app)).toBeFocused()
  await keyboard.type('walrus')
  await expect(hits(app)).toHaveCount(1)
  await expect(status(app)).toContainText('the server can’t be reached')
  await keyboard.type(' stream:general is:dm')
  await keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText(/A message can’t be both in a stream and direct/)
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Remove is: dm' }).click()
  await expect(field(app)).toBeFocused()
  await keyboard.press('Control+a')
  await keyboard.insertText('nothing-like-this')
  await expect(page.getByText('No results on this computer. The server can’t be reached')).toBeVisible()
  expect(await violations(page)).toEqual([])
})

it('earlier searches are offered, and removed one by one', async ({ app, server }) => {
  const { page } = app
  const { keyboard } = page
  await server.post('ada', { stream: 'general', topic: 'bread' }, 'A walrus came by')
  await server.post('ada', { stream: 'general', topic: 'bread' }, 'A penguin came by')
  await app.open('bread')
  await keyboard.press('Control+Shift+f')
  await expect(page.getByText('Search messages on this computer and on the server')).toBeVisible()
  for (const query of ['walrus', 'penguin']) {
    await field(app).fill(query)
    await keyboard.press('Enter')
    await expect(hits(app)).toHaveCount(1)
    await expect(hits(app)).toContainText(query)
  }
  await field(app).fill('')
  const recent = page.getByRole('region', { name: 'Recent searches' })
  await expect(recent.getByRole('listitem')).toHaveText(['penguin', 'walrus'])
  expect(await violations(page)).toEqual([])
  await recent.getByRole('button', { name: 'Remove penguin from recent searches' }).click()
  await expect(recent.getByRole('listitem')).toHaveText(['walrus'])
  await field(app).focus()
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await expect(field(app)).toHaveValue('walrus')
  await expect(hits(app)).toHaveCount(1)
})

test('one list has the results of all organizations, and a result opens in its own', async ({ app, server }) => {
  const { page } = app
  await server.post('ada', { stream: 'general', topic: 'bread' }, 'A walrus came by')
  await addOrganization(app, server.url, 'noor')
  // New rows are not inserted under the pointer.
  await page.mouse.move(2, 2)
  await page.keyboard.press('Control+Shift+f')
  await page.keyboard.type('walrus')
  await expect(page.getByRole('button', { name: 'All organizations', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(hits(app)).toHaveCount(2)
  await expect(hits(app).filter({ hasText: 'iris@alder.example' })).toHaveCount(1)
  expect(await violations(page)).toEqual([])
  await hits(app).filter({ hasText: 'iris@alder.example' }).getByRole('button').click()
  await expect(shownOrganization(app)).toHaveAccessibleName(/iris@alder/)
  await expect(app.message('A walrus came by').locator('mark.searched-word')).toHaveText('walrus')
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(hits(app)).toHaveCount(2)
  await page.getByRole('button', { name: 'This organization' }).click()
  await expect(hits(app)).toHaveCount(1)
})

test('hostile names and texts stay texts', async ({ server, launch }) => {
  await server.post('iris', { stream: 'general', topic: hostileTopic }, 'walrus <img src=x onerror=alert(1)>')
  await renameHostile(server)
  const app = await launch()
  await app.signIn(server.url)
  for (const width of [1280, 800]) {
    await app.page.setViewportSize({ width, height: 600 })
    await app.page.keyboard.press('Control+Shift+f')
    await field(app).fill('walrus')
    await expect(hits(app)).toHaveCount(1)
    await expect(hits(app)).toContainText('<img src=x onerror=alert(1)>')
    await field(app).fill('sender:zed')
    await expect(options(app).filter({ hasText: 'Zed <b>bold</b>' })).toHaveCount(1)
    const wide = await app.page.locator('main.search').evaluate((main) => main.scrollWidth - main.clientWidth)
    expect(wide).toBeLessThanOrEqual(0)
    await app.page.keyboard.press('Alt+ArrowLeft')
  }
})
