import { violations } from './support/axe.ts'
import { openOrganization } from './support/settings-page.ts'
import { expect, test } from './support/skein.ts'

test('the organization is changed by keys alone, follows others, and is locked by a demotion that loses no text', async ({
  app,
  server,
}) => {
  const { page } = app
  const { keyboard } = page
  await app.open('books')
  const screen = await openOrganization(page, 'Messages')
  const atServer = async (name: string) =>
    (await server.call('iris', 'POST', '/register', { fetch_event_types: '["realm"]' }))[name]

  const field = screen.getByRole('searchbox', { name: 'Search settings' })
  await field.focus()
  await keyboard.type('edit messages')
  const limit = screen.getByRole('combobox', { name: 'Time to edit messages' })
  await expect(limit).toBeVisible()
  await limit.focus()
  await limit.selectOption('2 hours')
  await expect.poll(() => atServer('realm_message_content_edit_limit_seconds')).toBe(7200)
  await screen.getByRole('button', { name: 'Undo: Time to edit messages' }).click()
  await expect.poll(() => atServer('realm_message_content_edit_limit_seconds')).toBeNull()
  await expect(limit).toHaveValue('No limit')
  await server.call('ada', 'PATCH', '/realm', { message_content_edit_limit_seconds: '600' })
  await expect(limit).toHaveValue('10 minutes')
  expect(await violations(page)).toEqual([])

  await field.focus()
  await keyboard.press('Escape')
  await screen.getByRole('button', { name: 'Name and description' }).click()
  const name = screen.getByRole('textbox', { name: 'Name', exact: true })
  await name.fill('Alder & Daughters')
  const [iris] = (
    (await server.call('ada', 'GET', '/users')).members as { user_id: number; email: string; full_name: string }[]
  ).filter(({ full_name }) => full_name.startsWith('Iris'))
  await server.call('ada', 'PATCH', `/users/${iris?.user_id ?? 0}`, { role: '400' })
  await expect(screen.getByText('Only administrators and owners can do this.')).toBeVisible()
  await expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled()
  await expect(name).toHaveValue('Alder & Daughters')
  await server.call('ada', 'PATCH', `/users/${iris?.user_id ?? 0}`, { role: '200' })
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => atServer('realm_name')).toBe('Alder & Daughters')
  await expect(screen.getByText('Saved.')).toBeVisible()
  await expect(page.locator('.navigation, nav').getByText('Alder & Daughters').first()).toBeVisible()
})
