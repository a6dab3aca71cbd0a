import { violations } from './support/axe.ts'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { openSettings } from './support/settings-page.ts'
import { expect, runsInElectron, shared as it, test } from './support/skein.ts'

const topic = { stream: 'general', topic: 'lunch on Friday' }

it('the history of a topic and of a group conversation is shown after signing in with a password', async ({ app }) => {
  await app.open('lunch on Friday')
  await expect(app.message('Who joins for pierogi on Friday?')).toBeVisible()
  await expect(app.message('Next time I am in Oslo.')).toBeVisible()
  await app.open('Mei Okafor, Ravi Sen')
  await expect(app.message('Who of us flies to Tromsø?')).toBeVisible()
})

it('a message of another person appears, counts as unread, and is read at the server after it was seen', async ({
  app,
  server,
}) => {
  await app.open('books')
  const item = app.navigationItem('the coffee machine')
  await app.page.locator('.navigation .item.stream').filter({ hasText: 'general' }).click()
  await server.post('noor', { stream: 'general', topic: 'the coffee machine' }, 'It is broken again')
  await expect(item.locator('.badge')).toContainText('1')

  await item.click()
  await expect(app.message('It is broken again')).toBeVisible()
  await expect(item.locator('.badge')).toHaveCount(0)
  await expect
    .poll(async () =>
      server.contents('iris', [
        ['stream', 'general'],
        ['topic', 'the coffee machine'],
        ['is', 'unread'],
      ]),
    )
    .toEqual([])
})

it('a new message appears without any action, and is announced with its sender, text and attachments, and without hidden words', async ({
  app,
  server,
}) => {
  const { page } = app
  await app.open('lunch on Friday')
  await expect(app.message('Next time I am in Oslo.')).toBeVisible()
  const said = page.getByRole('main').getByRole('status').filter({ hasText: ': ' })
  const text = 'Soup is **ready**, :tada: $$x^2$$\n\n```spoiler The soup\nMushroom\n```'
  await server.post('noor', topic, text)
  await expect(app.message('Soup is ready')).toBeVisible()
  await expect(said).toHaveText('Noor Haddad: Soup is ready, 🎉 x^2 The soup')
  const article = page.getByRole('article', { name: /^Noor Haddad, / }).last()
  await article.focus()
  await page.keyboard.press('+')
  await expect(article.getByRole('group', { name: 'Reactions' })).toBeVisible()
  await app.composer.focus()
  await expect(article).toMatchAriaSnapshot(`
    - article /Noor Haddad, /:
      - button "Noor Haddad"
      - time
      - paragraph:
        - text: Soup is
        - strong: ready
        - text: ","
        - img "tada": 🎉
        - math: x 2
      - button "▸ The soup":
        - paragraph: The soup
      - group "Reactions":
        - button "+1, 1. You reacted with :+1:" [pressed]: 👍 You
        - button "Add reaction"
  `)
  // Own messages are not announced; messages that arrive while the user reads elsewhere in the list are announced
  // without waiting for the end.
  await app.composer.fill('Is there bread?')
  await page.keyboard.press('Enter')
  await expect(app.message('Is there bread?')).toHaveAttribute('data-message-id', /\d+/)
  await server.post('mei', topic, 'There is')
  await expect(said).toHaveText('Mei Okafor: There is')
})

test('times of day follow the account’s 12 or 24 hours at once, also within messages', async ({ app, server }) => {
  await server.post('noor', { stream: 'general', topic: 'clock' }, 'Meet <time:2031-01-05T15:30:00+00:00>')
  await app.open('clock')
  const row = app.message('Meet')
  const chip = row.locator('.message-body time')
  await expect(chip).toContainText(/\d\d:30$/)
  await expect(row.locator('time').first()).toContainText(/^\s*\d\d:\d\d\s*$/)
  await server.call('iris', 'PATCH', '/settings', { twenty_four_hour_time: 'false' })
  await expect(chip).toContainText(/\d:30 [ap]m$/)
  await expect(row.locator('time').first()).toContainText(/\d:\d\d [ap]m/)
  await server.call('iris', 'PATCH', '/settings', { twenty_four_hour_time: 'true' })
  await expect(chip).toContainText(/\d\d:30$/)
})

