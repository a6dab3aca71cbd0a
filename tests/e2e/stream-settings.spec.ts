import { hostileNames } from '../corpora/hostile-html.ts'
import { violations } from './support/axe.ts'
import type { ServerProcess } from './support/processes.ts'
import { expect, test, type SkeinApp } from './support/skein.ts'

interface Subscription {
  readonly name: string
  readonly color: string
  readonly pin_to_top: boolean
  readonly is_muted: boolean
  readonly desktop_notifications: boolean | null
}

const dialogOf = ({ page }: SkeinApp, name: string) =>
  page.getByRole('dialog', { name: `Settings for “${name}”`, exact: true })

async function subscription(server: ServerProcess, name: string): Promise<Subscription | undefined> {
  const answer = (await server.call('iris', 'GET', '/users/me/subscriptions')) as { subscriptions: Subscription[] }
  return answer.subscriptions.find((each) => each.name === name)
}

const addStream = (server: ServerProcess, name: string, form: Readonly<Record<string, unknown>> = {}) =>
  server.call('ada', 'POST', '/users/me/subscriptions', { subscriptions: JSON.stringify([{ name }]), ...form })

test('the settings of a stream are changed by keys alone, and reach the server', async ({ app, server }) => {
  const { page } = app
  const { keyboard } = page
  const dialog = dialogOf(app, 'general')
  await app.open('books')
  await page.getByRole('log').focus()
  await keyboard.press('g')
  await expect(dialog).toBeVisible()
  expect(await violations(page)).toEqual([])

  await dialog.getByRole('radio', { name: 'Red' }).focus()
  await keyboard.press('ArrowRight')
  await expect(dialog.getByRole('radio', { name: 'Orange' })).toBeChecked()
  await expect.poll(async () => (await subscription(server, 'general'))?.color).toBe('#ee7e4a')
  await keyboard.press('Tab')
  await expect(dialog.getByLabel('Custom colour')).toBeFocused()
  await expect(dialog.getByLabel('Custom colour')).toHaveValue('#ee7e4a')

  await keyboard.press('Tab')
  await expect(dialog.getByLabel('Pin to top')).toBeFocused()
  await keyboard.press('Space')
  await expect(dialog.getByLabel('Pin to top')).toBeChecked()
  const mine = dialog.getByLabel('On this computer')
  const wasOn = await mine.isChecked()
  await expect(mine).toHaveAccessibleDescription('Same as other streams')
  await mine.focus()
  await keyboard.press('Space')
  await expect(mine).toBeChecked({ checked: !wasOn })
  await expect(mine).toHaveAccessibleDescription('Set for this stream')
  await expect
    .poll(() => subscription(server, 'general'))
    .toMatchObject({ pin_to_top: true, desktop_notifications: !wasOn, is_muted: false })
  await keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('log')).toBeFocused()
})

test('the settings of a stream change offline, and reach the server later', async ({ app, server }) => {
  const { page } = app
  const dialog = dialogOf(app, 'general')
  await app.open('books')
  await server.stop()
  await expect(app.state).toHaveText('Offline')
  await page.getByRole('log').focus()
  await page.keyboard.press('g')
  await dialog.getByLabel('Mute', { exact: true }).check()
  await dialog.getByRole('radio', { name: 'Violet' }).check()
  await expect(dialog.getByRole('radio', { name: 'Violet' })).toBeChecked()
  await dialog.getByRole('button', { name: 'Leave stream' }).click()
  await expect(page.getByText('Skein can’t reach the server to leave this stream.')).toBeVisible()
  await expect(page.locator('main header').getByLabel('Muted')).toBeVisible()
  await server.start()
  await app.reconnect()
  await expect.poll(() => subscription(server, 'general')).toMatchObject({ is_muted: true, color: '#9987e1' })
})

test('the menu of a stream unsubscribes: at once from a public one, after a question from a private one', async ({
  app,
  server,
}) => {
  const { page } = app
  const iris = server.account('iris').user_id
  await addStream(server, 'den', { invite_only: 'true', principals: JSON.stringify([iris]) })
  await addStream(server, 'porch', { principals: JSON.stringify([iris]) })
  const question = page.getByRole('dialog', { name: 'Leave “den”?' })
  const leave = async (name: string) => {
    const entry = app.navigationItem(name)
    await entry.focus()
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menuitem', { name: 'Leave stream' }).press('Enter')
  }
  await leave('porch')
  await expect(app.navigationItem('porch')).toHaveCount(0)
  expect(await subscription(server, 'porch')).toBeUndefined()
  await leave('den')
  await expect(question).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(app.navigationItem('den')).toBeFocused()
  expect(await subscription(server, 'den')).toBeDefined()
  await leave('den')
  await question.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(app.navigationItem('den')).toHaveCount(0)
  await expect(question).toHaveCount(0)
  expect(await subscription(server, 'den')).toBeUndefined()
})

test('the settings show that the user was removed from the stream, and subscribe again', async ({ app, server }) => {
  const { page } = app
  const name = (hostileNames.find((each) => each.includes('<')) ?? '').slice(0, 50).trim()
  await addStream(server, name, { principals: JSON.stringify([server.account('iris').user_id]) })
  await page.getByRole('heading', { level: 1 }).first().click()
  await page.keyboard.press('Shift+S')
  await page.getByRole('searchbox', { name: /^Find streams/ }).fill(name)
  const rows = page.getByRole('list', { name: 'Streams' }).getByRole('listitem')
  await expect(rows).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await expect(rows.locator(':focus')).toHaveCount(1)
  await page.keyboard.press('e')
  const dialog = dialogOf(app, name)
  await expect(dialog.getByLabel('Pin to top')).toBeVisible()
  expect(await page.evaluate(() => 'pwned' in window)).toBe(false)
  await server.call('iris', 'DELETE', '/users/me/subscriptions', { subscriptions: JSON.stringify([name]) })
  await expect(dialog).toContainText('You haven’t joined this stream.')
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Join' }).click()
  await expect(dialog.getByLabel('Pin to top')).toBeVisible()
  expect(await subscription(server, name)).toBeDefined()
})
