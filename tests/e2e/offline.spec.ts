import { SeededRandom } from '#support/random.ts'
import { FaultProxy } from './support/fault-proxy.ts'
import { expect, test } from './support/skein.ts'

test('everything stays readable while the server is down, and messages wait, survive a restart, and arrive once', async ({
  app,
  server,
  launch,
}) => {
  // Opening it once caches it: background fetches may not have finished.
  await app.open('glare on wet boxes')
  await expect(app.message('First results: 3 wrong edges')).toBeVisible()
  await app.open('lunch on Friday')
  await expect(app.message('pierogi')).toBeVisible()
  await server.stop()
  await expect(app.state).toHaveText('Offline')
  await expect(app.page.getByText('You’re offline.')).toBeVisible()
  await expect(app.message('pierogi')).toBeVisible()

  await app.open('glare on wet boxes')
  await expect(app.message('First results: 3 wrong edges')).toBeVisible()
  await app.send('Written without a network')
  await expect(app.message('Written without a network')).toContainText('will be sent when you’re back online')
  await app.quit()

  const again = await launch({ data: app.data })
  await expect(again.state).toHaveText('Offline')
  await again.open('glare on wet boxes')
  await expect(again.message('Written without a network')).toContainText('will be sent when you’re back online')

  await server.start()
  await again.reconnect()
  await expect(again.message('Written without a network')).toHaveAttribute('data-message-id', /\d+/)
  const received = await server.contents('hana', [
    ['stream', 'perception'],
    ['topic', 'glare on wet boxes'],
  ])
  expect(received.filter((text) => text === 'Written without a network')).toHaveLength(1)
})

test('the client registers again and fills the gap after the server forgot its queues', async ({ app, server }) => {
  await app.open('lunch on Friday')
  await expect(app.message('Next time I am in Oslo.')).toBeVisible()
  const before = await app.messages.allTextContents()
  await server.stop('SIGKILL')
  // Written while the client is away or returns.
  await server.start('--forget-queues')
  const texts = Array.from({ length: 12 }, (_, index) => `Said in the meantime, number ${index}.`)
  for (const text of texts) await server.post('tomasz', { stream: 'general', topic: 'lunch on Friday' }, text)
  await expect(app.state).toHaveText('Up to date', { timeout: 30_000 })
  await expect(app.message('number 11.')).toBeVisible()
  // The last ones may come as events while the gap before them is still being filled.
  await expect(async () => {
    const shown = await app.messages.locator('.message-body').allTextContents()
    expect(shown.map((line) => line.trim()).filter((line) => texts.includes(line))).toEqual(texts)
  }).toPass({ timeout: 30_000 })
  expect(before.length).toBeGreaterThan(0)
  await server.post('tomasz', { stream: 'general', topic: 'lunch on Friday' }, 'And live again.')
  await expect(app.message('And live again.')).toBeVisible()
})

test('a message that may have changed in an absence is marked until the server answers, also offline and after a restart', async ({
  server,
  launch,
}) => {
  const proxy = new FaultProxy(() => server.url, new SeededRandom(1))
  proxy.lossRate = 0
  proxy.maxDelayMs = 1
  const url = await proxy.start()
  const app = await launch()
  await app.signIn(url)
  const lunch = { stream: 'general', topic: 'lunch on Friday' }
  const id = await server.post('tomasz', lunch, 'Soup at noon')
  await server.post('tomasz', lunch, 'With bread')
  await app.open(lunch.topic)
  await expect(app.message('With bread')).toBeVisible()
  const marks = app.page.getByRole('img', { name: 'Shown as last seen. It may have changed since.' })
  await expect(marks).toHaveCount(0)

  // The client returns with another queue, and no answer tells the outcome of the messages yet.
  await server.stop('SIGKILL')
  await expect(app.state).toHaveText('Offline')
  await expect(marks).toHaveCount(0)
  proxy.holds = () => true
  await server.start('--forget-queues')
  await server.call('tomasz', 'PATCH', `/messages/${id}`, { content: 'Soup at one' })
  proxy.release()
  proxy.holds = (method, path) => method === 'GET' && /^\/api\/v1\/messages[?/]/.test(path)
  await app.reconnect()
  const soup = app.message('Soup at noon')
  const bread = app.message('With bread')
  const tops = async () => [(await soup.boundingBox())?.y, (await bread.boundingBox())?.y]
  await expect(soup.getByRole('img', { name: 'Shown as last seen' })).toBeVisible()
  await expect(bread.getByRole('img', { name: 'Shown as last seen' })).toBeVisible()
  await expect(bread.locator('.gutter')).toHaveCount(1)
  const marked = await tops()

  await server.stop()
  await expect(app.state).toHaveText('Offline')
  await expect(soup.getByRole('img', { name: 'Shown as last seen' })).toBeVisible()
  await app.quit()
  const again = await launch({ data: app.data })
  await again.open(lunch.topic)
  await expect(again.state).toHaveText('Offline')
  await expect(again.message('Soup at noon').getByRole('img', { name: 'Shown as last seen' })).toBeVisible()

  await server.start()
  proxy.release()
  await again.reconnect()
  await expect(again.message('Soup at one')).toBeVisible()
  await expect(again.page.getByRole('img', { name: 'Shown as last seen' })).toHaveCount(0)
  // Nothing has moved; a view scrolls by whole pixels, and row heights are fractional.
  for (const [index, text] of ['Soup at one', 'With bread'].entries()) {
    const top = (await again.message(text).boundingBox())?.y
    expect(Math.abs((top ?? Number.NaN) - (marked[index] ?? Number.NaN))).toBeLessThan(1)
  }
  proxy.stop()
})

test('a key that the server no longer accepts signs the account out, and cached content stays readable', async ({
  app,
  server,
}) => {
  await app.open('lunch on Friday')
  await expect(app.message('pierogi')).toBeVisible()
  await server.stop()
  const { default: Database } = await import('better-sqlite3')
  const database = new Database(`${server.folder}/organization.sqlite`)
  database.prepare(`UPDATE user SET api_key = 'revoked' WHERE delivery_email = 'iris@alder.example'`).run()
  database.close()
  await server.start()
  await expect(app.state).toHaveText('Signed out', { timeout: 30_000 })
  await expect(app.page.getByText('You’re signed out.')).toBeVisible()
  await expect(app.message('pierogi')).toBeVisible()
  await app.page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await app.signIn(server.url)
  await app.open('lunch on Friday')
  await expect(app.message('pierogi')).toBeVisible()
})