it('a sent message is pending at once, then confirmed, and arrives exactly once', async ({ app, server }) => {
  await app.open('lunch on Friday')
  await app.composer.fill('Nine pierogi for me')
  await app.composer.press('Enter')
  await expect(app.message('Nine pierogi for me')).toBeVisible()
  await expect(app.message('Nine pierogi for me')).toHaveAttribute('data-message-id', /\d+/)
  await expect(app.messages.filter({ hasText: 'Nine pierogi for me' })).toHaveCount(1)
  const received = await server.contents('tomasz', [
    ['stream', 'general'],
    ['topic', 'lunch on Friday'],
  ])
  expect(received.filter((text) => text === 'Nine pierogi for me')).toHaveLength(1)
})

it('a direct conversation starts with a person chosen by name', async ({ app, server }) => {
  await app.page.getByRole('button', { name: 'New direct message' }).click()
  await app.page.getByLabel('Name or email').fill('nina')
  // Matches replace the list of all people, possibly while the pointer moves.
  await expect(app.page.getByRole('option')).toHaveCount(1)
  await app.page.getByRole('option', { name: /Nina Vogel/ }).click()
  await app.page.getByRole('button', { name: 'Open conversation' }).click()
  await expect(app.page.locator('main.conversation h1')).toContainText('Nina Vogel')
  await expect(app.page.getByText('No messages here yet.')).toBeVisible()
  await app.send('Hello Nina')
  await expect(app.message('Hello Nina')).toHaveAttribute('data-message-id', /\d+/)
  expect(await server.contents('nina', [['dm', 'iris@alder.example']])).toEqual(['Hello Nina'])
})

test('a refused message stays with its reason, and can be moved back into the composer', async ({ app, server }) => {
  await app.open('Tomasz Lis')
  await server.call('iris', 'DELETE', `/users/${server.account('tomasz').user_id}`)
  await app.send('Are you still there?')
  const row = app.message('Are you still there?')
  await expect(row).toContainText('Not sent. ')
  await expect(row).toContainText('no longer using this organization')
  await row.getByRole('button', { name: 'Try again' }).click()
  await expect(row).toContainText('no longer using this organization')
  // The message cannot be moved back during a retry.
  await expect(async () => {
    await row.getByRole('button', { name: 'Edit' }).click({ timeout: 1000 })
    await expect(row).toHaveCount(0, { timeout: 1000 })
  }).toPass()
  await expect(app.composer).toHoldText('Are you still there?')
})

it('Enter or Ctrl+Enter sends, by the setting, and the other key makes a new line', async ({ app }) => {
  await app.open('books')
  await app.composer.fill('one')
  await app.composer.press('Shift+Enter')
  await app.composer.pressSequentially('two')
  await expect(app.composer).toHoldText('one\ntwo')
  await (await openSettings(app.page, 'Writing')).getByLabel('Ctrl Enter').check()
  await app.page.keyboard.press('Escape')
  await app.composer.press('End')
  await app.composer.press('Enter')
  await expect(app.composer).toHoldText('one\ntwo\n')
  await app.composer.press('Control+Enter')
  await expect(app.composer).toHoldText('')
  await expect(app.messages.last()).toContainText('two')
  await expect(app.messages.last()).toHaveAttribute('data-message-id', /\d+/)
})

test('a stream shows its topics together, and a new topic starts there', async ({ app, server }) => {
  await app.open('perception')
  await expect(app.message('First results: 3 wrong edges')).toBeVisible()
  await app.page.getByLabel('Topic', { exact: true }).fill('new camera')
  await app.send('The new camera has arrived')
  await expect(app.message('The new camera has arrived')).toHaveAttribute('data-message-id', /\d+/)
  await expect(app.navigationItem('new camera')).toBeVisible()
  expect(await server.contents('hana', [['topic', 'new camera']])).toEqual(['The new camera has arrived'])
})

