import { violations } from './support/axe.ts'
import { openSettings } from './support/settings-page.ts'
import { expect, test } from './support/skein.ts'

test('what is stored is shown and kept by stream, and all messages are downloaded', async ({ app, server }) => {
  const { page } = app
  await app.open('books')
  const settings = await openSettings(page, 'Storage')
  const use = settings.getByRole('group', { name: 'On this computer' })
  await expect(use.getByRole('row', { name: /^Messages, people and streams/ })).toContainText(/\d+ messages?/)
  await expect(use.getByRole('row', { name: /^All organizations together/ })).toContainText('1 organization')
  const list = settings.getByRole('list', { name: 'Streams and direct messages' })
  const general = list.getByRole('listitem').filter({ hasText: 'general' })
  await expect(general).toContainText('All messages')
  await expect(list.getByRole('listitem').first()).toContainText('Direct messages')
  expect(await violations(page)).toEqual([])

  // The choice for a stream outlives another one for the organization.
  const keeps = general.getByRole('combobox', { name: 'Keep messages: general' })
  await keeps.selectOption('Everything')
  await settings.getByRole('radio', { name: 'The last 30 days' }).check()
  await expect(keeps.locator('option').first()).toHaveText('As above')
  await expect(keeps).toHaveValue('Everything')
  await settings.getByRole('button', { name: 'Undo: Keep messages' }).click()
  await expect(settings.getByRole('radio', { name: 'The last 90 days' })).toBeChecked()

  const found = settings.getByRole('searchbox', { name: 'Find streams' })
  await found.fill('no stream is like this')
  await expect(settings.getByText('No matches.')).toBeVisible()
  await found.fill('')
  await expect(general).toBeVisible()

  const download = settings.getByRole('group', { name: 'Download all messages' })
  await download.getByRole('button', { name: 'Download everything' }).click()
  await expect(
    download.getByText(/^Downloaded|^All messages are on this computer/).or(page.getByText('All messages are already')),
  ).toBeVisible({ timeout: 30_000 })
  await expect(settings.getByRole('radio', { name: 'Everything', exact: true })).toBeChecked()

  await settings.getByRole('button', { name: 'Free up space' }).click()
  await expect(page.getByText(/^Removed .*|^There was nothing to remove/)).toBeVisible()
  await server.post('ada', { stream: 'general', topic: 'books' }, 'still here')
  await page.keyboard.press('Escape')
  await expect(app.message('still here')).toBeVisible()
})

test('a stream without a subscription is copied, and the search says how far back it is', async ({ app, server }) => {
  const { page } = app
  await server.call('ada', 'POST', '/users/me/subscriptions', { subscriptions: '[{"name":"lighthouse"}]' })
  await server.post('ada', { stream: 'lighthouse', topic: 'lamp' }, 'A walrus at the lamp')
  await app.open('books')
  const searchFor = async (text: string) => {
    await page.keyboard.press('Control+Shift+f')
    await page.getByRole('combobox', { name: 'Search messages' }).fill(text)
  }
  await searchFor('walrus stream:lighthouse ')
  const search = page.locator('main.search')
  await expect(search.getByText('Searched on this computer: nothing in #lighthouse.')).toBeVisible()
  await search.getByRole('button', { name: 'Download older messages' }).click()

  const settings = page.getByRole('main')
  const found = settings.getByRole('searchbox', { name: 'Find streams' })
  await found.fill('lighthouse')
  const list = settings.getByRole('list', { name: 'Streams and direct messages' })
  const row = list.getByRole('listitem').filter({ hasText: 'lighthouse' })
  await expect(row).toContainText('Not subscribed')
  await row.getByRole('button', { name: 'Download all messages: lighthouse' }).click()
  await expect(row).toContainText(/All messages · Copy of /)
  await expect(row.getByRole('button', { name: 'Refresh the copy: lighthouse' })).toBeVisible()
  await expect(settings.getByText('Refresh a copy to download what’s new')).toBeVisible()
  expect(await violations(page)).toEqual([])

  await searchFor('walrus stream:lighthouse ')
  await expect(
    search.getByText('Searched on this computer: everything in #lighthouse (not kept up to date).'),
  ).toBeVisible()
})

test('all messages of a stream are downloaded from its menu', async ({ app }) => {
  const { page } = app
  await app.open('books')
  await page.getByRole('navigation').getByText('general', { exact: true }).first().click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Download all messages' }).click()
  await expect(page.getByText(/^(?:Downloading all messages of this stream|All messages are already)/)).toBeVisible()
})
