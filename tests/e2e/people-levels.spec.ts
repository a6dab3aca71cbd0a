import { chooseSeed, isDrill } from '#support/random.ts'
import { violations } from './support/axe.ts'
import { addGroup, choosePerson, createGroup, heldGroup } from './support/groups.ts'
import type { ServerProcess } from './support/processes.ts'
import { leave } from './support/sample.ts'
import { openSettings } from './support/settings-page.ts'
import { expect, test, type SkeinApp } from './support/skein.ts'

const levels = [237, 371, 500] as const
const dialects = ['svc', 'zulip'] as const
const everyForm = levels.flatMap((level) => dialects.map((dialect) => ({ level, dialect })))
/** Each level with each role and each dialect with each role; each level with each dialect only in the drill. */
const forms = isDrill
  ? everyForm
  : levels.map((level, index) => ({ level, dialect: dialects[(chooseSeed() + index) % 2] }))

const owner = { role: 100, name: 'Owner' }
const administrator = { role: 200, name: 'Administrator' }
const moderator = { role: 300, name: 'Moderator' }
const member = { role: 400, name: null }
const guest = { role: 600, name: 'Guest' }

/** What is offered to a role by the usual policies of an organization. */
function offers({ role }: typeof owner | typeof member, level: number) {
  const isAdministrator = role <= administrator.role
  return {
    // Policies before level 299 let moderators change all groups; the groups after it let owners.
    changesGroup: role <= (level < 299 ? moderator.role : owner.role),
    createsGroups: role <= member.role,
    addsPeople: role <= member.role,
    removesPeople: isAdministrator,
    seesAddress: isAdministrator,
    changesName: isAdministrator,
  }
}

function parts({ page }: SkeinApp) {
  const panel = page.locator('.side-panel.readers')
  return {
    page,
    panel,
    reader: (name: string) => panel.locator('.reader', { hasText: name }).last(),
    dialog: (name: string | RegExp) => page.getByRole('dialog', { name, exact: true }),
    item: (name: string | RegExp) => page.getByRole('menuitem', { name, exact: true }),
    groups: page.getByRole('list', { name: 'Groups' }).getByRole('listitem'),
    findGroups: page.getByRole('searchbox', { name: /^Find groups/ }),
    directory: page.getByRole('list', { name: 'Directory' }).getByRole('listitem'),
    findPeople: page.getByRole('searchbox', { name: 'Find people by name, email or profile' }),
  }
}

/** Focuses the page outside of all fields, so that single keys are commands. */
async function leaveFields({ page }: SkeinApp): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().click()
}

async function statusOnServer(server: ServerProcess): Promise<string> {
  return JSON.stringify(await server.call('iris', 'POST', '/register', { fetch_event_types: '["user_status"]' }))
}

const once = (is: boolean) => (is ? 1 : 0)

