import type { Page } from '@playwright/test'
import { hostileNames } from '../corpora/hostile-html.ts'
import { violations } from './support/axe.ts'
import type { ServerProcess } from './support/processes.ts'
import { expect, shared as it } from './support/skein.ts'

const rowsOf = (page: Page) => page.getByRole('list', { name: 'Inbox' }).getByRole('listitem')

/**
 * Reads everything, then leaves a mention, a direct message and two topics unread. The inbox, which is the home screen,
 * is left.
 */
async function prepare(server: ServerProcess, page: Page): Promise<void> {
  await page.keyboard.press('s')
  await expect(page.getByRole('heading', { name: 'Saved snippets' })).toBeVisible()
  await server.call('iris', 'POST', '/mark_all_as_read')
  await server.post('ada', { stream: 'general', topic: 'soup' }, 'Which soup?')
  await server.post('ada', { stream: 'general', topic: 'bread' }, 'Rye or wheat?')
  await server.post('ada', { stream: 'design', topic: 'doors' }, 'For you, @**Iris Lindqvist**')
  // A row that is read after the inbox was opened stays in its position, so the client must know all of it before.
  await expect(page.getByRole('navigation').getByRole('button', { name: /^Inbox 3 unread/ })).toBeVisible()
}

it('the inbox is read, marked, undone and answered by keys alone', async ({ app, server }) => {
  const { page } = app
  const { keyboard } = page
  const rows = rowsOf(page)
  const row = (text: string) => rows.filter({ hasText: text })
  await prepare(server, page)
  await page.getByRole('heading', { level: 1 }).first().click()
  await keyboard.press('Shift+I')
  await expect(page.getByRole('main').getByRole('heading', { name: 'Inbox' })).toBeVisible()
  await expect(row('soup')).toBeVisible()
  await expect(row('doors').locator(':focus')).toHaveCount(1)
  await expect(rows).toHaveText([/Mentions/, /doors/, /general/, /bread/, /soup/])
  await expect(page.getByRole('list', { name: 'Inbox' })).toMatchAriaSnapshot(`
    - list "Inbox":
      - listitem:
        - heading "Mentions" [level=2]
      - listitem:
        - button /design doors Today, .* Ada Brandt. For you, @Iris Lindqvist 1 mention 1 unread/
        - button "Reply"
        - button "Mark as read"
      - listitem:
        - heading "general" [level=2]
      - listitem:
        - button /bread Today, .* Ada Brandt. Rye or wheat\\? 1 unread/
        - button "Reply"
        - button "Mark as read"
      - listitem:
        - button /soup Today, .* Ada Brandt. Which soup\\? 1 unread/
        - button "Reply"
        - button "Mark as read"
  `)
  expect(await violations(page)).toEqual([])

  await keyboard.press('j')
  await expect(row('bread').locator(':focus')).toHaveCount(1)
  await keyboard.press('m')
  await expect(row('bread')).toHaveCount(0)
  await expect(row('soup').locator(':focus')).toHaveCount(1)
  await expect(page.getByText('1 message marked as read')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).focus()
  await keyboard.press('Enter')
  await expect(row('bread')).toContainText('1 unread')
  await expect(row('doors').locator(':focus')).toHaveCount(1)

  await keyboard.press('r')
  await expect(app.composer).toBeFocused()
  expect(await violations(page)).toEqual([])
  await keyboard.type('Half a thought')
  await keyboard.press('Escape')
  await expect(row('doors').locator(':focus')).toHaveCount(1)
  await expect(app.composer).toHaveCount(0)
  await keyboard.press('r')
  await expect(app.composer).toHoldText('Half a thought')
  await keyboard.press('End')
  await keyboard.type(', now whole')
  await keyboard.press('Enter')
  await expect(app.composer).toHaveCount(0)
  await expect(row('doors')).toContainText('Half a thought, now whole')
  await expect(row('doors').locator(':focus')).toHaveCount(1)
  const sent = await server.contents('ada', [
    ['stream', 'design'],
    ['topic', 'doors'],
  ])
  expect(sent).toContain('Half a thought, now whole')

  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await expect(app.message('Rye or wheat?')).toBeVisible()
})

