import { violations } from './support/axe.ts'
import { expect, shared as it } from './support/skein.ts'

it('an administrator changes a role, deactivates and reactivates a person, and creates a bot', async ({
  app,
  server,
}) => {
  const { page } = app
  const { keyboard } = page
  const id = server.account('mei').user_id
  const user = async () => (await server.call('iris', 'GET', `/users/${id}`)).user
  const rows = page.getByRole('list', { name: 'Directory' }).getByRole('listitem')
  const field = page.getByRole('searchbox', { name: /^Find people/ })
  const dialog = page.getByRole('dialog', { name: 'Manage Mei Okafor' })
  await page.getByRole('heading', { level: 1 }).first().click()
  await keyboard.press('Shift+D')
  await field.fill('Mei Okafor')
  await rows.first().click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Manage…' }).click()
  expect(await violations(page)).toEqual([])

  // An administrator gives each role but the owner's.
  const role = dialog.getByLabel('Role', { exact: true })
  await expect(role.getByRole('option')).toHaveText(['Administrator', 'Moderator', 'Member', 'Guest'])
  await role.selectOption('Guest')
  await expect(dialog.getByText('Sees only the streams that someone adds them to.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Saved.')).toBeVisible()
  expect(await user()).toMatchObject({ role: 600 })

  await dialog.getByRole('button', { name: 'Deactivate…' }).click()
  const question = page.getByRole('dialog', { name: 'Deactivate Mei Okafor?' })
  await expect(question).toContainText('signed out everywhere')
  expect(await violations(page)).toEqual([])
  await question.getByRole('button', { name: 'Deactivate', exact: true }).click()
  await expect(dialog.getByText('This account is deactivated.')).toBeVisible()
  expect(await user()).toMatchObject({ is_active: false })
  await dialog.getByRole('button', { name: 'Reactivate' }).click()
  await expect(dialog.getByRole('button', { name: 'Deactivate…' })).toBeVisible()
  expect(await user()).toMatchObject({ is_active: true })

  // What was typed stays when the right goes, and can be saved when it returns.
  await dialog.getByLabel('Name', { exact: true }).fill('Mei O.')
  await server.call('ada', 'PATCH', `/users/${server.account('iris').user_id}`, { role: '400' })
  await expect(dialog.getByText('Only administrators and owners can do this.').first()).toBeVisible()
  await expect(dialog.getByLabel('Name', { exact: true })).toBeDisabled()
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Mei O.')
  await server.call('ada', 'PATCH', `/users/${server.account('iris').user_id}`, { role: '200' })
  await expect(dialog.getByLabel('Name', { exact: true })).toBeEnabled()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog', { name: 'Manage Mei O.' }).getByText('Saved.')).toBeVisible()
  await keyboard.press('Escape')

  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('menuitem', { name: 'New bot…' }).click()
  const made = page.getByRole('dialog', { name: 'New bot' })
  await made.getByLabel('Name', { exact: true }).fill('Torque bot')
  await made.getByLabel('Username').fill('torque bot')
  await made.getByRole('button', { name: 'Create bot' }).click()
  await expect(made.getByRole('alert')).toContainText('The username can have')
  await made.getByLabel('Username').fill('torque')
  await made.getByRole('button', { name: 'Create bot' }).click()
  const bot = page.getByRole('dialog', { name: 'Manage Torque bot' })
  await bot.getByRole('button', { name: 'Copy key' }).click()
  await expect(bot.getByText('Key copied.')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await keyboard.press('Escape')
})
