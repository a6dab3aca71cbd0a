import { hostileNames } from '../corpora/hostile-html.ts'
import { violations } from './support/axe.ts'
import type { ServerProcess } from './support/processes.ts'
import { expect, shared as it, type SkeinApp, test } from './support/skein.ts'

function parts({ page }: SkeinApp) {
  return {
    page,
    rows: page.getByRole('list', { name: 'Streams' }).getByRole('listitem'),
    field: page.getByRole('searchbox', { name: /^Find streams/ }),
    filter: (name: string) => page.getByRole('button', { name, exact: true }),
    join: (name: string) => page.getByRole('button', { name: `Join ${name}`, exact: true }),
    leave: (name: string) => page.getByRole('button', { name: `Leave ${name}`, exact: true }),
  }
}

const addStream = (server: ServerProcess, name: string, form: Readonly<Record<string, unknown>> = {}) =>
  server.call('ada', 'POST', '/users/me/subscriptions', {
    subscriptions: JSON.stringify([{ name, description: `About ${name}` }]),
    ...form,
  })

async function subscriptions(server: ServerProcess): Promise<string[]> {
  const answer = (await server.call('iris', 'GET', '/users/me/subscriptions')) as { subscriptions: { name: string }[] }
  return answer.subscriptions.map(({ name }) => name)
}