for (const { level, dialect = 'svc' } of forms) {
  test.describe(`people at level ${level}, dialect ${dialect}`, () => {
    const options = ['--feature-level', String(level), '--dialect', dialect]
    test.use({ serverOptions: options })

    test('each role is offered what it may do, from the moment of a promotion or demotion', async ({ app, server }) => {
      test.slow()
      leave(everyForm.length - forms.length, 'levels of people')
      const { page, panel, reader, dialog, item } = parts(app)
      const iris = server.account('iris').user_id
      await addGroup(server, 'watch', ['ada', 'noor'])
      await server.call('noor', 'PATCH', '/settings', { email_address_visibility: '3' })
      await server.call('ada', 'PATCH', '/realm', { name_changes_disabled: 'true' })
      await server.post('noor', { stream: 'general', topic: 'books' }, 'Ask @*watch* about it')
      await app.open('books')
      const message = app.message('Ask @watch about it')
      let wasHidden = false
      for (const asked of [administrator, owner, moderator, guest, member, administrator]) {
        const may = offers(asked, level)
        // No event of a promotion has the addresses that it shows; the next registration brings them.
        wasHidden ||= !may.seesAddress
        await test.step(asked.name ?? 'Member', async () => {
          await leaveFields(app)
          await page.keyboard.press('p')
          await expect(panel).toBeFocused()
          await message.getByRole('button', { name: '@watch' }).click()
          const card = dialog('watch')
          await expect(card.getByRole('option')).toHaveCount(2)
          // The card is open during the change.
          await server.call('ada', 'PATCH', `/users/${iris}`, { role: String(asked.role) })
          const own = reader('Iris Lindqvist')
          if (asked.name === null) await expect(own).not.toContainText(/Owner|Administrator|Moderator|Guest/)
          else await expect(own).toContainText(asked.name)
          for (const name of ['Edit group', 'Change members', /^(?:Delete|Deactivate) group$/]) {
            await expect(card.getByRole('button', { name })).toHaveCount(once(may.changesGroup))
          }
          await page.keyboard.press('Escape')
          await expect(card).toHaveCount(0)

          await expect(panel.getByRole('button', { name: 'Add people' })).toHaveCount(once(may.addsPeople))
          await reader('Noor Haddad').hover()
          await reader('Noor Haddad').getByRole('button', { name: 'Actions for Noor Haddad' }).click()
          await expect(item('Message')).toBeVisible()
          await expect(item(/^Remove from (?:stream|channel)$/)).toHaveCount(once(may.removesPeople))
          await page.keyboard.press('Escape')

          await message.focus()
          await page.keyboard.press('u')
          const person = dialog('About Noor Haddad')
          await expect(person.getByText('Local time')).toBeVisible()
          await expect(person.getByText('noor@alder.example')).toHaveCount(once(!wasHidden))
          await page.keyboard.press('Escape')

          await (await openSettings(page, 'Account')).getByRole('button', { name: 'Edit profile…' }).click()
          await expect(dialog('Profile').getByLabel('Time zone')).toBeVisible()
          await expect(dialog('Profile').getByLabel('Name', { exact: true })).toHaveCount(once(may.changesName))
          await expect(dialog('Profile').getByText('doesn’t allow you to change your name')).toHaveCount(
            once(!may.changesName),
          )
          await page.keyboard.press('Escape')
          await expect(dialog('Profile')).toHaveCount(0)
          await page.keyboard.press('Escape')
          await expect(message).toBeVisible()

          await leaveFields(app)
          await page.keyboard.press('Shift+T')
          await expect(page.getByRole('list', { name: 'Groups' })).toBeVisible()
          await expect(page.getByRole('button', { name: 'New group' })).toHaveCount(once(may.createsGroups))
          await page.keyboard.press('Alt+ArrowLeft')
          await expect(message).toBeVisible()
          await expect(panel).toHaveCount(0)
        })
      }
    })

    test('cards, profiles, the directory, readers, receipts, groups and the own account work, and the disk has them', async ({
      app,
      server,
    }) => {
      test.slow()
      const { page, panel, reader, dialog, item, groups, findGroups, directory, findPeople } = parts(app)
      const { keyboard } = page
      const id = (name: string) => server.account(name).user_id
      await server.call('iris', 'POST', '/users/me/subscriptions', {
        subscriptions: JSON.stringify([{ name: 'tulips' }]),
        principals: JSON.stringify([id('iris'), id('noor')]),
      })
      const posted = await server.post('noor', { stream: 'tulips', topic: 'beds' }, 'They are up already')
      await app.open('beds')
      const message = app.message('They are up already')

      await test.step('card and profile', async () => {
        await message.focus()
        await keyboard.press('u')
        await expect(dialog('About Noor Haddad')).toContainText(/Member/)
        await dialog('About Noor Haddad').getByRole('button', { name: 'View profile' }).click()
        const profile = page.getByRole('complementary', { name: 'Profile' })
        await expect(
          profile
            .getByRole('region', { name: /^(?:Streams|Channels) in common$/ })
            .getByRole('button', { name: 'tulips' }),
        ).toBeVisible()
        await keyboard.press('Escape')
        await expect(profile).toHaveCount(0)
      })

      await test.step('readers', async () => {
        await leaveFields(app)
        await keyboard.press('p')
        await panel.getByRole('button', { name: 'Add people' }).click()
        await choosePerson(app, 'Add people to #tulips', 'Ravi Sen')
        await expect(page.getByText('Added Ravi Sen.')).toBeVisible()
        await expect(reader('Ravi Sen')).toBeVisible()
        await reader('Ravi Sen').hover()
        await reader('Ravi Sen').getByRole('button', { name: 'Actions for Ravi Sen' }).click()
        await item(/^Remove from (?:stream|channel)$/).click()
        await expect(page.getByText('Removed Ravi Sen.')).toBeVisible()
        await expect(reader('Ravi Sen')).toHaveCount(0)
      })

      await test.step('receipts', async () => {
        await server.call('ada', 'POST', '/messages/flags', { messages: `[${posted}]`, op: 'add', flag: 'read' })
        await message.focus()
        await keyboard.press('Shift+V')
        const list = page.getByRole('dialog', { name: 'Who has read this' })
        await expect(list.getByRole('heading', { level: 2 })).toHaveText(/^Read by/)
        await keyboard.press('Escape')
      })

      await test.step('directory', async () => {
        await leaveFields(app)
        await keyboard.press('Shift+D')
        await expect(findPeople).toBeFocused()
        await keyboard.insertText('ravi sen')
        await expect(directory).toHaveCount(1)
        await expect(directory).toContainText('ravi@alder.example')
      })

      await test.step('groups', async () => {
        await directory.getByRole('button').first().focus()
        await keyboard.press('Shift+T')
        await createGroup(app, 'night crew')
        await expect
          .poll(async () => (await heldGroup(server, 'night crew'))?.members.toSorted())
          .toEqual([id('iris'), id('noor')].toSorted())
        await findGroups.fill('night')
        await findGroups.press('Enter')
        const card = dialog('night crew')
        await card.getByRole('button', { name: 'Change members' }).press('Enter')
        await dialog('Members of “night crew”').getByRole('button', { name: 'Add people…' }).press('Enter')
        await choosePerson(app, 'Add people', 'Mei Okafor')
        await dialog('Members of “night crew”').getByRole('button', { name: 'Save' }).press('Enter')
        await expect(card.getByRole('option', { name: /Mei Okafor/ })).toBeVisible()
        await card.getByRole('button', { name: 'Edit group' }).press('Enter')
        await dialog('Edit “night crew”').getByLabel('Who can mention it').selectOption('Moderators and above')
        await dialog('Edit “night crew”').getByRole('button', { name: 'Save' }).press('Enter')
        await expect(card.getByText('Can be mentioned by: Moderators and above')).toBeVisible()
        if (level >= 371) await expect(card.getByText(/^Created by Iris Lindqvist on /)).toBeVisible()
        const isKept = level >= 294
        const verb = isKept ? 'Deactivate' : 'Delete'
        await card.getByRole('button', { name: `${verb} group` }).click()
        await dialog(`${verb} “night crew”?`).getByRole('button', { name: verb }).click()
        await expect(dialog(`${verb} “night crew”?`)).toHaveCount(0)
        await findGroups.fill('')
        await expect(groups.first()).toBeVisible()
        await expect(groups.filter({ hasText: 'night crew' })).toHaveCount(0)
        const ended = page.getByRole('button', { name: 'Deactivated', exact: true })
        await expect(ended).toHaveCount(once(isKept))
        if (isKept) {
          await ended.click()
          await expect(groups).toHaveCount(1)
          await expect(groups).toContainText('night crew')
        }
      })

      await test.step('the own account', async () => {
        await app.open('beds')
        await leaveFields(app)
        await keyboard.press('Shift+C')
        await dialog('Your status').getByRole('button', { name: 'Busy' }).click()
        await dialog('Your status').getByRole('button', { name: 'Save' }).click()
        await expect(dialog('Your status')).toHaveCount(0)
        await expect.poll(() => statusOnServer(server)).toContain('Busy')
        const settings = await openSettings(page, 'Account')
        await settings.getByRole('button', { name: 'Edit profile…' }).click()
        await dialog('Profile').getByLabel('Name', { exact: true }).fill('Iris L')
        await dialog('Profile').getByLabel('Who can see your email address').selectOption('No one')
        await dialog('Profile').getByRole('button', { name: 'Save' }).click()
        await expect.poll(async () => (await server.call('iris', 'GET', '/users/me')).full_name).toBe('Iris L')
        await expect
          .poll(async () => JSON.stringify(await server.call('noor', 'GET', `/users/${id('iris')}`)))
          .toContain('"delivery_email":null')
        await expect(dialog('Profile')).toHaveCount(0)
        await settings.getByRole('button', { name: 'Change password…' }).click()
        const password = page.getByRole('dialog', { name: /^Change password for/ })
        await password.getByLabel('Current password').fill('wrong')
        await password.getByLabel('New password', { exact: true }).fill('another one')
        await password.getByLabel('New password again').fill('another one')
        await password.getByRole('button', { name: 'Change password' }).click()
        await expect(password.getByRole('alert')).toHaveText('Wrong password!')
        await keyboard.press('Escape')
      })

      await test.step('without a network', async () => {
        await addGroup(server, 'day crew', ['iris', 'noor'], 'iris')
        await app.open('beds')
        await server.stop()
        await expect(app.state).toHaveText('Offline')
        await message.focus()
        await keyboard.press('u')
        await expect(dialog('About Noor Haddad')).toContainText('Member')
        await keyboard.press('Escape')
        await leaveFields(app)
        await keyboard.press('p')
        await expect(panel).toContainText('You’re offline')
        await expect(panel.locator('.reader')).toHaveCount(3)
        await keyboard.press('Shift+C')
        await dialog('Your status').getByRole('textbox', { name: 'What are you doing?' }).fill('In a tunnel')
        await dialog('Your status').getByRole('button', { name: 'Save' }).click()
        await expect(dialog('Your status')).toHaveCount(0)
        await keyboard.press('Shift+D')
        await findPeople.fill('ravi')
        await expect(directory).toHaveCount(1)
        await directory.getByRole('button').first().focus()
        await keyboard.press('Shift+T')
        await findGroups.fill('day crew')
        await findGroups.press('Enter')
        await dialog('day crew').getByRole('button', { name: 'Edit group' }).click()
        await dialog('Edit “day crew”').getByLabel('Description').fill('Looks out')
        await dialog('Edit “day crew”').getByRole('button', { name: 'Save' }).click()
        await expect(dialog('Edit “day crew”').getByRole('alert')).toContainText('Skein can’t reach the server')
        expect(await violations(page)).toEqual([])
        await keyboard.press('Escape')
        await server.start(...options)
        await app.reconnect()
        await expect.poll(() => statusOnServer(server)).toContain('In a tunnel')
      })
    })
  })
}
