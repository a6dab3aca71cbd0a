import { hostileNames } from '../corpora/hostile-html.ts'
import { violations } from './support/axe.ts'
import type { ServerProcess } from './support/processes.ts'
import { expect, type SkeinApp, test } from './support/skein.ts'

const seconds = (): number => Math.floor(Date.now() / 1000)

async function schedule(
  server: ServerProcess,
  content: string,
  deliverAt: number,
  { topic = 'later', who = 'iris' } = {},
): Promise<void> {
  const answer = await server.call(who, 'POST', '/scheduled_messages', {
    type: 'stream',
    to: String(await server.streamId('general')),
    topic,
    content,
    scheduled_delivery_timestamp: String(deliverAt),
  })
  expect(answer.result).toBe('success')
}

interface AtServer {
  readonly scheduled_message_id: number
  readonly content: string
  readonly scheduled_delivery_timestamp: number
}

async function atServer(server: ServerProcess, who = 'iris'): Promise<AtServer[]> {
  const answer = await server.call(who, 'GET', '/scheduled_messages')
  return answer.scheduled_messages as AtServer[] // its shape
}

const contents = async (server: ServerProcess) => (await atServer(server)).map(({ content }) => content)
const rows = (app: SkeinApp) => app.page.getByRole('list', { name: 'Scheduled messages' }).getByRole('listitem')
const entry = (app: SkeinApp) => app.page.locator('.navigation').getByRole('button', { name: /^Scheduled/ })

/** The demo organization has some already. */
test.beforeEach(async ({ server }) => {
  for (const { scheduled_message_id: id } of await atServer(server)) {
    await server.call('iris', 'DELETE', `/scheduled_messages/${id}`)
  }
})

/** Opens the list by its key. */
async function toList(app: SkeinApp): Promise<void> {
  await app.open('books')
  await app.page.getByRole('log').focus()
  await app.page.keyboard.press('l')
  await expect(app.page.getByRole('heading', { name: 'Scheduled messages' })).toBeVisible()
}

