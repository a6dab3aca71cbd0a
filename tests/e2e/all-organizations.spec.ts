import { violations } from './support/axe.ts'
import { addOrganization, rail, shownOrganization } from './support/organizations.ts'
import { expect, test, type SkeinApp } from './support/skein.ts'

const inboxRows = (app: SkeinApp) => app.page.locator('main.inbox').getByRole('listitem')
const row = (app: SkeinApp, text: string | RegExp) =>
  app.page.locator('main.inbox [data-row]').filter({ hasText: text })

test('the inbox of all organizations is read, marked and answered by keys, each row in its organization', async ({
  app,
  server,
}) => {
  test.setTimeout(120_000)
  const { page } = app
  const { keyboard } = page
  await addOrganization(app, server.url, 'noor')
  for (const user of ['iris', 'noor']) await server.call(user, 'POST', '/mark_all_as_read')
  await server.post('ada', { stream: 'design', topic: 'doors' }, 'For you, @**Iris Lindqvist**')
  await server.post('ada', { direct: [server.account('noor').user_id] }, 'only for Noor')
  await server.post('ada', { stream: 'general', topic: 'soup' }, 'Which soup?')
  await expect(rail(app).getByRole('button', { name: /iris@.*, 2 unread/ })).toBeVisible()
  await expect(rail(app).getByRole('button', { name: /noor@.*, 3 unread/ })).toBeVisible()

  await keyboard.press('Control+1')
  await expect(shownOrganization(app)).toHaveAccessibleName(/iris@/)
  await page.getByRole('heading', { level: 1 }).first().click()
  await keyboard.press('Shift+A')
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText('Inbox (all organizations)')
  await expect(inboxRows(app)).toHaveText([
    /^\s*Mentions/,
    /doors.*iris@alder/,
    /^\s*Direct messages/,
    /Ada Brandt.*noor@alder/,
    /^\s*general.*iris@alder/,
    /soup/,
    /^\s*design.*noor@alder/,
    /doors/,
    /^\s*general.*noor@alder/,
    /soup/,
  ])
  expect(await violations(page)).toEqual([])

  // An answer is sent in the organization of its row.
  await expect(row(app, 'doors').first().locator(':focus')).toHaveCount(1)
  await keyboard.press('j')
  await expect(row(app, 'only for Noor').locator(':focus')).toHaveCount(1)
  await keyboard.press('r')
  await expect(app.composer).toBeFocused()
  await keyboard.type('Thank you, Ada')
  await keyboard.press('Enter')
  await expect(row(app, 'Thank you, Ada')).toBeVisible()
  await expect(app.composer).toHaveCount(0)
  const { user_id: ada } = server.account('ada')
  await expect
    .poll(() => server.contents('noor', [['dm', [ada]]]))
    .toContainEqual(expect.stringContaining('Thank you, Ada'))

  // A mark applies to its organization only, and is undone there.
  await keyboard.press('j')
  await expect(row(app, 'soup').first().locator(':focus')).toHaveCount(1)
  await keyboard.press('m')
  await expect(row(app, 'soup')).toHaveCount(1)
  await expect(page.getByText('1 message marked as read')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(row(app, 'soup')).toHaveCount(2)

  // The way back from the other organization leads to this list.
  await row(app, 'soup').last().locator('button').first().press('Enter')
  await expect(shownOrganization(app)).toHaveAccessibleName(/noor@/)
  await expect(app.message('Which soup?')).toBeVisible()
  await keyboard.press('Alt+ArrowLeft')
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText('Inbox (all organizations)')
  await expect(row(app, 'doors').first()).toBeVisible()
  await page.getByRole('button', { name: 'This organization' }).click()
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText('Inbox')
  await expect(row(app, 'For you')).toHaveCount(1)
  await expect(row(app, 'iris@alder')).toHaveCount(0)
})

test('the list of mentions of one organization leads to that of all organizations', async ({ app, server }) => {
  const { page } = app
  await addOrganization(app, server.url, 'noor')
  await server.post('ada', { stream: 'design', topic: 'doors' }, 'For @**Iris Lindqvist**, a door')
  await server.post('ada', { stream: 'design', topic: 'doors' }, 'For @**Noor Haddad**, a window')
  await page.getByRole('heading', { level: 1 }).first().click()
  await page.keyboard.press('@')
  await expect(app.message('a window')).toBeVisible()
  await expect(app.message('a door')).toHaveCount(0)
  await page.getByRole('button', { name: 'All organizations', exact: true }).click()
  const hits = page.getByRole('list', { name: 'Search results' }).getByRole('listitem')
  await expect(hits.filter({ hasText: 'a window' }).filter({ hasText: 'noor@alder' })).toHaveCount(1)
  await expect(hits.filter({ hasText: 'a door' }).filter({ hasText: 'iris@alder' })).toHaveCount(1)
})
