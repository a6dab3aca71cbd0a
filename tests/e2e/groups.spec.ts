import { violations } from './support/axe.ts'
import { addGroup, choosePerson, createGroup, heldGroup } from './support/groups.ts'
import { expect, shared as it, type SkeinApp } from './support/skein.ts'

function parts({ page }: SkeinApp) {
  return {
    page,
    rows: page.getByRole('list', { name: 'Groups' }).getByRole('listitem'),
    field: page.getByRole('searchbox', { name: /^Find groups/ }),
    card: (name: string) => page.getByRole('dialog', { name, exact: true }),
  }
}

it('a group is created, filled, renamed and deleted by keys alone', async ({ app, server }) => {
  const { page, rows, field, card } = parts(app)
  const { keyboard } = page
  const id = (name: string) => server.account(name).user_id
  await page.getByRole('heading', { level: 1 }).first().click()
  await keyboard.press('Shift+T')
  await expect(field).toBeFocused()
  await expect(rows.filter({ hasText: 'Moderators and above' })).toHaveCount(1)
  expect(await violations(page)).toEqual([])

  await createGroup(app, 'release crew')
  expect(await heldGroup(server, 'release crew')).toMatchObject({
    description: 'Decides',
    members: [id('iris'), id('noor')].sort((a, b) => a - b),
  })
  await field.fill('release')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('2 members')
  await field.press('Enter')
  await expect(card('release crew').getByText('Can be mentioned by: Everyone')).toBeVisible()
  expect(await violations(page)).toEqual([])

  // Members are added and removed in one step.
  await card('release crew').getByRole('button', { name: 'Change members' }).press('Enter')
  const members = page.getByRole('dialog', { name: 'Members of “release crew”' })
  await members.getByRole('button', { name: 'Add people…' }).press('Enter')
  await choosePerson(app, 'Add people', 'Mei Okafor')
  await expect(members.getByRole('button', { name: 'Don’t change Mei Okafor' })).toBeVisible()
  await members.getByRole('combobox').fill('noor')
  await expect(members.getByRole('option')).toHaveCount(1)
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await expect(members.getByRole('button', { name: 'Don’t change Noor Haddad' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await members.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(card('release crew').getByRole('option')).toHaveText([/Iris Lindqvist/, /Mei Okafor/])
  expect((await heldGroup(server, 'release crew'))?.members).toEqual([id('iris'), id('mei')].sort((a, b) => a - b))

  // A form that was closed comes back.
  await card('release crew').getByRole('button', { name: 'Edit group' }).press('Enter')
  const form = page.getByRole('dialog', { name: 'Edit “release crew”' })
  await form.getByLabel('Name').fill('launch crew')
  await keyboard.press('Escape')
  await card('release crew').getByRole('button', { name: 'Edit group' }).press('Enter')
  await expect(form.getByLabel('Name')).toHaveValue('launch crew')
  await form.getByLabel('Who can mention it').selectOption('Moderators and above')
  expect(await violations(page)).toEqual([])
  await form.getByLabel('Name').press('Enter')
  await expect(card('launch crew').getByText('Can be mentioned by: Moderators and above')).toBeVisible()
  expect(await heldGroup(server, 'launch crew')).toMatchObject({ description: 'Decides' })

  await card('launch crew').getByRole('button', { name: 'Delete group' }).press('Enter')
  const question = page.getByRole('dialog', { name: 'Delete “launch crew”?' })
  await expect(question).toContainText('Mentions of the group stay in messages as plain text.')
  expect(await violations(page)).toEqual([])
  await question.getByRole('button', { name: 'Delete' }).press('Enter')
  await expect(question).toHaveCount(0)
  // The focus returns to where the group was opened.
  await expect(field).toBeFocused()
  await field.fill('')
  await expect(rows.first()).toBeVisible()
  await expect(rows.filter({ hasText: 'launch crew' })).toHaveCount(0)
  expect(await heldGroup(server, 'launch crew')).toBeUndefined()
})

it('a system group is shown with its members, and offers no change', async ({ app }) => {
  const { page, field, card } = parts(app)
  await page.keyboard.press('Shift+T')
  await field.fill('owners')
  await field.press('Enter')
  const dialog = card('Owners')
  await expect(dialog.getByText('The members of this group follow from their roles.')).toBeVisible()
  await expect(dialog.getByRole('option').first()).toBeVisible()
  await expect(dialog.getByRole('button', { name: /^(?:Edit|Change|Delete|Join|Leave)/ })).toHaveCount(0)
})

it('a name that is taken is refused in its form, and nothing is lost', async ({ app, server }) => {
  const { page } = parts(app)
  await addGroup(server, 'gardeners', ['ada'])
  await page.keyboard.press('Shift+T')
  await page.getByRole('button', { name: 'New group' }).click()
  const form = page.getByRole('dialog', { name: 'New group' })
  await form.getByLabel('Name').press('Enter')
  await expect(form.getByRole('alert')).toHaveText('Enter a name for the group.')
  await form.getByLabel('Name').fill('Gardeners')
  await form.getByLabel('Name').press('Enter')
  await expect(form.getByRole('alert')).toHaveText(/^There’s already a group called “Gardeners”\./)
  await expect(form.getByLabel('Name')).toHaveValue('Gardeners')
  expect(await violations(page)).toEqual([])
})

it('groups are listed and shown offline, and a change reports that it needs the server', async ({ app, server }) => {
  const { page, rows, field, card } = parts(app)
  await addGroup(server, 'harbour watch', ['iris', 'noor'])
  await page.keyboard.press('Shift+T')
  await field.fill('harbour')
  await expect(rows).toHaveCount(1)
  await server.stop()
  await expect(app.state).toHaveText('Offline')
  await field.press('Enter')
  await card('harbour watch').getByRole('button', { name: 'Edit group' }).click()
  const form = page.getByRole('dialog', { name: 'Edit “harbour watch”' })
  await form.getByLabel('Description').fill('Looks out')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByRole('alert')).toContainText('Skein can’t reach the server to change this group.')
  await expect(form.getByLabel('Description')).toHaveValue('Looks out')
  expect(await violations(page)).toEqual([])
})

it('hostile names stay in their lines', async ({ app, server }) => {
  const { page, field } = parts(app)
  const names = ['<img src=x onerror="pwned=1">', '\u202egnp.exe', `e${'\u0301'.repeat(99)}`, 'long'.repeat(25)]
  for (const name of names) await addGroup(server, name, ['iris'])
  await page.keyboard.press('Shift+T')
  await expect(field).toBeFocused()
  const list = page.locator('main.groups .rows')
  await expect(list.getByRole('listitem').filter({ hasText: 'longlong' })).toHaveCount(1)
  expect(await list.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  await field.fill('longlong')
  await field.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('option')).toHaveCount(1)
  expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  expect(await page.evaluate(() => 'pwned' in window)).toBe(false)
})
