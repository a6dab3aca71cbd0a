import type { Locator } from '@playwright/test'
import { violations } from './support/axe.ts'
import { slowCalls } from './support/slow-calls.ts'
import { expect, shared as it, type SkeinApp, test } from './support/skein.ts'
import type { ServerProcess } from './support/processes.ts'

const lunch = { stream: 'general', topic: 'lunch orders' }

function dialogOf(app: SkeinApp): Locator {
  return app.page.getByRole('dialog', { name: /^Move/ })
}

/** Opens the conversation with three messages, the newest of them focused. */
async function openLunch(app: SkeinApp, server: ServerProcess): Promise<void> {
  for (const text of ['one soup', 'two soups', 'three soups']) await server.post('ada', lunch, text)
  await app.open(lunch.topic)
  await expect(app.message('three soups')).toBeVisible()
  await app.page.getByRole('log').focus()
  await app.page.keyboard.press('ArrowUp')
  await expect(app.message('three soups')).toBeFocused()
}

function topicOf(server: ServerProcess, stream: string, topic: string): Promise<string[]> {
  return server.contents('ada', [
    ['stream', stream],
    ['topic', topic],
  ])
}

it('messages are moved to a new topic by keyboard alone, after the dialog described the effect', async ({
  app,
  server,
}) => {
  await openLunch(app, server)
  await app.page.keyboard.press('k')
  await expect(app.message('two soups')).toBeFocused()
  await app.page.keyboard.press('m')
  const dialog = dialogOf(app)
  const topic = dialog.getByRole('combobox', { name: 'Topic' })
  await expect(topic).toBeFocused()
  await expect(topic).toHaveValue(lunch.topic)
  await expect(dialog).toContainText('The messages are already here.')
  await expect(dialog.getByRole('button', { name: 'Move' })).toBeDisabled()
  await app.page.keyboard.insertText('soup of the day')
  await expect(dialog).toContainText('This creates a new topic, “soup of the day”.')
  await expect(dialog).toContainText('This message and all later ones in the topic (2 messages)')
  expect(await violations(app.page)).toEqual([])
  await app.page.keyboard.press('Tab')
  await app.page.keyboard.press('ArrowDown')
  await expect(dialog.getByRole('radio', { name: /^This message and all later/ })).toBeChecked()
  await app.page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect.poll(() => topicOf(server, 'general', 'soup of the day')).toContain('three soups')
  expect(await topicOf(server, 'general', lunch.topic)).toContain('one soup')
  expect(await topicOf(server, 'general', 'soup of the day')).not.toContain('one soup')
})

it('the dialog completes the stream and the topic, and shows the readers of the other stream', async ({
  app,
  server,
}) => {
  await openLunch(app, server)
  await server.post('ada', { stream: 'design', topic: 'kitchen walls' }, 'paint')
  await app.choose(app.message('three soups'), 'Move messages')
  const dialog = dialogOf(app)
  const stream = dialog.getByRole('combobox', { name: 'Stream' })
  await stream.fill('desi')
  const options = dialog.getByRole('option')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await expect(options.first()).toHaveText('design')
  // Escape closes the list, and the next one the dialog.
  await stream.press('Escape')
  await expect(options).toHaveCount(0)
  await expect(dialog).toBeVisible()
  await stream.fill('desig')
  await expect(options.first()).toHaveText('design')
  await stream.press('Enter')
  await expect(stream).toHaveValue('design')
  const topic = dialog.getByRole('combobox', { name: 'Topic' })
  await topic.fill('kitch')
  await expect(options).toHaveText(['kitchen walls'])
  expect(await violations(app.page)).toEqual([])
  await topic.press('ArrowDown')
  await topic.press('Enter')
  await expect(topic).toHaveValue('kitchen walls')
  await expect(dialog).toContainText('People who can read general but not design will lose access to the messages.')
  await expect(dialog).toContainText('The messages will be sorted into “kitchen walls” by time.')
  await topic.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect.poll(() => topicOf(server, 'design', 'kitchen walls')).toContain('three soups')
})

