import { violations } from './axe.ts'
import type { ServerProcess } from './processes.ts'
import type { SkeinApp } from './skein.ts'
import { expect } from './written-text.ts'

/** A group as the server has it. */
export interface HeldGroup {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly members: readonly number[]
  readonly can_mention_group: unknown
}

/** Returns the group of a name that the server has; undefined without one. */
export async function heldGroup(server: ServerProcess, name: string): Promise<HeldGroup | undefined> {
  const answer = (await server.call('ada', 'GET', '/user_groups')) as { user_groups: HeldGroup[] }
  return answer.user_groups.find((group) => group.name === name)
}

/** Creates a group as another client does. */
export async function addGroup(
  server: ServerProcess,
  name: string,
  members: readonly string[],
  by = 'ada',
): Promise<void> {
  const answer = await server.call(by, 'POST', '/user_groups/create', {
    name,
    description: `About ${name}`,
    members: JSON.stringify(members.map((member) => server.account(member).user_id)),
  })
  expect(answer.result).toBe('success')
}

/** Chooses a person in the open dialog of people, whose button is “Add”. */
export async function choosePerson({ page }: SkeinApp, dialog: string, name: string): Promise<void> {
  await page.getByRole('dialog', { name: dialog }).getByRole('combobox').fill(name)
  await page.keyboard.press('Enter')
  // A match is chosen after the answer.
  await expect(page.getByRole('button', { name: 'Add', exact: true })).toBeEnabled()
  await page.getByRole('button', { name: 'Add', exact: true }).press('Enter')
}

/** Creates a group in its form, with Noor as a second member, and closes its card. The list of groups is open. */
export async function createGroup(app: SkeinApp, name: string): Promise<void> {
  const { page } = app
  const { keyboard } = page
  const form = page.getByRole('dialog', { name: 'New group' })
  await page.getByRole('button', { name: 'New group' }).press('Enter')
  await expect(form.getByLabel('Name')).toBeFocused()
  await keyboard.insertText(name)
  await form.getByLabel('Description').fill('Decides')
  await form.getByRole('button', { name: 'Add people…' }).press('Enter')
  await choosePerson(app, 'Members of the new group', 'Noor Haddad')
  await expect(form.getByRole('button', { name: 'Remove Noor Haddad' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await form.getByRole('button', { name: 'Create' }).press('Enter')
  await expect(form).toHaveCount(0)
  // The new group is shown.
  await expect(page.getByRole('dialog', { name, exact: true }).getByText('Decides')).toBeVisible()
  await keyboard.press('Escape')
}
