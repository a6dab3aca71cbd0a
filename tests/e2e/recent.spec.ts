import { hostileNames } from '../corpora/hostile-html.ts'
import { violations } from './support/axe.ts'
import { expect, shared as it } from './support/skein.ts'

it('recent conversations are filtered, searched and opened by keys alone, and return unchanged', async ({
  app,
  server,
}) => {
  const { page } = app
  const { keyboard } = page
  const rows = page.getByRole('list', { name: 'Recent conversations' }).getByRole('listitem')
  const row = (text: string) => rows.filter({ hasText: text })
  await server.post('iris', { stream: 'general', topic: 'crème' }, 'From me')
  await server.call('iris', 'POST', '/mark_all_as_read')
  await server.post('ada', { stream: 'general', topic: 'bread' }, 'Rye or wheat?')
  await expect(page.getByRole('navigation').getByRole('button', { name: /^Inbox 1 unread/ })).toBeVisible()
  await page.getByRole('heading', { level: 1 }).first().click()
  await keyboard.press('t')
  await expect(rows.first()).toContainText('Rye or wheat?')
  await expect(rows.first()).toContainText('1 unread')
  // The number of unread messages may arrive before the messages; the former first row then keeps the focus.
  await expect(rows.locator(':focus')).toHaveCount(1)
  await expect(row('crème')).toContainText('From me')
  expect(await violations(page)).toEqual([])

  await page.getByRole('button', { name: 'Unread', exact: true }).focus()
  await keyboard.press('Enter')
  await expect(rows).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Unread', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('searchbox', { name: 'Search by name' }).focus()
  await keyboard.type('crem')
  await expect(page.getByText('No matches among the')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Unread', exact: true }).focus()
  await keyboard.press('Space')
  await expect(rows).toHaveCount(1)
  await expect(row('crème')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search by name' }).focus()
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await expect(app.message('From me')).toBeVisible()
  await keyboard.press('Alt+ArrowLeft')
  await expect(page.getByRole('searchbox', { name: 'Search by name' })).toHaveValue('crem')
  await expect(rows).toHaveCount(1)

  await server.stop()
  await expect(app.state).toHaveText('Offline')
  await page.getByRole('searchbox', { name: 'Search by name' }).focus()
  await keyboard.press('Escape')
  await page.getByRole('button', { name: 'Participated' }).click()
  await expect(row('crème')).toContainText('From me')
  await expect(row('bread')).toHaveCount(0)
  expect(await violations(page)).toEqual([])
})

it('older conversations load at the end of the list, and hostile names break nothing', async ({ app, server }) => {
  const { page } = app
  const rows = page.getByRole('list', { name: 'Recent conversations' }).getByRole('listitem')
  await server.post('ada', { stream: 'general', topic: 'the oldest here' }, 'first')
  await server.postAll(
    'ada',
    Array.from({ length: 90 }, (_, index) => [{ stream: 'general', topic: `many ${index}` }, `text ${index}`]),
  )
  for (const name of hostileNames) await server.post('ada', { stream: 'general', topic: name }, `a text: ${name}`)
  await page.keyboard.press('t')
  await expect(rows.filter({ hasText: 'etc/passwd' }).first()).toBeVisible()
  expect(await page.evaluate(() => 'pwned' in window)).toBe(false)
  const list = page.locator('main.recent .rows')
  expect(await list.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  expect(await violations(page)).toEqual([])
  await expect(async () => {
    await list.evaluate((element) => element.scrollTo(0, element.scrollTop + 400))
    await expect(rows.filter({ hasText: 'the oldest here' })).toBeVisible({ timeout: 100 })
  }).toPass()
  // The test uses keys, since the rows may still move.
  await rows.filter({ hasText: 'the oldest here' }).getByRole('button').press('Enter')
  await expect(app.message('first')).toBeVisible()
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(rows.filter({ hasText: 'the oldest here' })).toBeInViewport()
})
