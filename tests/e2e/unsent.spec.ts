import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { ServerProcess } from './support/processes.ts'
import { expect, test, type SkeinApp } from './support/skein.ts'

/** Restricts writing in the stream to administrators; the server is stopped, so no client knows it. */
function closeToMembers(server: ServerProcess, stream: string): void {
  const database = new Database(join(server.folder, 'organization.sqlite'))
  const { changes } = database.prepare('UPDATE stream SET stream_post_policy = 2 WHERE name = ?').run(stream)
  database.close()
  expect(changes).toBe(1)
}

/** An administrator changes a stream, and all clients get the event. */
async function changeStream(server: ServerProcess, stream: string, change: Record<string, string>): Promise<void> {
  const id = await server.streamId(stream)
  const answer = await server.call('ada', 'PATCH', `/streams/${id}`, change)
  expect(answer.result).toBe('success')
}

/** Sets the people who may write in the stream: 1 all, 2 administrators, 4 moderators as well. */
async function setPostPolicy(server: ServerProcess, stream: string, policy: 1 | 2 | 4): Promise<void> {
  await changeStream(server, stream, { stream_post_policy: String(policy) })
}

const list = (app: SkeinApp) => app.page.locator('main.unsent')
const entry = (app: SkeinApp) => app.page.locator('.navigation .not-sent')
const row = (app: SkeinApp, text: string) => list(app).getByRole('article').filter({ hasText: text })

/** Writes texts of Noor, a member, to topics of “general” offline; in the meantime the stream is closed to members. */
async function refusedIn(
  server: ServerProcess,
  app: SkeinApp,
  texts: readonly (readonly [topic: string, text: string])[],
): Promise<void> {
  await app.signIn(server.url, 'noor@alder.example')
  const topics = new Set(texts.map(([topic]) => topic))
  for (const topic of topics) {
    // Opening the topic once caches it.
    await app.open(topic)
    await expect(app.messages.first()).toBeVisible()
  }
  await server.stop()
  await expect(app.state).toHaveText('Offline')
  for (const [topic, text] of texts) {
    await app.open(topic)
    await app.send(text)
    await expect(app.message(text)).toContainText('will be sent when you’re back online')
  }
  closeToMembers(server, 'general')
  await server.start()
  await app.reconnect()
  // The first text to each topic has been refused: opening the stream earlier would let it through.
  await expect(entry(app).locator('.badge')).toHaveText(String(topics.size))
}

/**
 * Retries a refused message of “general”, and waits for the second refusal: it contains the stream's name, which
 * changed in the meantime. The text of the first refusal is the same, so it could not be distinguished.
 */
async function retryInVain(server: ServerProcess, app: SkeinApp, text: string, retry: () => Promise<void>) {
  await changeStream(server, 'general', { new_name: 'general matters' })
  await retry()
  await expect(row(app, text).locator('.reason')).toContainText("authorized to send to stream 'general matters'")
}

const timesIn = async (server: ServerProcess, topic: string, texts: readonly string[]) =>
  (await server.contents('ada', [['topic', topic]])).filter((text) => texts.includes(text))