test('a move that was made offline waits on the message, survives a restart, and is sent later', async ({
  app,
  server,
  launch,
}) => {
  await openLunch(app, server)
  await server.stop()
  await expect(app.state).toHaveText('Offline')
  await app.page.keyboard.press('m')
  const dialog = dialogOf(app)
  await expect(dialog).toContainText('at least')
  await app.page.keyboard.insertText('evening')
  await expect(dialog.getByRole('button', { name: 'Move' })).toBeEnabled()
  await app.page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(app.message('three soups')).toContainText('moving to evening')
  await app.quit()

  const again = await launch({ data: app.data })
  await again.open(lunch.topic)
  await expect(again.message('three soups')).toContainText('moving to evening')
  await server.start()
  await again.reconnect()
  await expect(again.message('three soups')).toHaveCount(0)
  await expect.poll(() => topicOf(server, 'general', 'evening')).toContain('three soups')
})

test('a refused move is shown on the message with the reason, and can be discarded', async ({ app, server }) => {
  await openLunch(app, server)
  await app.page.keyboard.press('m')
  const dialog = dialogOf(app)
  await app.page.keyboard.insertText('never')
  await expect(dialog.getByRole('button', { name: 'Move' })).toBeEnabled()
  await server.stop()
  await app.page.keyboard.press('Enter')
  await expect(app.message('three soups')).toContainText('moving to never')
  await server.start()
  // The organization forbids it before Skein reconnects.
  await server.call('ada', 'PATCH', '/realm', { edit_topic_policy: '6' })
  await app.reconnect()
  await expect(app.message('three soups')).toContainText('Not moved to never')
  await app.message('three soups').getByRole('button', { name: 'Discard' }).click()
  await expect(app.message('three soups')).not.toContainText('Not moved')
  expect(await topicOf(server, 'general', lunch.topic)).toContain('three soups')
})

it('a message that is deleted while the dialog is open is not moved', async ({ app, server }) => {
  await openLunch(app, server)
  await app.page.keyboard.press('m')
  const dialog = dialogOf(app)
  await app.page.keyboard.insertText('too late')
  await expect(dialog.getByRole('button', { name: 'Move' })).toBeEnabled()
  const id = (await app.message('three soups').getAttribute('data-message-id')) ?? ''
  await server.call('ada', 'DELETE', `/messages/${id}`)
  await expect(dialog).toContainText('There’s nothing left to move here.')
  await expect(dialog.getByRole('button', { name: 'Move' })).toBeDisabled()
  await app.page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})

it('a topic of sixty emoji is accepted, and one more is too long', async ({ app, server }) => {
  await openLunch(app, server)
  await app.page.keyboard.press('m')
  const dialog = dialogOf(app)
  const topic = dialog.getByRole('combobox', { name: 'Topic' })
  await topic.fill('🐙'.repeat(61))
  await expect(dialog).toContainText('one character too many')
  await expect(dialog.getByRole('button', { name: 'Move' })).toBeDisabled()
  await topic.fill('🐙'.repeat(60))
  await topic.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect.poll(() => topicOf(server, 'general', '🐙'.repeat(60))).toContain('three soups')
})

it('Enter before the answer moves the message, to the stream that is still being looked up', async ({
  app,
  server,
}) => {
  const slow = await slowCalls(app, ['moves.plan', 'moves.streams'])
  await openLunch(app, server)
  await app.page.keyboard.press('m')
  const dialog = dialogOf(app)
  const topic = dialog.getByRole('combobox', { name: 'Topic' })
  await topic.fill('x'.repeat(61))
  await expect(dialog).toContainText('one character too many')
  await expect(dialog.getByRole('button', { name: 'Move' })).toBeDisabled()
  slow(700)
  const stream = dialog.getByRole('combobox', { name: 'Stream' })
  await stream.fill('desig')
  await stream.press('Enter')
  await expect(stream).toHaveValue('design')
  await topic.fill('kitchen walls')
  await topic.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect.poll(() => topicOf(server, 'design', 'kitchen walls')).toContain('three soups')
})

