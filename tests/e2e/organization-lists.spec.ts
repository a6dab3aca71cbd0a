import { violations } from './support/axe.ts'
import { openOrganization } from './support/settings-page.ts'
import { expect, test } from './support/skein.ts'

test('the lists of the organization are changed, tried, ordered by keys, and locked by a demotion that loses no text', async ({
  app,
  server,
}) => {
  const { page } = app
  const { keyboard } = page
  await app.open('books')
  const patterns = async () =>
    ((await server.call('ada', 'GET', '/realm/linkifiers')).linkifiers as { pattern: string }[]).map(
      ({ pattern }) => pattern,
    )
  const before = await patterns()

  const screen = await openOrganization(page, 'Linkifiers')
  const list = screen.getByRole('list', { name: 'Linkifiers' })
  const pattern = screen.getByRole('textbox', { name: 'Pattern' })
  const address = screen.getByRole('textbox', { name: 'Address' })
  const links = screen.getByRole('list', { name: 'Links in the text' })
  await screen.getByRole('textbox', { name: 'Try it on a text' }).fill('see ticket-12 soon')
  await pattern.fill('ticket-(?P<id>[0-9]+')
  await address.fill('https://tracker.example/{id}')
  await expect(screen.getByText('The pattern isn’t a valid RE2 expression')).toBeVisible()
  await keyboard.press('Enter')
  await expect(screen.getByRole('alert')).toContainText('isn’t a valid RE2 expression')
  await pattern.fill('ticket-(?P<id>[0-9]+)')
  await expect(links.getByRole('listitem')).toHaveText('ticket-12 → https://tracker.example/12')
  await keyboard.press('Enter')
  await expect(list).toContainText('ticket-(?P<id>[0-9]+)')
  await expect(pattern).toHaveValue('')
  await expect(links.getByRole('listitem')).toHaveText('ticket-12 → https://tracker.example/12')
  await pattern.fill('#(?P<id>[0-9]+)')
  await address.fill('https://issues.example/{id}')
  await keyboard.press('Enter')
  await expect(pattern).toHaveValue('')
  await expect.poll(patterns).toEqual([...before, 'ticket-(?P<id>[0-9]+)', '#(?P<id>[0-9]+)'])

  const handle = screen.getByRole('button', { name: 'Move #(?P<id>[0-9]+)', exact: true })
  await handle.focus()
  await keyboard.press('ArrowUp')
  await expect.poll(patterns).toEqual([...before, '#(?P<id>[0-9]+)', 'ticket-(?P<id>[0-9]+)'])
  await expect(handle).toBeFocused()
  expect(await violations(page)).toEqual([])

  await screen.getByRole('button', { name: 'Edit #(?P<id>[0-9]+)' }).click()
  await expect(pattern).toBeFocused()
  await expect(pattern).toHaveValue('#(?P<id>[0-9]+)')
  await address.fill('https://changed.example/{id}')
  const people = (await server.call('ada', 'GET', '/users')).members as { user_id: number; full_name: string }[]
  const iris = people.find(({ full_name: name }) => name.startsWith('Iris'))?.user_id ?? 0
  await server.call('ada', 'PATCH', `/users/${iris}`, { role: '400' })
  await expect(screen.getByText('Only administrators and owners can do this.')).toBeVisible()
  await expect(screen.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
  await expect(screen.getByRole('button', { name: 'Remove #(?P<id>[0-9]+)' })).toHaveCount(0)
  await expect(address).toHaveValue('https://changed.example/{id}')
  await server.call('ada', 'PATCH', `/users/${iris}`, { role: '100' })
  await screen.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(list).toContainText('https://changed.example/{id}')
  await screen.getByRole('button', { name: 'Remove #(?P<id>[0-9]+)' }).click()
  const question = page.getByRole('dialog', { name: 'Remove the linkifier' })
  await expect(question).toContainText('Links in earlier messages stay.')
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect.poll(patterns).toEqual([...before, 'ticket-(?P<id>[0-9]+)'])
  await expect(question).toBeHidden()
  await expect(list.getByRole('button').first()).toBeFocused()

  await openOrganization(page, 'Emoji')
  const emoji = screen.getByRole('list', { name: 'Emoji' })
  await expect(emoji).toContainText(':weatherproof:')
  const buffer = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  )
  await screen.locator('input[type=file]').setInputFiles({ name: 'Red Dot.png', mimeType: 'image/png', buffer })
  await expect(screen.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('red_dot')
  await screen.getByRole('button', { name: 'Add emoji' }).click()
  await expect(emoji).toContainText(':red_dot:')
  await expect(emoji).toContainText('Added by Iris')
  expect(await violations(page)).toEqual([])
  await screen.getByRole('searchbox', { name: 'Search emoji' }).fill('red')
  await expect(emoji.getByRole('listitem')).toHaveCount(1)
  await screen.getByRole('button', { name: 'Remove :red_dot:' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(screen.getByText('No emoji match.')).toBeVisible()

  await openOrganization(page, 'Code playgrounds')
  await screen.getByRole('textbox', { name: 'Name' }).fill('Rust playground')
  await screen.getByRole('combobox', { name: 'Language' }).fill('rust')
  await screen.getByRole('textbox', { name: 'Address' }).fill('https://play.example/')
  await keyboard.press('Enter')
  await expect(screen.getByRole('alert')).toContainText('code')
  await screen.getByRole('textbox', { name: 'Address' }).fill('https://play.example/?code={code}')
  await keyboard.press('Enter')
  await expect(screen.getByRole('list', { name: 'Code playgrounds' })).toContainText('Rust playground · rust')
  await screen.getByRole('button', { name: 'Remove Rust playground' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(screen.getByRole('list', { name: 'Code playgrounds' })).toHaveCount(0)

  await openOrganization(page, 'Joining and people')
  const domains = screen.getByRole('group', { name: 'Email domains' })
  await domains.getByRole('textbox', { name: 'Domain' }).fill('alder.example')
  await keyboard.press('Enter')
  const subdomains = domains.getByRole('checkbox', { name: 'Include subdomains of alder.example' })
  await subdomains.check()
  await expect
    .poll(async () => (await server.call('ada', 'GET', '/realm/domains')).domains)
    .toEqual([{ domain: 'alder.example', allow_subdomains: true }])
  await expect(subdomains).toBeChecked()
  await domains.getByRole('button', { name: 'Remove alder.example' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(domains).toContainText('No email domains yet.')
  expect(await violations(page)).toEqual([])
})