it('the topic field completes the stream’s topics and marks a new one, also offline', async ({ app, server }) => {
  const { page } = app
  await server.post('ada', { stream: 'general', topic: 'soup of the day' }, 'Leek')
  await app.open('general')
  const field = page.getByLabel('Topic', { exact: true })
  const topics = page.getByRole('listbox', { name: 'Topics in this stream' })
  await field.click()
  await page.keyboard.type('soup of')
  await expect(topics.getByRole('option')).toHaveText(['soup of the day'])
  await expect(page.locator('.to').getByText('new topic')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue('soup of the day')
  await expect(app.composer).toBeFocused()
  await expect(page.locator('.to').getByText('new topic')).toHaveCount(0)
  await server.stop()
  await expect(app.state).toHaveText('Offline')
  await field.fill('soup')
  await expect(topics.getByRole('option')).toHaveText(['soup of the day'])
  await page.keyboard.press('Escape')
  await expect(topics).toHaveCount(0)
  await field.fill('bread')
  await expect(page.locator('.to').getByText('new topic')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(app.composer).toBeFocused()
  await expect(field).toHaveValue('bread')
})

test('Enter without a required topic moves to the topic field and shows the reason', async ({ server, launch }) => {
  await server.stop()
  const database = new Database(join(server.folder, 'organization.sqlite'))
  database.exec("UPDATE organization SET settings = json_set(settings, '$.mandatory_topics', json('true'))")
  database.close()
  await server.start()
  const app = await launch()
  await app.signIn(server.url)
  await app.open('perception')
  const field = app.page.getByLabel('Topic', { exact: true })
  await expect(field).toHaveAttribute('aria-required', 'true')
  await app.composer.fill('Who has the key of the lab?')
  await app.composer.press('Enter')
  await expect(field).toBeFocused()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(/^Messages need a topic in this organization\./)
  await expect(app.page.getByRole('alert')).toContainText('Add one, then send.')
  await expect(app.composer).toHoldText('Who has the key of the lab?')
  await field.pressSequentially('keys')
  await expect(app.page.getByRole('alert')).toHaveCount(0)
  await field.press('Enter')
  await expect(app.composer).toBeFocused()
  await app.composer.press('Enter')
  await expect(app.composer).toHoldText('')
  await expect.poll(() => server.contents('hana', [['topic', 'keys']])).toEqual(['Who has the key of the lab?'])
})

it('Enter without a topic sends where topics are optional', async ({ app, server }) => {
  await app.open('perception')
  await expect(app.page.getByLabel('Topic', { exact: true })).toHaveAttribute('aria-required', 'false')
  await app.send('No topic for this')
  await expect(app.message('No topic for this')).toHaveAttribute('data-message-id', /\d+/)
  expect(await server.contents('hana', [['topic', '(no topic)']])).toEqual(['No topic for this'])
})

it('a message that is too long is not sent, and the composer shows the excess', async ({ app }) => {
  await app.open('books')
  await app.composer.fill('x'.repeat(10_003))
  await expect(app.page.getByRole('alert')).toContainText('3 characters too long')
  await expect(app.page.getByRole('button', { name: 'Send', exact: true })).toBeDisabled()
})

it('only messages that were on screen count as read, and scrolling reads the rest [U8]', async ({ app, server }) => {
  for (let index = 0; index < 40; index += 1) {
    await server.post('ravi', { stream: 'general', topic: 'books' }, `Page ${index}\n\nwith\n\nseveral\n\nlines`)
  }
  const unread = () =>
    server.contents('iris', [
      ['topic', 'books'],
      ['is', 'unread'],
    ])
  await expect(app.navigationItem('books').locator('.badge')).toContainText('40')
  await app.open('books')
  await expect(app.message('Page 0')).toBeVisible()
  // Rows move while the list settles, so both are read until they agree.
  const seen = () =>
    app.page.evaluate(() => {
      const view = document.querySelector('[role=log]')?.getBoundingClientRect()
      return [...document.querySelectorAll('article')].filter(
        (row) => row.innerText.includes('Page') && row.getBoundingClientRect().bottom <= (view?.bottom ?? 0) + 1,
      ).length
    })
  await expect.poll(async () => 40 - (await unread()).length - (await seen())).toBe(0)
  expect(await seen()).toBeGreaterThan(0)
  await app.page.getByRole('log').hover()
  for (let step = 0; step < 40 && (await unread()).length > 0; step += 1) await app.page.mouse.wheel(0, 400)
  await expect(app.message('Page 39')).toBeVisible()
  await expect.poll(unread).toEqual([])
})

it('older history loads while scrolling up, and the reading position stays', async ({ app }) => {
  await app.open('nightly and branches')
  const list = app.page.getByRole('log')
  await expect(app.message('passed in').last()).toBeVisible()
  for (let step = 0; step < 40; step += 1) {
    await list.evaluate((element) => {
      element.scrollTop -= 700
    })
    if (await app.page.getByText('This is the beginning of this conversation.').isVisible()) break
    await expect(list).toBeVisible()
  }
  await expect(app.page.getByText('This is the beginning of this conversation.')).toBeVisible()
  await expect(app.message('Build #5120 passed')).toBeVisible()
})

it('a list that is removed during scrolling causes no error', async ({ app }) => {
  await app.open('nightly and branches')
  await expect(app.message('passed in').last()).toBeVisible()
  await app.page.getByLabel('Jump to a conversation').fill('books')
  await expect(app.navigationItem('books')).toBeVisible()
  // The scroll event follows with the next frame, after the list was removed.
  await app.page.evaluate(async () => {
    const list = document.querySelector('[role=log]')
    if (list !== null) list.scrollTop = 0
    const items = [...document.querySelectorAll<HTMLElement>('.navigation .item')]
    items.find((item) => item.textContent.includes('books'))?.click()
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  })
  await expect(app.page.locator('main.conversation h1')).toContainText('books')
  await expect(app.composer).toBeEnabled()
  expect(app.errors).toEqual([])
})

it('a conversation that is reopened during typing keeps each letter and the focus', async ({ app }) => {
  await app.open('books')
  const written: string[] = []
  for (let round = 0; round < 10; round += 1) {
    await app.navigationItem('books').click()
    await app.page.keyboard.type(`word ${round}, `, { delay: 5 })
    written.push(`word ${round}, `)
  }
  await expect(app.composer).toHoldText(written.join(''))
  await expect(app.composer).toBeFocused()
  await app.page.keyboard.press('Enter')
  await expect(app.message(written.join('').trim())).toBeVisible()
  await expect(app.composer).toHoldText('')
})

it('a conversation that is reopened while the engine does not answer keeps each letter', async ({ app }) => {
  test.skip(runsInElectron, 'the window would stop as well')
  test.skip(process.platform === 'win32', 'a process cannot be stopped there')
  await app.open('books')
  await app.navigationItem('books').click()
  await expect(app.composer).toBeFocused()
  const { pid } = app.host
  process.kill(pid, 'SIGSTOP')
  try {
    await app.navigationItem('books').click()
    // Typing takes longer than another conversation waits for its first frame.
    await app.page.keyboard.type('Nobody answers meanwhile.', { delay: 20 })
    await expect(app.composer).toHoldText('Nobody answers meanwhile.')
  } finally {
    process.kill(pid, 'SIGCONT')
  }
  await app.page.keyboard.press('Enter')
  await expect(app.message('Nobody answers meanwhile.')).toBeVisible()
  await expect(app.composer).toHoldText('')
})
