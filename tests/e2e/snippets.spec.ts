import { violations } from './support/axe.ts'
import { expect, test } from './support/skein.ts'

test('a snippet is saved, found and inserted below the text, by keys alone', async ({ app }) => {
  const { page } = app
  const { keyboard } = page
  await app.open('books')
  await app.composer.fill('Half a thought')
  await page.getByRole('heading', { level: 1 }).first().click()
  await keyboard.press('s')
  await expect(page.getByRole('heading', { name: 'Saved snippets' })).toBeVisible()
  await expect(page.getByText('Save text you use often')).toBeVisible()
  expect(await violations(page)).toEqual([])

  await page.getByRole('main').getByRole('button', { name: 'New snippet' }).last().focus()
  await keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await keyboard.type('opening hours')
  await keyboard.press('Tab')
  await keyboard.type('We are open from nine.')
  expect(await violations(page)).toEqual([])
  await keyboard.press('Control+Enter')
  const rows = page.getByRole('list', { name: 'Saved snippets' }).getByRole('listitem')
  await expect(rows).toHaveCount(1)

  await page.getByRole('main').getByRole('button', { name: 'New snippet' }).focus()
  await keyboard.press('Enter')
  await keyboard.press('Tab')
  await keyboard.type('Thanks!\nWe will look into it.')
  await keyboard.press('Escape')
  await expect(rows).toContainText(['opening hours', 'Thanks!'])
  expect(await violations(page)).toEqual([])

  const search = page.getByRole('searchbox', { name: 'Search snippets' })
  await search.focus()
  await keyboard.type('OPEN nine')
  await expect(rows).toHaveCount(1)
  await keyboard.type(' nothing')
  await expect(page.getByText('No snippets contain “OPEN nine nothing”.')).toBeVisible()
  await keyboard.press('Escape')
  await expect(search).toHaveValue('')
  await keyboard.type('hours')
  await expect(rows).toHaveCount(1)
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await expect(app.composer).toHoldText('Half a thought\n\nWe are open from nine.')
  await expect(app.composer).toBeFocused()
})

test('a snippet is changed, deleted and restored, and unsaved text survives a kill', async ({ app }) => {
  const { page } = app
  const { keyboard } = page
  await app.open('books')
  await page.getByRole('button', { name: 'Insert snippet' }).click()
  await page.getByRole('main').getByRole('button', { name: 'New snippet' }).last().click()
  const written = page.getByRole('textbox', { name: 'Text' })
  await written.fill('x'.repeat(20_001))
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('alert')).toHaveText('This text has 20,001 characters; the limit is 20,000. Shorten it.')
  await expect(written).toHoldText(/^x+/)
  await written.fill('Version one')
  await page.getByRole('button', { name: 'Done' }).click()
  const rows = page.getByRole('list', { name: 'Saved snippets' }).getByRole('listitem')
  const row = rows.getByRole('button', { name: 'Version one' })
  await expect(row).toBeFocused()

  await keyboard.press('e')
  const text = page.getByRole('textbox', { name: 'Text' })
  await text.fill('')
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('alert')).toHaveText('Enter some text first.')
  await text.fill('Version two')
  await page.getByRole('button', { name: 'Undo changes' }).click()
  await expect(row).toBeFocused()

  await keyboard.press('Delete')
  await expect(rows).toHaveCount(0)
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
  await expect(rows).toContainText(['Version one'])

  await rows.getByRole('button', { name: 'Edit' }).click()
  await text.pressSequentially(' and a half')
  const read = () =>
    page.evaluate(async () => {
      const { skein } = window as unknown as { skein: { call: (name: string, input: object) => Promise<never> } }
      const state: { value: { accounts: { id: string }[] } } = await skein.call('app.state', {})
      const accountId = state.value.accounts[0]?.id
      const query = { type: 'snippets', text: 'half' }
      const view: { value: { items: { start: string }[] } } = await skein.call('views.open', {
        accountId,
        viewId: crypto.randomUUID(),
        query,
      })
      return view.value.items.map(({ start }) => start)
    })
  await expect.poll(read).toEqual(['Version one and a half'])
  await app.kill()
  await app.start()
  await app.open('books')
  await app.page.getByRole('button', { name: 'Insert snippet' }).click()
  await expect(app.page.getByRole('listitem').filter({ hasText: 'Version one and a half' })).toBeVisible()
})