test('a refused message is marked at its topic, stream and account, listed by key, and sent once when it is allowed', async ({
  server,
  launch,
}) => {
  const app = await launch()
  await refusedIn(server, app, [
    ['books', 'I have the second volume'],
    ['books', 'and the third'],
    ['books', 'and nobody asks for them'],
    ['the coffee machine', 'Descaled on Monday'],
  ])
  await expect(entry(app).locator('.badge')).toHaveText('2')
  await expect(app.navigationItem('general')).toContainText('2 unsent')
  await expect(app.navigationItem('books')).toContainText('1 unsent')
  await expect(app.navigationItem('the coffee machine')).toContainText('1 unsent')
  await expect(app.page.getByRole('button', { name: /^Alder Robotics, .*2 unsent/ })).toBeVisible()

  await app.page.getByRole('log').focus()
  await app.page.keyboard.press('o')
  await expect(list(app).getByRole('heading', { name: 'Unsent messages' })).toBeVisible()
  await expect(entry(app)).toHaveAttribute('aria-current', 'page')
  await expect(list(app).getByRole('article')).toHaveCount(4)
  const first = row(app, 'I have the second volume')
  await expect(first).toContainText('general')
  await expect(first).toContainText('books')
  await expect(first).toContainText('authorized')
  await expect(first).toContainText('2 messages are waiting for this one.')
  await expect(row(app, 'and the third')).toContainText('waiting for an unsent message before it')

  // The focus is in the list: arrows move between rows, and Tab between the actions of a row.
  await expect(first.getByRole('button').first()).toBeFocused()
  for (const name of ['Try again', 'Edit', 'Discard']) {
    await app.page.keyboard.press('Tab')
    await expect(first.getByRole('button', { name, exact: true })).toBeFocused()
  }
  await app.page.keyboard.press('ArrowDown')
  await expect(row(app, 'Descaled').getByRole('button', { name: 'Discard' })).toBeFocused()
  await app.page.keyboard.press('ArrowDown')
  await expect(row(app, 'and the third').getByRole('button', { name: 'Discard' })).toBeFocused()
  await app.page.keyboard.press('ArrowUp')
  await app.page.keyboard.press('Shift+Tab')
  await app.page.keyboard.press('Shift+Tab')
  await app.page.keyboard.press('Shift+Tab')
  await app.page.keyboard.press('Enter')
  await expect(app.page.locator('main.conversation h1')).toContainText('the coffee machine')
  await expect(app.message('Descaled on Monday')).toContainText('Not sent. ')

  // A message that is still forbidden is refused again, and stays.
  await entry(app).click()
  await retryInVain(server, app, 'Descaled', () =>
    row(app, 'Descaled').getByRole('button', { name: 'Try again' }).click(),
  )
  await expect(entry(app).locator('.badge')).toHaveText('2')

  await setPostPolicy(server, 'general matters', 1)
  await row(app, 'Descaled').getByRole('button', { name: 'Try again' }).click()
  await expect(row(app, 'Descaled')).toHaveCount(0)
  await expect(entry(app).locator('.badge')).toHaveText('1')
  await expect(app.navigationItem('general')).toContainText('1 unsent')
  await first.getByRole('button', { name: 'Try again' }).click()
  await expect(list(app).getByText('Everything has been sent.')).toBeVisible()
  await expect(app.navigationItem('general')).not.toContainText('unsent')
  await expect(app.page.getByRole('button', { name: /^Alder Robotics, .*unsent/ })).toHaveCount(0)
  const written = ['I have the second volume', 'and the third', 'and nobody asks for them']
  expect(await timesIn(server, 'books', written)).toEqual(written)
  expect(await timesIn(server, 'the coffee machine', ['Descaled on Monday'])).toHaveLength(1)
  await app.open('books')
  await expect(entry(app)).toHaveCount(0)
  await expect(app.messages.filter({ hasText: 'and nobody asks for them' })).toHaveCount(1)
})

test('a refused message is edited in the composer below the draft of its conversation, or cancelled and restored', async ({
  server,
  launch,
}) => {
  const app = await launch()
  await refusedIn(server, app, [
    ['books', 'The library is closed'],
    ['the coffee machine', 'It leaks again'],
  ])
  await setPostPolicy(server, 'general', 1)
  await app.open('books')
  await expect(app.composer).toBeEnabled()
  await app.composer.fill('half a thought')
  await app.open('lunch on Friday')
  await entry(app).click()
  await row(app, 'The library is closed').getByRole('button', { name: 'Edit' }).click()
  await expect(app.page.locator('main.conversation h1')).toContainText('books')
  await expect(app.composer).toBeFocused()
  await expect(app.composer).toHoldText('half a thought\n\nThe library is closed')
  await expect(app.message('The library is closed')).toHaveCount(0)
  await expect(app.navigationItem('books')).not.toContainText('unsent')
  await expect(entry(app).locator('.badge')).toHaveText('1')
  await app.send('The library is closed on Mondays')
  await expect(app.message('closed on Mondays')).toHaveAttribute('data-message-id', /\d+/)

  await app.page.getByRole('log').focus()
  await app.page.keyboard.press('o')
  await row(app, 'It leaks again').getByRole('button', { name: 'Discard' }).click()
  await expect(list(app).getByText('Everything has been sent.')).toBeVisible()
  await expect(app.page.getByText('“It leaks again” was discarded.')).toBeVisible()
  await expect(app.navigationItem('general')).not.toContainText('unsent')
  await app.page.getByRole('button', { name: 'Undo' }).click()
  await expect(app.page.getByText('It’s in your drafts now.')).toBeVisible()
  await app.open('the coffee machine')
  await expect(app.composer).toHoldText('It leaks again')
  expect(await timesIn(server, 'the coffee machine', ['It leaks again'])).toEqual([])
  expect(await timesIn(server, 'books', ['The library is closed'])).toEqual([])
})

