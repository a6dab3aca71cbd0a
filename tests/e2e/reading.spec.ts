import { belowView, howSeen } from './support/list-geometry.ts'
import type { ServerProcess } from './support/processes.ts'
import { expect, shared as it, type SkeinApp, test } from './support/skein.ts'

const topic = { stream: 'build-log', topic: 'reading it all' }

/** An unread conversation. */
async function fillTopic(server: ServerProcess, count: number): Promise<void> {
  await server.post('ravi', topic, 'Line 0')
  await server.postAll(
    'ravi',
    Array.from({ length: count - 1 }, (_, index) => [topic, `Line ${index + 1}${'\n\nand more'.repeat(index % 3)}`]),
  )
  await server.post('ravi', topic, 'The very last line')
}

/** Ids that iris has not read in the topic. */
async function unreadIds(server: ServerProcess): Promise<number[]> {
  const answer = await server.call('iris', 'GET', '/messages', {
    narrow: JSON.stringify([
      { operator: 'topic', operand: topic.topic },
      { operator: 'is', operand: 'unread' },
    ]),
    anchor: 'newest',
    num_before: '5000',
    num_after: '0',
  })
  return (answer.messages as { id: number }[]).map(({ id }) => id) // shape of GET /messages
}

const ends = { down: 'The very last line', up: 'This is the beginning of this conversation.' }

/** Scrolls by half a window per frame to the end or the start of the conversation. */
async function scrollThrough(app: SkeinApp, direction: keyof typeof ends): Promise<void> {
  await app.page.getByRole('log').evaluate(
    async (list, { sign, end }) => {
      const frame = () => new Promise((next) => requestAnimationFrame(next))
      // A window that is being extended does not move for some frames.
      for (let still = 0; still < 40 || !list.textContent.includes(end);) {
        const before = list.scrollTop
        list.scrollTop += sign * (list.clientHeight / 2)
        await frame()
        still = list.scrollTop === before ? still + 1 : 0
      }
    },
    { sign: direction === 'down' ? 1 : -1, end: ends[direction] },
  )
}

test('1 200 unread messages are read by scrolling to the end and back', async ({ app, server }) => {
  test.slow()
  await fillTopic(server, 1199)
  const item = app.navigationItem(topic.topic)
  await app.page.getByLabel('Jump to a conversation').fill(topic.topic)
  await expect(item.locator('.badge')).toContainText('999+')
  await app.open(topic.topic)
  await expect(app.message('Line 0').first()).toBeVisible()
  await scrollThrough(app, 'down')
  await expect(app.message('The very last line')).toBeVisible()
  await scrollThrough(app, 'up')
  await expect(app.page.getByText('This is the beginning of this conversation.')).toBeVisible()
  await expect.poll(async () => (await unreadIds(server)).length).toBe(0)
  await expect(item.locator('.badge')).toHaveCount(0)
  // The first unread position is still marked.
  await expect(app.page.locator('.divider.new')).toHaveCount(1)
})

it('rows that are scrolled past in the frame that measures them are read', async ({ app, server }) => {
  await fillTopic(server, 119)
  // A reader at the end follows new messages, and skipped ones are not read.
  await app.page.getByLabel('Jump to a conversation').fill(topic.topic)
  await expect(app.navigationItem(topic.topic).locator('.badge')).toContainText('120')
  await app.open(topic.topic)
  await expect(app.message('Line 0').first()).toBeVisible()
  await scrollThrough(app, 'down')
  await expect(app.message('The very last line')).toBeVisible()
  await expect.poll(async () => (await unreadIds(server)).length).toBe(0)
})

test('sending from a window that does not reach the end leads to the own message', async ({ app, server }) => {
  await fillTopic(server, 700)
  await app.open(topic.topic)
  await expect(app.message('Line 0').first()).toBeVisible()
  await app.send('From the beginning')
  await expect.poll(() => howSeen(app, 'From the beginning')).toBe('seen')
  await expect(app.message('From the beginning')).toHaveAttribute('data-message-id', /\d+/)
  await expect.poll(() => belowView(app)).toBeLessThanOrEqual(1)
  // The messages in between were never on screen.
  expect((await unreadIds(server)).length).toBeGreaterThan(600)
})

it('a window without the focus reads nothing when it is scrolled [U8]', async ({ app, server }) => {
  await fillTopic(server, 60)
  await app.page.evaluate(() => {
    document.hasFocus = () => false
  })
  await app.open(topic.topic)
  await expect(app.message('Line 0').first()).toBeVisible()
  await scrollThrough(app, 'down')
  await scrollThrough(app, 'up')
  await scrollThrough(app, 'down')
  // A message that is read in the meantime appears when everything before was reported.
  await app.send('Told after all that')
  await expect(app.message('Told after all that')).toHaveAttribute('data-message-id', /\d+/)
  expect((await unreadIds(server)).length).toBeGreaterThanOrEqual(61)
  await app.page.evaluate(() => {
    document.hasFocus = () => true
    window.dispatchEvent(new Event('focus'))
  })
  await scrollThrough(app, 'up')
  await expect.poll(async () => (await unreadIds(server)).length).toBe(0)
})