it('a row that is read elsewhere stays until the user leaves, and an empty inbox says so', async ({ app, server }) => {
  const { page } = app
  const rows = rowsOf(page)
  await prepare(server, page)
  await page
    .getByRole('navigation')
    .getByRole('button', { name: /^Inbox/ })
    .click()
  await expect(rows).toHaveCount(5)
  await server.call('iris', 'POST', '/mark_all_as_read')
  await expect(rows.filter({ hasText: 'bread' })).toContainText('Read')
  await expect(rows).toHaveText([/Mentions/, /doors/, /general/, /bread/, /soup/])
  await page.keyboard.press('s')
  await expect(page.getByRole('heading', { name: 'Saved snippets' })).toBeVisible()
  await page.keyboard.press('Shift+I')
  await expect(page.getByText('You’re all caught up.')).toBeVisible()
  expect(await violations(page)).toEqual([])
})

it('each list that is reopened at once has the focus on its first row', async ({ app, server }) => {
  const { page } = app
  const lists = [
    { key: 'Shift+I', name: 'Inbox', first: /doors/ },
    { key: 't', name: 'Recent conversations', first: /Last of all/ },
  ]
  await prepare(server, page)
  await server.post('ada', { stream: 'general', topic: 'bread' }, 'Last of all')
  await expect(page.getByRole('navigation').getByRole('button', { name: /^Inbox 4 unread/ })).toBeVisible()
  await page.getByRole('heading', { level: 1 }).first().click()
  // The first round opens the lists; later their views are still open.
  for (const { key, name, first } of [...lists, ...lists, ...lists]) {
    await page.keyboard.press(key)
    const focused = page
      .getByRole('list', { name })
      .getByRole('listitem')
      .filter({ has: page.locator(':focus') })
    await expect(focused).toHaveText(first)
  }
})

it('the inbox is shown offline from the disk, and its marks and answers wait', async ({ app, server }) => {
  const { page } = app
  await prepare(server, page)
  await page.keyboard.press('Shift+I')
  const rows = rowsOf(page)
  const row = (text: string) => rows.filter({ hasText: text })
  await expect(rows).toHaveCount(5)
  await server.stop()
  await expect(app.state).toHaveText('Offline')
  await page.keyboard.press('s')
  await page.keyboard.press('Shift+I')
  await expect(row('soup')).toContainText('Which soup?')
  expect(await violations(page)).toEqual([])
  await row('bread').getByRole('button', { name: 'Mark as read' }).click()
  await expect(row('bread')).toHaveCount(0)
  await row('soup').getByRole('button', { name: 'Reply' }).click()
  await app.composer.fill('Tomato')
  await app.composer.press('Enter')
  await expect(row('soup')).toContainText('You replied: Tomato')
  await server.start()
  await app.reconnect()
  const soup = () =>
    server.contents('ada', [
      ['stream', 'general'],
      ['topic', 'soup'],
    ])
  await expect.poll(soup).toEqual(['Which soup?', 'Tomato'])
  await expect
    .poll(() =>
      server.contents('iris', [
        ['topic', 'bread'],
        ['is', 'unread'],
      ]),
    )
    .toEqual([])
})

it('hostile names and texts are shown unchanged, and break nothing', async ({ app, server }) => {
  const { page } = app
  await server.call('iris', 'POST', '/mark_all_as_read')
  const names = hostileNames.map((name) => [...name].slice(0, 50).join('').trim()).filter((name) => name !== '')
  for (const name of names) await server.post('ada', { stream: 'general', topic: name }, `a text: ${name}`)
  await page.keyboard.press('Shift+I')
  await expect(rowsOf(page).first()).toBeVisible()
  await expect.poll(() => rowsOf(page).count()).toBeGreaterThan(1)
  expect(await page.evaluate(() => 'pwned' in window)).toBe(false)
  expect(
    await page.locator('main.inbox .rows :is(script, img:not(.avatar img), iframe, svg:not(.lucide))').count(),
  ).toBe(0)
  // Nothing is wider than the list, with a name of any length.
  const rest = await page.locator('main.inbox .rows').evaluate((list) => list.scrollWidth - list.clientWidth)
  expect(rest).toBe(0)
  expect(await violations(page)).toEqual([])
})