test('an edited or cancelled message stays readable where writing is still forbidden, with the focus in the list', async ({
  server,
  launch,
}) => {
  const app = await launch()
  await refusedIn(server, app, [
    ['books', 'The library is closed'],
    ['the coffee machine', 'It leaks again'],
    ['lunch on Friday', 'No pierogi left'],
  ])
  await setPostPolicy(server, 'general', 4)
  await app.page.setViewportSize({ width: 800, height: 600 })
  await expect(app.page.getByRole('button', { name: 'Open sidebar, 3 unsent' })).toBeVisible()
  await app.page.getByRole('log').focus()
  await app.page.keyboard.press('o')
  const takesBack = row(app, 'It leaks again').getByRole('button', { name: 'Discard' })
  await takesBack.focus()
  await takesBack.press('Enter')
  await expect(row(app, 'It leaks again')).toHaveCount(0)
  await expect(row(app, 'No pierogi left').getByRole('button').first()).toBeFocused()
  await app.page.keyboard.press('Tab')
  await retryInVain(server, app, 'No pierogi left', () => app.page.keyboard.press('Enter'))

  await row(app, 'The library is closed').getByRole('button', { name: 'Edit' }).click()
  const main = app.page.locator('main.conversation')
  await expect(main.locator('h1')).toContainText('books')
  await expect(main).toContainText('Only moderators and administrators can post in this stream.')
  await expect(main).toContainText('The library is closed')
  await expect(main).toContainText('Your draft is saved.')
  await main.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(app.page.getByText('Message text copied.')).toBeVisible()
  await setPostPolicy(server, 'general matters', 1)
  await expect(app.composer).toHoldText('The library is closed')
  expect(await timesIn(server, 'books', ['The library is closed'])).toEqual([])
})

test('a refused edit is listed with its text, and opened on its message', async ({ server, launch }) => {
  const app = await launch()
  await app.signIn(server.url, 'noor@alder.example')
  await app.open('books')
  await app.send('The fourth volum is lent')
  await expect(app.message('The fourth volum')).toHaveAttribute('data-message-id', /\d+/)
  const id = await app.message('The fourth volum').getAttribute('data-message-id')
  const message = app.page.locator(`article[data-message-id="${id}"]`)
  await server.stop()
  await expect(app.state).toHaveText('Offline')
  await app.choose(message, 'Edit')
  await message.getByRole('textbox').fill('The fourth volume is lent')
  await message.getByRole('button', { name: 'Save' }).click()
  await expect(message).toContainText('will be sent when you’re back online')
  const database = new Database(join(server.folder, 'organization.sqlite'))
  database.exec("UPDATE organization SET settings = json_set(settings, '$.allow_message_editing', json('false'))")
  database.close()
  await server.start()
  await app.reconnect()
  await expect(message).toContainText('Edit not saved. ')
  await expect(app.navigationItem('books')).toContainText('1 unsent')
  await entry(app).click()
  const refused = list(app).getByRole('article', { name: 'Edit message, books' })
  await expect(refused).toContainText('The fourth volume is lent')
  await refused.getByRole('button').first().click()
  await expect(message).toContainText('Edit not saved. ')
  await entry(app).click()
  await refused.getByRole('button', { name: 'Edit', exact: true }).click()
  await expect(message.getByRole('textbox')).toHoldText('The fourth volume is lent')
  await message.getByRole('button', { name: 'Cancel' }).click()
  await entry(app).click()
  await refused.getByRole('button', { name: 'Discard' }).click()
  await expect(list(app).getByText('Everything has been sent.')).toBeVisible()
  await expect(app.page.locator('.navigation .failed')).toHaveCount(0)
  await app.open('books')
  await expect(app.message('The fourth volum is lent')).toBeVisible()
})

test('a message to a stream that was archived in the meantime is in the list, and its text can be restored', async ({
  server,
  launch,
}) => {
  const app = await launch()
  await refusedIn(server, app, [['books', 'Who has the second volume?']])
  await expect(app.navigationItem('general')).toContainText('1 unsent')
  const answer = await server.call('ada', 'DELETE', `/streams/${await server.streamId('general')}`)
  expect(answer.result).toBe('success')
  await entry(app).click()
  const refused = row(app, 'Who has the second volume?')
  await expect(refused).toContainText('books')
  await expect(app.page.locator('.navigation .stream').filter({ hasText: 'general' })).toHaveCount(0)
  await expect(entry(app).locator('.badge')).toHaveText('1')
  await refused.getByRole('button').first().click()
  await expect(app.message('Who has the second volume?')).toContainText('Not sent. ')
  await expect(app.page.getByText('This stream no longer exists')).toBeVisible()
  await expect(app.composer).toHaveCount(0)
  await entry(app).click()
  await refused.getByRole('button', { name: 'Discard' }).click()
  await expect(list(app).getByText('Everything has been sent.')).toBeVisible()
  await app.page.getByRole('button', { name: 'Undo' }).click()
  await expect(app.page.getByText('It’s in your drafts now.')).toBeVisible()
  await app.page.keyboard.press('d')
  await expect(app.page.locator('main.drafts')).toContainText('Who has the second volume?')
})