test('an absent user reads and misses nothing, and reads the visible messages with the next input [U8]', async ({
  app,
  server,
}) => {
  await fillTopic(server, 3)
  await app.open(topic.topic)
  await expect.poll(async () => (await unreadIds(server)).length).toBe(0)
  app.host.send({ type: 'suspend' })
  await server.post('ravi', { direct: [server.account('iris').user_id] }, 'Are you still there?')
  await expect.poll(async () => (await app.host.record()).notifications.length).toBe(1)
  await server.post('ravi', topic, 'Told while nobody is there')
  await expect(app.message('Told while nobody is there')).toBeVisible()
  // The computer resumes without a user, and its window has the focus.
  app.host.send({ type: 'resume' })
  await server.post('ravi', topic, 'Told while it is awake')
  await expect(app.message('Told while it is awake')).toBeVisible()
  await expect(app.navigationItem(topic.topic).locator('.badge')).toContainText('2')
  expect((await unreadIds(server)).length).toBe(2)
  await app.page.mouse.move(300, 300)
  await app.page.mouse.move(320, 310)
  await expect.poll(async () => (await unreadIds(server)).length).toBe(0)
})

test('End reads the whole conversation, shows the number, and is undone by keyboard', async ({
  app,
  server,
  launch,
}) => {
  await fillTopic(server, 600)
  const item = app.navigationItem(topic.topic)
  await app.page.getByLabel('Jump to a conversation').fill(topic.topic)
  await expect(item.locator('.badge')).toContainText('601')
  await app.open(topic.topic)
  const first = app.message('Line 0').first()
  await expect(first).toBeVisible()
  await first.focus()
  await app.page.keyboard.press('End')
  await expect.poll(() => howSeen(app, 'The very last line')).toBe('seen')
  await expect(app.message('The very last line')).toBeFocused()
  const line = app.page.getByRole('status').filter({ hasText: 'marked as read' })
  await expect(line).toHaveText(/^\d+ messages marked as read$/)
  await expect(item.locator('.badge')).toHaveCount(0)
  await expect.poll(async () => (await unreadIds(server)).length).toBe(0)
  const count = Number.parseInt(await line.innerText(), 10)
  expect(count).toBeGreaterThan(550)

  // The test goes backwards from the composer, offline; the reads are reported after a restart.
  await server.stop()
  await expect(app.state).toHaveText('Offline')
  await app.composer.focus()
  // This passes the recipient, and the button that closes the line.
  for (let press = 0; press < 3; press += 1) await app.page.keyboard.press('Shift+Tab')
  await expect(app.page.getByRole('button', { name: 'Undo' })).toBeFocused()
  await app.page.keyboard.press('Enter')
  await expect(app.page.getByRole('status').filter({ hasText: `${count} messages marked as unread` })).toBeVisible()
  await expect(app.composer).toBeFocused()
  await expect(item.locator('.badge')).toContainText(String(count))
  await app.page.getByRole('button', { name: 'Close' }).click()
  await expect(app.page.getByRole('status').filter({ hasText: 'marked as unread' })).toHaveCount(0)
  await app.quit()
  await server.start()
  const again = await launch({ data: app.data })
  await expect.poll(async () => (await unreadIds(server)).length).toBe(count)
  await again.page.getByLabel('Jump to a conversation').fill(topic.topic)
  await expect(again.navigationItem(topic.topic).locator('.badge')).toContainText(String(count))
})

test('neither scrolling nor End reads where the account says never [U8]', async ({ app, server }) => {
  await server.call('iris', 'PATCH', '/settings', { web_mark_read_on_scroll_policy: '3' })
  await fillTopic(server, 60)
  // Reports after the setting have arrived, and so has the setting.
  await app.page.getByLabel('Jump to a conversation').fill(topic.topic)
  await expect(app.navigationItem(topic.topic).locator('.badge')).toContainText('61')
  await app.open(topic.topic)
  await expect(app.message('Line 0').first()).toBeVisible()
  await scrollThrough(app, 'down')
  await scrollThrough(app, 'up')
  await app.page.getByRole('button', { name: 'Jump to newest message' }).click()
  await expect.poll(() => howSeen(app, 'The very last line')).toBe('seen')
  await app.send('Told after all that')
  await expect(app.message('Told after all that')).toHaveAttribute('data-message-id', /\d+/)
  expect((await unreadIds(server)).length).toBeGreaterThanOrEqual(61)
})
