import { violations } from './support/axe.ts'
import type { ServerProcess } from './support/processes.ts'
import { expect, shared as it, type SkeinApp, test } from './support/skein.ts'

interface Held {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly members: readonly number[]
  readonly can_mention_group: unknown
}

function parts({ page }: SkeinApp) {
  return {
    page,
    rows: page.getByRole('list', { name: 'Groups' }).getByRole('listitem'),
    field: page.getByRole('searchbox', { name: /^Find groups/ }),
    card: (name: string) => page.getByRole('dialog', { name, exact: true }),
  }
}

async function held(server: ServerProcess, name: string): Promise<Held | undefined> {
  const answer = (await server.call('iris', 'GET', '/user_groups')) as { user_groups: Held[] }
  return answer.user_groups.find((group) => group.name === name)
}

const add = (server: ServerProcess, name: string, members: readonly string[], by = 'ada') =>
  server.call(by, 'POST', '/user_groups/create', {
    name,
    description: `About ${name}`,
    members: JSON.stringify(members.map((member) => server.account(member).user_id)),
  })

/** Creates a group in its form, with Noor as a second member. */
async function create({ page }: SkeinApp, name: string): Promise<void> {
  const { keyboard } = page
  const form = page.getByRole('dialog', { name: 'New group' })
  await page.getByRole('button', { name: 'New group' }).press('Enter')
  await expect(form.getByLabel('Name')).toBeFocused()
  await keyboard.insertText(name)
  await form.getByLabel('Description').fill('Decides')
  await form.getByRole('button', { name: 'Add people…' }).press('Enter')
  await page.getByRole('dialog', { name: 'Members of the new group' }).getByRole('combobox').fill('Noor Haddad')
  await keyboard.press('Enter')
  // A match is chosen after the answer.
  await expect(page.getByRole('button', { name: 'Add', exact: true })).toBeEnabled()
  await page.getByRole('button', { name: 'Add', exact: true }).press('Enter')
  await expect(form.getByRole('button', { name: 'Remove Noor Haddad' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await form.getByRole('button', { name: 'Create' }).press('Enter')
  await expect(form).toHaveCount(0)
  // The new group is shown.
  await expect(page.getByRole('dialog', { name, exact: true }).getByText('Decides')).toBeVisible()
  await keyboard.press('Escape')
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

  await create(app, 'release crew')
  expect(await held(server, 'release crew')).toMatchObject({
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
  await page.getByRole('dialog', { name: 'Add people' }).getByRole('combobox').fill('Mei Okafor')
  await keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Add', exact: true })).toBeEnabled()
  await page.getByRole('button', { name: 'Add', exact: true }).press('Enter')
  await expect(members.getByRole('button', { name: 'Don’t change Mei Okafor' })).toBeVisible()
  await members.getByRole('combobox').fill('noor')
  await expect(members.getByRole('option')).toHaveCount(1)
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await expect(members.getByRole('button', { name: 'Don’t change Noor Haddad' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await members.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(card('release crew').getByRole('option')).toHaveText([/Iris Lindqvist/, /Mei Okafor/])
  expect((await held(server, 'release crew'))?.members).toEqual([id('iris'), id('mei')].sort((a, b) => a - b))

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
  expect(await held(server, 'launch crew')).toMatchObject({ description: 'Decides' })

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
  expect(await held(server, 'launch crew')).toBeUndefined()
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
  await add(server, 'gardeners', ['ada'])
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
  await add(server, 'harbour watch', ['iris', 'noor'])
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
  for (const name of names) await add(server, name, ['iris'])
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

test.describe('at level 500', () => {
  test.use({ serverOptions: ['--feature-level', '500'] })

  test('a group is deactivated, and a member without the right sees no buttons from the moment of the demotion', async ({
    app,
    server,
  }) => {
    const { page, rows, field, card } = parts(app)
    await page.keyboard.press('Shift+T')
    await create(app, 'night crew')
    await field.fill('night')
    await field.press('Enter')
    await expect(card('night crew').getByText(/^Created by Iris Lindqvist on /)).toBeVisible()
    await card('night crew').getByRole('button', { name: 'Deactivate group' }).click()
    const question = page.getByRole('dialog', { name: 'Deactivate “night crew”?' })
    await question.getByRole('button', { name: 'Deactivate' }).click()
    await expect(question).toHaveCount(0)
    await field.fill('')
    await page.getByRole('button', { name: 'Deactivated', exact: true }).click()
    await expect(rows).toHaveCount(1)
    await expect(rows).toContainText('night crew')

    await page.getByRole('button', { name: 'All', exact: true }).click()
    const id = (name: string) => server.account(name).user_id
    await add(server, 'day crew', ['iris', 'noor'])
    const group = await held(server, 'day crew')
    const setting = (members: readonly number[]) =>
      server.call('ada', 'PATCH', `/user_groups/${group?.id ?? 0}`, {
        can_manage_group: JSON.stringify({ new: { direct_members: members, direct_subgroups: [] } }),
      })
    await setting([id('iris'), id('ada')])
    await field.fill('day crew')
    await field.press('Enter')
    await expect(card('day crew').getByRole('button', { name: 'Edit group' })).toBeVisible()
    await expect(card('day crew').getByRole('button', { name: 'Change members' })).toBeVisible()
    await setting([id('ada')])
    await expect(card('day crew').getByRole('button', { name: 'Edit group' })).toHaveCount(0)
    await expect(card('day crew').getByRole('button', { name: 'Change members' })).toHaveCount(0)
    await expect(card('day crew').getByRole('button', { name: 'Leave' })).toBeVisible()
  })
})