test('scheduled messages are listed, changed, cancelled, scheduled again and sent now, by keys alone', async ({
  app,
  server,
}) => {
  const { page } = app
  const { keyboard } = page
  await toList(app)
  await expect(page.getByText('No scheduled messages.')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await schedule(server, 'first', seconds() + 86_400)
  await schedule(server, 'second', seconds() + 2 * 86_400)
  await expect(rows(app)).toContainText([/general.*later.*Tomorrow.*first/s, /second/])
  await expect(entry(app).locator('.badge')).toHaveText('2')
  await expect(entry(app)).toHaveAttribute('aria-current', 'page')
  expect(await violations(page)).toEqual([])

  await rows(app).first().getByRole('button').first().focus()
  await keyboard.press('ArrowDown')
  await expect(rows(app).nth(1).getByRole('button').first()).toBeFocused()
  await keyboard.press('k')
  await keyboard.press('e')
  await expect(page.getByLabel('Day', { exact: true })).toBeFocused()
  await page.getByLabel('Day', { exact: true }).fill('2020-01-01')
  await keyboard.press('Control+Enter')
  await expect(page.getByRole('alert')).toHaveText('That time has passed. Choose a later one.')
  expect(await violations(page)).toEqual([])
  const year = new Date().getFullYear() + 1
  await page.getByLabel('Day', { exact: true }).fill(`${year}-03-02`)
  await page.getByLabel('Time', { exact: true }).fill('09:05')
  // It is written as in the composer.
  const text = page.getByLabel('Message', { exact: true })
  await text.fill('')
  await text.pressSequentially('@noor')
  await expect(page.locator('.cm-tooltip-autocomplete [role=option]').first()).toContainText('Noor Haddad')
  await text.press('Enter')
  await expect(text).toHoldText('@**Noor Haddad** ')
  await text.fill('x'.repeat(20_001))
  await keyboard.press('Control+Enter')
  await expect(page.getByRole('alert')).toHaveText('This text has 20,001 characters; the limit is 20,000. Shorten it.')
  await text.fill('first, in better words')
  await keyboard.press('Control+Enter')
  await expect(rows(app)).toContainText([/second/, new RegExp(`2 March ${year}, 09:05.*first, in better words`, 's')])
  await expect
    .poll(() => atServer(server))
    .toContainEqual(
      expect.objectContaining({
        content: 'first, in better words',
        scheduled_delivery_timestamp: new Date(year, 2, 2, 9, 5).getTime() / 1000,
      }),
    )

  await rows(app).first().getByRole('button').first().focus()
  await keyboard.press('Delete')
  await expect(rows(app)).toHaveCount(1)
  await expect(rows(app).first().getByRole('button').first()).toBeFocused()
  await expect.poll(() => contents(server)).toEqual(['first, in better words'])
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(rows(app)).toHaveCount(2)
  await expect.poll(() => contents(server)).toHaveLength(2)
  await expect(rows(app).first()).not.toContainText('Not synced yet')

  await rows(app).first().getByRole('button').first().focus()
  await keyboard.press('Control+Enter')
  await expect(rows(app)).toHaveCount(1, { timeout: 20_000 })
  expect(await server.contents('ada', [['topic', 'later']])).toEqual(['second'])
  await rows(app).first().getByRole('button').first().press('Enter')
  await expect(app.message('second')).toBeVisible()
})

test('the list is available offline, and its changes are marked as waiting and reach the server later', async ({
  app,
  server,
}) => {
  const { page } = app
  await schedule(server, 'kept', seconds() + 86_400)
  await schedule(server, 'not wanted', seconds() + 90_000)
  await toList(app)
  await expect(rows(app)).toHaveCount(2)
  await server.stop()
  await expect(app.state).toHaveText('Offline')
  await rows(app).first().getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Message', { exact: true }).fill('kept, and changed')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(rows(app).first()).toContainText('kept, and changed')
  await expect(rows(app).first()).toContainText('Not synced yet')
  await rows(app).last().getByRole('button', { name: 'Cancel sending' }).click()
  await expect(rows(app)).toHaveCount(1)
  expect(await violations(page)).toEqual([])
  await app.kill()
  await app.start()
  await toList(app)
  await expect(rows(app)).toContainText(['kept, and changed'])
  await server.start()
  await app.reconnect()
  await expect.poll(() => contents(server)).toEqual(['kept, and changed'])
  await expect(rows(app).first()).not.toContainText('Not synced yet')
})

test('a message that the server could not send says so, and is sent at another time', async ({ server, launch }) => {
  const app = await launch()
  const { page } = app
  await app.signIn(server.url, 'noor@alder.example')
  await schedule(server, 'too late for this', seconds() + 86_400, { who: 'noor' })
  await toList(app)
  await expect(rows(app)).toHaveCount(1)
  const [message] = await atServer(server, 'noor')
  const id = message?.scheduled_message_id ?? 0
  const policy = async (value: string) => {
    const path = `/streams/${await server.streamId('general')}`
    expect((await server.call('ada', 'PATCH', path, { stream_post_policy: value })).result).toBe('success')
  }
  await policy('2')
  await server.call('noor', 'PATCH', `/scheduled_messages/${id}`, {
    scheduled_delivery_timestamp: String(seconds() + 2),
  })
  await expect(rows(app).first()).toContainText(
    'This couldn’t be sent at the scheduled time. Choose another time, or cancel it.',
    {
      timeout: 20_000,
    },
  )
  expect(await violations(page)).toEqual([])
  await policy('1')
  await rows(app).first().getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Day', { exact: true }).fill(`${new Date().getFullYear() + 1}-03-02`)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(rows(app).first()).not.toContainText('This couldn’t be sent')
  await expect
    .poll(async () => (await atServer(server, 'noor')).map(({ content }) => content))
    .toEqual(['too late for this'])
})

test('hostile texts and names stay text', async ({ app, server }) => {
  for (const [index, name] of hostileNames.entries()) {
    await schedule(server, `${name}\n[${name}](/user_uploads/1/x)`, seconds() + 86_400 + index, {
      topic: name.slice(0, 60),
    })
  }
  await toList(app)
  await expect(rows(app)).toHaveCount(hostileNames.length)
  expect(await app.page.evaluate(() => 'pwned' in window)).toBe(false)
  expect(await app.page.locator('main.scheduled').locator('script, img, iframe').count()).toBe(0)
  expect(
    await app.page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth),
  ).toBe(true)
  expect(await violations(app.page)).toEqual([])
})