it('text that is typed before the name of the stream arrives replaces it', async ({ app, server }) => {
  const slow = await slowCalls(app, ['moves.plan'])
  await openLunch(app, server)
  slow(1_000)
  await app.page.keyboard.press('m')
  const stream = dialogOf(app).getByRole('combobox', { name: 'Stream' })
  await stream.focus()
  await expect(stream).toHaveValue('')
  await expect(stream).toHaveValue('general')
  await app.page.keyboard.insertText('desi')
  await expect(stream).toHaveValue('desi')
})

it('a topic is renamed from its menu, with a warning about merging it with another', async ({ app, server }) => {
  await server.post('ada', { stream: 'general', topic: 'dinner orders' }, 'roast')
  await openLunch(app, server)
  await app.navigationItem(lunch.topic).click({ button: 'right' })
  await app.page.getByRole('menuitem', { name: 'Move or rename topic…' }).click()
  const dialog = dialogOf(app)
  await app.page.keyboard.insertText('dinner orders')
  await expect(dialog).toContainText('“dinner orders” already exists. The two topics will be merged')
  await app.page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(app.page.locator('main.conversation h1')).toContainText('dinner orders')
  await expect.poll(() => topicOf(server, 'general', 'dinner orders')).toContain('one soup')
})

it('a topic is marked as resolved by its key, and the mark is removed from its menu', async ({ app, server }) => {
  await openLunch(app, server)
  const title = app.page.locator('main.conversation h1')
  await app.page.keyboard.press('v')
  await expect(title).toContainText(`✔ ${lunch.topic}`)
  await expect.poll(() => topicOf(server, 'general', `✔ ${lunch.topic}`)).toContain('one soup')
  await app.page.locator('main.conversation header').getByRole('button', { name: 'Options' }).click()
  await app.page.getByRole('menuitem', { name: 'Mark as unresolved' }).click()
  await expect.poll(() => topicOf(server, 'general', lunch.topic)).toContain('one soup')
  await expect(title).not.toContainText('✔')
})

it('a topic is marked as resolved and unmarked offline, by its key and from its menu, without a pending action', async ({
  app,
  server,
}) => {
  await openLunch(app, server)
  await server.stop()
  await expect(app.state).toHaveText('Offline')
  const title = app.page.locator('main.conversation h1')
  const choose = async (entry: string) => {
    await app.page.locator('main.conversation header').getByRole('button', { name: 'Options' }).click()
    await app.page.getByRole('menuitem', { name: entry }).click()
  }
  await app.page.keyboard.press('v')
  await expect(title).toContainText(`✔ ${lunch.topic}`)
  await app.page.keyboard.press('v')
  await expect(title).not.toContainText('✔')
  await choose('Mark as resolved')
  await expect(title).toContainText(`✔ ${lunch.topic}`)
  await choose('Mark as unresolved')
  await expect(title).not.toContainText('✔')
  await server.start()
  await expect(app.state).toHaveText('Up to date', { timeout: 30_000 })
  await app.send('four soups')
  // The topic is unchanged: otherwise the server would post a notice about each mark.
  await expect
    .poll(() => topicOf(server, 'general', lunch.topic))
    .toEqual(['one soup', 'two soups', 'three soups', 'four soups'])
})

it('a topic among the recent conversations has the menu too', async ({ app, server }) => {
  await openLunch(app, server)
  await app.page.keyboard.press('t')
  const row = app.page.locator('main.recent .recent-row').filter({ hasText: lunch.topic })
  await row.getByRole('button').first().click({ button: 'right' })
  await app.page.getByRole('menuitem', { name: 'Mark as resolved' }).click()
  await expect.poll(() => topicOf(server, 'general', `✔ ${lunch.topic}`)).toContain('one soup')
  await expect(app.page.locator('main.recent')).toContainText(`✔ ${lunch.topic}`)
})
