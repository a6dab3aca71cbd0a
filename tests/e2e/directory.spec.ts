import { hostileNames } from '../corpora/hostile-html.ts'
import { violations } from './support/axe.ts'
import { expect, shared as it, test, type SkeinApp } from './support/skein.ts'
import Database from 'better-sqlite3'

function parts({ page }: SkeinApp) {
  return {
    page,
    rows: page.getByRole('list', { name: 'Directory' }).getByRole('listitem'),
    field: page.getByRole('searchbox', { name: /^Find people/ }),
    found: page.locator('main.directory .found'),
    filter: (name: string | RegExp) => page.locator('main.directory .filters').getByRole('button', { name }),
    entry: (name: string) => page.getByRole('menuitemcheckbox', { name, exact: true }),
  }
}

it('people are found, filtered and shown by keys alone, and the directory returns unchanged', async ({
  app,
  server,
}) => {
  const { page, rows, field, found, filter, entry } = parts(app)
  const { keyboard } = page
  await page.getByRole('heading', { level: 1 }).first().click()
  await keyboard.press('Shift+D')
  await expect(field).toBeFocused()
  await expect(found).toHaveText(/^\d+ people$/)
  await expect(rows.filter({ hasText: 'Iris Lindqvist' })).toContainText('You')
  expect(await violations(page)).toEqual([])

  await keyboard.insertText('lucia marq')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Lucía Márquez')
  await expect(rows).toContainText('lucia@alder.example')
  await field.fill('boot load')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Ravi Sen')
  await expect(rows).toContainText('In the cold chamber')

  await keyboard.press('Escape')
  await expect(field).toHaveValue('')
  await server.call('ada', 'POST', '/users/me/presence', { status: 'active' })
  await filter('Online now').focus()
  await keyboard.press('Enter')
  await expect(filter('Online now')).toHaveAttribute('aria-pressed', 'true')
  await expect(rows.filter({ hasText: 'Ada Brandt' })).toContainText('Active now')
  await expect(rows.filter({ hasText: 'Ada Brandt' })).toContainText('Owner')
  await filter('Any role').focus()
  await keyboard.press('Enter')
  await entry('Guest').focus()
  await keyboard.press('Enter')
  await expect(page.getByText('No matches.')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Clear filters' }).focus()
  await keyboard.press('Enter')
  await expect(field).toBeFocused()

  await filter(/^Any group/).focus()
  await keyboard.press('Enter')
  await entry('first-aid').focus()
  await keyboard.press('Enter')
  await expect(found).toHaveText('4 people')
  await filter(/^Sort/).focus()
  await keyboard.press('Enter')
  await entry('By last activity').focus()
  await keyboard.press('Enter')
  await expect(filter('Sort: last active')).toBeVisible()

  await field.focus()
  await keyboard.press('ArrowDown')
  await expect(rows.first().locator(':focus')).toHaveCount(1)
  await keyboard.press('ArrowDown')
  await expect(rows.nth(1).locator(':focus')).toHaveCount(1)
  await keyboard.press('u')
  await expect(page.getByRole('menuitem', { name: 'Message', exact: true })).toBeFocused()
  expect(await violations(page)).toEqual([])
  await keyboard.press('Enter')
  await expect(page.locator('main.conversation h1')).toBeVisible()
  await expect(app.composer).toBeVisible()
  await keyboard.press('Alt+ArrowLeft')
  await expect(found).toHaveText('4 people')
  await expect(filter('Group: first-aid')).toBeVisible()

  await field.focus()
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await expect(page.locator('.shell.with-panel')).toHaveCount(1)
})

it('the heading of a direct conversation says in words how present the other person is', async ({ app, server }) => {
  const { page, rows, field } = parts(app)
  await server.call('mei', 'POST', '/users/me/presence', { status: 'active' })
  await page.keyboard.press('Shift+D')
  await field.fill('mei okafor')
  await expect(rows).toHaveCount(1)
  await page.getByRole('button', { name: 'Message Mei Okafor' }).click()
  await expect(page.locator('main.conversation header')).toContainText('Active now')
  expect(await violations(page)).toEqual([])
})

it('the directory is listed and searched offline', async ({ app, server }) => {
  const { page, rows, field } = parts(app)
  await server.stop()
  await expect(app.state).toHaveText('Offline')
  await page.keyboard.press('Shift+D')
  await expect(rows.nth(5)).toBeVisible()
  await field.fill('nina')
  await expect(rows).toHaveCount(1)
})

test('hostile names break nothing, and all accounts are drawn only where visible', async ({ server, launch }) => {
  await server.stop()
  const database = new Database(`${server.folder}/organization.sqlite`)
  const people = database
    .prepare<[], { id: number }>(
      `SELECT id FROM user WHERE is_bot = 0 AND delivery_email NOT LIKE 'iris@%' ORDER BY id`,
    )
    .all()
  for (const [index, name] of [...hostileNames, `e${'\u0301'.repeat(100)}`, 'x'.repeat(5_000)].entries()) {
    database.prepare('UPDATE user SET full_name = ? WHERE id = ?').run(name, people[index]?.id)
  }
  database.close()
  await server.start()
  const app = await launch()
  await app.signIn(server.url)
  const { page, rows, found, filter, entry } = parts(app)
  await page.keyboard.press('Shift+D')
  await expect(found).toHaveText(/people$/)
  await filter('People').click()
  await entry('People and bots').click()
  await expect(found).toHaveText(/accounts$/)
  expect(await page.evaluate(() => 'pwned' in window)).toBe(false)
  const list = page.locator('main.directory .rows')
  expect(await list.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  expect(await rows.count()).toBeLessThan(36)
  expect(await violations(page)).toEqual([])
})