test('streams are searched, read before joining, joined and left by keys alone', async ({ app, server }) => {
  const { page, rows, field, join, leave } = parts(app)
  const { keyboard } = page
  await addStream(server, 'gardens')
  await server.post('ada', { stream: 'gardens', topic: 'tulips' }, 'They are up already')
  await page.getByRole('heading', { level: 1 }).first().click()
  await keyboard.press('Shift+S')
  await expect(field).toBeFocused()
  await keyboard.insertText('garde')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('About gardens')
  await expect(rows).toContainText('1 subscriber')
  expect(await violations(page)).toEqual([])

  await keyboard.press('ArrowDown')
  await expect(rows.locator(':focus')).toHaveCount(1)
  await keyboard.press('Enter')
  await expect(app.message('They are up already')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Join' })).toContainText('You haven’t joined this stream')
  expect(await violations(page)).toEqual([])
  await keyboard.press('Alt+ArrowLeft')
  await expect(field).toHaveValue('garde')
  await expect(rows).toHaveCount(1)

  await field.focus()
  await keyboard.press('ArrowDown')
  await expect(rows.locator(':focus')).toHaveCount(1)
  await keyboard.press('Shift+J')
  await expect(leave('gardens')).toBeVisible()
  await expect(rows).toContainText('Joined')
  expect(await subscriptions(server)).toContain('gardens')
  await expect(page.getByRole('navigation').getByRole('button', { name: /^gardens/ })).toBeVisible()
  await keyboard.press('Shift+J')
  await expect(join('gardens')).toBeVisible()
  expect(await subscriptions(server)).not.toContain('gardens')
})

test('a stream that is being read is joined there, and the line above it disappears', async ({ app, server }) => {
  const { page, rows, field } = parts(app)
  await addStream(server, 'orchard')
  await server.post('ada', { stream: 'orchard', topic: 'apples' }, 'Boskoop or Elstar?')
  await page.keyboard.press('Shift+S')
  await field.fill('orchard')
  await expect(rows).toHaveCount(1)
  await field.press('Enter')
  await expect(app.message('Boskoop or Elstar?')).toBeVisible()
  await page.getByRole('region', { name: 'Join' }).getByRole('button', { name: 'Join' }).click()
  await expect(page.getByRole('region', { name: 'Join' })).toHaveCount(0)
  expect(await subscriptions(server)).toContain('orchard')
})

test('a private stream is left only after a confirmation, since the user cannot return', async ({ app, server }) => {
  const { page, rows, field, filter, leave } = parts(app)
  const people = (await server.call('iris', 'GET', '/users/me')) as { user_id: number }
  const ada = (await server.call('ada', 'GET', '/users/me')) as { user_id: number }
  await addStream(server, 'den', { invite_only: 'true', principals: JSON.stringify([people.user_id, ada.user_id]) })
  await page.keyboard.press('Shift+S')
  await filter('Joined').click()
  await field.fill('den')
  await expect(leave('den')).toBeVisible()
  await leave('den').click()
  const question = page.getByRole('dialog', { name: 'Leave “den”?' })
  await expect(question).toContainText('To come back, you’ll need a subscriber to add you.')
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  expect(await subscriptions(server)).toContain('den')
  await leave('den').click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(rows).toHaveCount(0)
  await expect(page.getByText('No streams found.')).toBeVisible()
  expect(await subscriptions(server)).not.toContain('den')
})

test('streams are listed and searched offline, and joining reports that it needs the server', async ({
  app,
  server,
}) => {
  const { page, rows, field, join } = parts(app)
  await addStream(server, 'harbour')
  await page.keyboard.press('Shift+S')
  await field.fill('harbour')
  await expect(join('harbour')).toBeVisible()
  await server.stop()
  await expect(app.state).toHaveText('Offline')
  await field.fill('')
  await expect(rows.nth(3)).toBeVisible()
  await field.fill('harb')
  await expect(rows).toHaveCount(1)
  await join('harbour').click()
  await expect(page.getByText('Skein can’t reach the server to join this stream.')).toBeVisible()
  await expect(join('harbour')).toBeEnabled()
  expect(await violations(page)).toEqual([])
})

test('hundreds of streams are drawn only where visible, and hostile names break nothing', async ({ app, server }) => {
  const { page, rows, field } = parts(app)
  const names = [
    ...Array.from({ length: 150 }, (_, index) => `many ${index}`),
    ...hostileNames.map((name) => name.slice(0, 60)),
  ]
  for (const name of names) await addStream(server, name).catch(() => undefined)
  await page.keyboard.press('Shift+S')
  await expect(page.getByText(/^1\d\d streams$|^2\d\d streams$/)).toBeVisible()
  expect(await rows.count()).toBeLessThan(60)
  expect(await page.evaluate(() => 'pwned' in window)).toBe(false)
  const list = page.locator('main.streams .rows')
  expect(await list.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  await field.fill('many')
  await expect(page.getByText('150 streams')).toBeVisible()
  await expect(async () => {
    await list.evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await expect(rows.filter({ hasText: 'many 149' })).toHaveCount(1, { timeout: 200 })
  }).toPass()
  expect(await violations(page)).toEqual([])
})

test('a stream is created with its description, its readers and its first subscribers, and a refusal loses nothing', async ({
  app,
  server,
}) => {
  const { page } = app
  const { keyboard } = page
  const dialog = page.getByRole('dialog', { name: 'New stream' })
  await page.getByRole('heading', { level: 1 }).first().click()
  await keyboard.press('Shift+N')
  await expect(dialog.getByLabel('Name')).toBeFocused()
  expect(await violations(page)).toEqual([])
  await keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText('Enter a name for the stream.')
  await keyboard.insertText('general')
  await keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('There’s already a stream called “general”.')
  await expect(dialog.getByLabel('Name')).toHaveValue('general')
  expect(await violations(page)).toEqual([])
  const name = `"><img src=x onerror=alert(1)> ${'long '.repeat(4)}`
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Description').fill('Tulips, and **bulbs**')
  await dialog.getByRole('radio', { name: 'Only subscribers, with full history', exact: true }).check()
  await dialog.getByLabel('Who can post').selectOption('Moderators and administrators')
  await dialog.getByRole('button', { name: 'Add people…' }).press('Enter')
  await page.getByRole('dialog', { name: 'Initial subscribers' }).getByRole('combobox').fill('Ada Brandt')
  await keyboard.press('Enter')
  // A match is chosen after the answer.
  await expect(page.getByRole('button', { name: 'Add', exact: true })).toBeEnabled()
  await page.getByRole('button', { name: 'Add', exact: true }).press('Enter')
  await expect(dialog.getByRole('button', { name: 'Remove Ada Brandt' })).toBeVisible()
  await expect(dialog.getByLabel('Description')).toHaveValue('Tulips, and **bulbs**')

  await keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: 'New stream' }).press('Enter')
  await expect(dialog.getByLabel('Name')).toHaveValue(name)
  await dialog.getByRole('button', { name: 'Create' }).press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toContainText('onerror=alert(1)')
  const { streams } = (await server.call('ada', 'GET', '/streams')) as {
    streams: { name: string; description: string; invite_only: boolean; history_public_to_subscribers: boolean }[]
  }
  expect(streams.find((stream) => stream.name === name.trim())).toMatchObject({
    description: 'Tulips, and **bulbs**',
    invite_only: true,
    history_public_to_subscribers: true,
  })
  expect(await page.evaluate(() => 'pwned' in window)).toBe(false)
})

it('creating a stream offline reports that it needs the server, and keeps the input', async ({ app, server }) => {
  const { page } = app
  const dialog = page.getByRole('dialog', { name: 'New stream' })
  await server.stop()
  await expect(app.state).toHaveText('Offline')
  await page.getByRole('heading', { level: 1 }).first().click()
  await page.keyboard.press('Shift+N')
  await dialog.getByLabel('Name').fill('gardens')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('Skein can’t reach the server to create this stream.')
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'New stream' }).press('Enter')
  await expect(dialog.getByLabel('Name')).toHaveValue('gardens')
})
