import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { drawPng } from '#server/base/png.ts'
import { temporaryFolder } from './support/processes.ts'
import { expect, runsInElectron, shared as it, type SkeinApp, test } from './support/skein.ts'

const redSquare = drawPng(64, () => [200, 30, 30])
const file = (name: string, bytes = redSquare, mimeType = 'image/png') => ({ name, mimeType, buffer: bytes })

test('a reaction is chosen by name, counted, removed, and waits for the server when offline', async ({
  app,
  server,
  launch,
}) => {
  await app.open('the coffee machine')
  const row = app.message('You are a hero.')
  const chip = (name: string) => row.getByRole('button', { name: new RegExp(`^${name}, `) })
  await expect(chip('raised_hands')).toHaveAccessibleName(/^raised_hands, 2/)
  await chip('raised_hands').click()
  await expect(chip('raised_hands')).toHaveAccessibleName(/^raised_hands, 3/)
  await row.getByRole('button', { name: 'Add reaction' }).first().click()
  await app.page.getByLabel('Search emoji').fill('party popper')
  await app.page.keyboard.press('Enter')
  await expect(chip('tada')).toHaveAttribute('aria-pressed', 'true')
  const names = async () => {
    const answer = await server.call('ada', 'GET', '/messages', {
      anchor: 'newest',
      num_before: '50',
      num_after: '0',
      narrow: JSON.stringify([{ operator: 'topic', operand: 'the coffee machine' }]),
    })
    const messages = answer.messages as { content: string; reactions: { emoji_name: string }[] }[]
    const message = messages.find(({ content }) => content.includes('You are a hero.'))
    return message?.reactions.map((reaction) => reaction.emoji_name).sort()
  }
  await expect.poll(names).toEqual(['raised_hands', 'raised_hands', 'raised_hands', 'tada'])

  await server.stop()
  await expect(app.state).toHaveText('Offline')
  await chip('tada').click()
  await expect(chip('tada')).toHaveCount(0)
  await row.focus()
  await app.page.keyboard.press('+')
  await expect(chip('\\+1')).toHaveAccessibleName(/^\+1, 1/)
  await app.quit()
  const again = await launch({ data: app.data })
  await again.open('the coffee machine')
  await expect(again.message('You are a hero.').getByRole('button', { name: /^\+1, / })).toBeVisible()
  await server.start()
  await again.reconnect()
  await expect.poll(names).toEqual(['+1', 'raised_hands', 'raised_hands', 'raised_hands'])
})

test('the picker finds custom emoji, offers recent ones, and works by keyboard alone', async ({ app }) => {
  await app.open('the coffee machine')
  const row = app.message('You are a hero.')
  await row.focus()
  await app.page.keyboard.press(':')
  await app.page.getByLabel('Search emoji').fill('weather')
  const picker = app.page.getByRole('dialog', { name: 'Choose an emoji' })
  await expect(picker.locator('img')).toBeVisible()
  await app.page.keyboard.press('Enter')
  await expect(row.getByRole('button', { name: /^weatherproof, 1/ })).toBeVisible()
  await expect(row).toBeFocused()
  await app.page.keyboard.press(':')
  await expect(app.page.getByRole('heading', { name: 'Frequently used' })).toBeVisible()
  await app.page.keyboard.press('ArrowDown')
  await expect(picker.getByRole('button', { name: 'weatherproof' }).first()).toBeFocused()
  await app.page.keyboard.press('Escape')
  await expect(row).toBeFocused()
  await app.composer.focus()
  await app.page.keyboard.press('Control+Shift+e')
  await app.page.getByLabel('Search emoji').fill('no such emoji at all')
  await expect(app.page.getByText('No emoji found.')).toBeVisible()
  await app.page.getByLabel('Search emoji').fill('grinning face')
  await app.page.keyboard.press('Enter')
  await expect(app.composer).toHoldText('😀')
})

test('a topic is muted from its header and leaves the counts; it is unmuted, and can be followed', async ({
  app,
  server,
}) => {
  await app.open('books')
  const item = app.navigationItem('lunch on Friday')
  await expect(item.locator('.badge')).toContainText('2')
  await item.click({ button: 'right' })
  await app.page.getByRole('menuitem', { name: /Mute topic/ }).click()
  await expect(item).toHaveClass(/muted/)
  await expect(app.navigationItem('general').locator('.badge')).toHaveCount(0)
  await app.open('lunch on Friday')
  await expect(app.page.locator('main').getByLabel('Muted')).toBeVisible()
  await app.page.getByRole('button', { name: 'Conversation options' }).click()
  await app.page.getByRole('menuitem', { name: /Unmute topic/ }).click()
  await expect(app.page.locator('main').getByLabel('Muted')).toHaveCount(0)
  await app.page.getByRole('button', { name: 'Conversation options' }).click()
  await app.page.getByRole('menuitemcheckbox', { name: 'Follow topic' }).click()
  await expect(app.page.locator('main').getByLabel('Followed')).toBeVisible()
  await expect
    .poll(
      async () => (await server.call('iris', 'POST', '/register', { fetch_event_types: '["user_topic"]' })).user_topics,
    )
    .toMatchObject([{ topic_name: 'lunch on Friday', visibility_policy: 3 }])
  await app.page.getByRole('button', { name: 'Conversation options' }).click()
  await app.page.getByRole('menuitemcheckbox', { name: 'Mute stream' }).click()
  await expect(app.page.locator('.navigation .item.stream.muted').filter({ hasText: 'general' })).toBeVisible()
})

test('a muted person is hidden and read, also offline, and is in the list of muted people', async ({ app, server }) => {
  await app.open('Noor Haddad')
  await expect(app.page.locator('main .message-body').first()).toBeVisible()
  await app.open('books')
  await server.stop()
  await expect(app.state).toHaveText('Offline')
  const item = app.navigationItem('Noor Haddad')
  await item.click({ button: 'right' })
  await app.page.getByRole('menuitem', { name: 'Mute Noor Haddad' }).click()
  await expect(app.page.locator('.navigation .item.direct.muted').filter({ hasText: 'Noor Haddad' })).toBeVisible()
  await app.open('Noor Haddad')
  await expect(app.page.getByText('Message from someone you muted.').first()).toBeVisible()
  await app.page.getByRole('button', { name: 'Show' }).first().click()
  await expect(app.page.locator('main .message-body').first()).toBeVisible()
  await server.start()
  await app.reconnect()
  const muted = async () =>
    (await server.call('iris', 'POST', '/register', { fetch_event_types: '["muted_users"]' })).muted_users
  await expect.poll(muted).toHaveLength(1)
  await app.page.getByRole('button', { name: 'Account and settings' }).click()
  await app.page.getByRole('menuitem', { name: 'Muted people…' }).click()
  await app.page.getByRole('dialog', { name: 'Muted people' }).getByRole('button', { name: 'Unmute' }).click()
  await expect(app.page.getByText('You haven’t muted anyone.')).toBeVisible()
  await app.page.getByRole('button', { name: 'Done' }).click()
  await expect(app.page.getByText('Message from someone you muted.')).toHaveCount(0)
  await expect.poll(muted).toEqual([])
})

test('files from the button, a drop and a paste show their size, can be removed, and arrive with their message', async ({
  app,
  server,
}) => {
  await app.open('books')
  await app.page
    .getByLabel('Files to attach')
    .setInputFiles([file('one.png'), file('notes.pdf', Buffer.alloc(2_500_000), 'application/pdf')])
  const chips = app.page.locator('.composer').getByRole('list', { name: 'Files' })
  await expect(chips.getByRole('listitem')).toHaveCount(2)
  await expect(chips).toContainText('2.5 MB')
  await expect(chips.locator('img')).toBeVisible()
  const transfer = await app.page.evaluateHandle(
    (bytes) => {
      const data = new DataTransfer()
      data.items.add(new File([new Uint8Array(bytes)], 'dropped.png', { type: 'image/png' }))
      return data
    },
    [...redSquare],
  )
  await app.page.locator('main.conversation').dispatchEvent('dragenter', { dataTransfer: transfer })
  await expect(app.page.getByText('Drop files here to attach them')).toBeVisible()
  await app.page.locator('main.conversation').dispatchEvent('drop', { dataTransfer: transfer })
  await expect(app.page.getByText('Drop files here to attach them')).toHaveCount(0)
  await expect(chips.getByRole('listitem')).toHaveCount(3)
  await app.composer.evaluate(
    (field, bytes) => {
      const data = new DataTransfer()
      data.items.add(new File([new Uint8Array(bytes)], 'image.png', { type: 'image/png' }))
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
    },
    [...redSquare],
  )
  await expect(chips.getByRole('listitem')).toHaveCount(4)
  await expect(chips).toContainText('Image 20')
  await chips.getByRole('button', { name: 'Remove notes.pdf' }).click()
  await expect(chips.getByRole('listitem')).toHaveCount(3)
  await app.composer.fill('three pictures')
  await app.composer.press('Enter')
  await expect(app.message('three pictures').locator('.message_inline_image img')).toHaveCount(3)
  await expect(chips).toHaveCount(0)
  const [content = ''] = (await server.contents('ada', [['topic', 'books']])).slice(-1)
  expect(content).toMatch(/^three pictures\n\n\[one\.png\]\(\/user_uploads\//)
  expect(content).toMatch(/\n\[dropped\.png\]\(\/user_uploads\//)
  expect(content).toMatch(/\n\[Image 20[^\]]*\.png\]\(\/user_uploads\//)
  await app.page
    .getByLabel('Files to attach')
    .setInputFiles([file('huge.bin', Buffer.alloc(26_500_000), 'application/octet-stream')])
  await expect(app.page.getByRole('alert')).toContainText('“huge.bin” is 27 MB. This server’s limit is 26 MB per file.')
})

test('a message with files that was written offline is sent whole after a restart, and can be cancelled before', async ({
  app,
  server,
  launch,
}) => {
  await app.open('books')
  await server.stop()
  await expect(app.state).toHaveText('Offline')
  await app.page.getByLabel('Files to attach').setInputFiles([file('kept.png')])
  await expect(app.page.locator('.composer').getByRole('list', { name: 'Files' })).toContainText('kept.png')
  await app.composer.fill('with a picture')
  await app.composer.press('Enter')
  const row = app.message('with a picture')
  await expect(row).toContainText('kept.png')
  await row.getByRole('button', { name: 'Edit' }).click()
  await expect(app.composer).toHoldText('with a picture')
  await expect(app.page.locator('.composer').getByRole('list', { name: 'Files' })).toContainText('kept.png')
  await app.composer.press('Enter')
  await expect(row).toContainText('will be sent when you’re back online')
  await app.quit()
  const again = await launch({ data: app.data })
  await again.open('books')
  await expect(again.message('with a picture')).toContainText('kept.png')
  await server.start()
  await again.reconnect()
  await expect(again.message('with a picture').locator('.message_inline_image img')).toBeVisible()
  expect((await server.contents('ada', [['topic', 'books']])).filter((text) => text.includes('kept.png'))).toHaveLength(
    1,
  )
})

/**
 * The pictures of the topic and of its first sender are drawn, each scrolled into view: adjacent rows depend on the
 * position of midnight between them.
 */
async function expectPictures(app: SkeinApp): Promise<void> {
  const list = app.page.getByRole('log', { name: 'Messages' })
  const avatar = app.page.getByRole('article', { name: '森 花' }).first().locator('.avatar img')
  const attached = app.page.locator('.message_inline_image img').first()
  for (const [picture, top] of [
    [avatar, 0],
    [attached, 100_000],
  ] as const) {
    await expect(async () => {
      await list.evaluate((element, place) => element.scrollTo({ top: place }), top)
      await picture.scrollIntoViewIfNeeded({ timeout: 1000 })
      const isDrawn = (image: HTMLImageElement) => image.complete && image.naturalWidth > 0
      expect(await picture.evaluate(isDrawn, { timeout: 1000 })).toBe(true)
    }).toPass()
  }
}

test('pictures that were seen are available offline, open large, and are saved', async ({
  server,
  launch,
  launchSignedIn,
}) => {
  test.skip(runsInElectron, 'the dialog for saving cannot be answered there')
  const downloads = temporaryFolder('downloads')
  const app = await launchSignedIn({ env: { SKEIN_HOST_DOWNLOADS: downloads } })
  await app.open('encoder drift on cold start')
  await expectPictures(app)
  await app.quit()
  await server.stop()
  const again = await launch({ data: app.data, env: { SKEIN_HOST_DOWNLOADS: downloads } })
  await again.open('encoder drift on cold start')
  await expectPictures(again)
  await again.page.getByRole('link', { name: 'Open cold-chamber.png' }).focus()
  await again.page.keyboard.press('Enter')
  const lightbox = again.page.getByRole('dialog', { name: 'Image: cold-chamber.png' })
  await expect(lightbox).toBeVisible()
  await again.page.keyboard.press('+')
  await expect(lightbox.locator('img')).toHaveAttribute('style', /scale\(1\.4\)/)
  await again.page.keyboard.press('0')
  await again.page.keyboard.press('Control+s')
  await expect(again.page.getByText('File saved.')).toBeVisible()
  const saved = readFileSync(join(downloads, 'cold-chamber.png'))
  expect(saved.equals(readFileSync(join(server.folder, 'files/uploads/1/de/demo/cold-chamber.png')))).toBe(true)
  await again.page.keyboard.press('Escape')
  await expect(lightbox).toHaveCount(0)
})

test('pictures that failed to load appear when the server is back', async ({ server, launch, launchSignedIn }) => {
  const app = await launchSignedIn()
  await app.open('encoder drift on cold start')
  await expectPictures(app)
  await app.quit()
  await server.stop()
  for (const account of readdirSync(join(app.data, 'accounts')))
    rmSync(join(app.data, 'accounts', account, 'media'), { recursive: true })
  const again = await launch({ data: app.data })
  await again.open('encoder drift on cold start')
  const shown = again.page.locator('.message_inline_image img')
  const widthWhenComplete = () => shown.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth)
  await shown.scrollIntoViewIfNeeded()
  await expect.poll(widthWhenComplete).toBe(0)
  await again.page.getByRole('link', { name: 'Open cold-chamber.png' }).focus()
  await again.page.keyboard.press('Enter')
  const lightbox = again.page.getByRole('dialog', { name: 'Image: cold-chamber.png' })
  await expect(lightbox).toContainText('This isn’t on this computer, and the server can’t be reached right now.')
  await server.start()
  await expect(lightbox.locator('img')).toHaveJSProperty('naturalWidth', 480, { timeout: 60_000 })
  await expect.poll(widthWhenComplete).toBe(480)
  await again.page.keyboard.press('Escape')
  await expectPictures(again)
})

it('videos are served in the ranges that a player requests, and other files only as downloads', async ({
  app,
  server,
}) => {
  await app.open('books')
  const clip = Buffer.from(Array.from({ length: 100_000 }, (_, index) => index % 251))
  await app.page
    .getByLabel('Files to attach')
    .setInputFiles([file('clip.mp4', clip, 'video/mp4'), file('page.html', Buffer.from('<h1>x</h1>'), 'text/html')])
  await app.composer.fill('a video')
  await app.composer.press('Enter')
  const video = app.message('a video').locator('video')
  await expect(video).toBeAttached()
  const source = (await video.getAttribute('src')) ?? ''
  const part = await app.page.request.get(source, { headers: { range: 'bytes=1000-1999' } })
  expect([part.status(), part.headers()['content-range']]).toEqual([206, 'bytes 1000-1999/100000'])
  expect((await part.body()).equals(clip.subarray(1000, 2000))).toBe(true)
  const [content = ''] = (await server.contents('iris', [['topic', 'books']])).slice(-1)
  const page = /\((\/user_uploads\/[^)]*page\.html)\)/.exec(content)?.[1] ?? ''
  // A page that a user uploaded is never served to the window.
  expect((await app.page.request.get(source.replace(/\/user_uploads\/.*$/, page))).status()).toBe(404)
})

test('drafts are listed, opened, sent, deleted and restored, and arrive from other devices', async ({
  app,
  server,
  launch,
}) => {
  await app.open('books')
  await app.composer.fill('half a thought about books')
  await expect(app.page.getByText('Draft saved')).toBeVisible()
  await app.page.locator('.navigation .item').filter({ hasText: 'Drafts' }).click()
  const rows = app.page.locator('main.drafts li')
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('half a thought about books')
  // The other device receives the draft and edits it.
  const drafts = async () =>
    (await server.call('iris', 'GET', '/drafts')).drafts as { id: number; topic: string; content: string }[]
  await expect.poll(async () => (await drafts()).map((draft) => draft.content)).toContain('half a thought about books')
  await expect(rows.first()).not.toContainText('Not synced yet')
  const known = (await drafts()).find((draft) => draft.topic === 'release 2.4')
  await server.call('iris', 'PATCH', `/drafts/${known?.id ?? 0}`, {
    draft: JSON.stringify({
      type: 'stream',
      to: [await server.streamId('arm-firmware')],
      topic: 'release 2.4',
      content: 'finished on the telephone',
      timestamp: Math.floor(Date.now() / 1000) + 5,
    }),
  })
  await expect(rows.first()).toContainText('finished on the telephone')
  const opening = (index: number) => rows.nth(index).getByRole('button').first()
  await opening(1).focus()
  await app.page.keyboard.press('ArrowUp')
  await expect(opening(0)).toBeFocused()
  await app.page.keyboard.press('Delete')
  await expect(rows).toHaveCount(1)
  await expect(opening(0)).toBeFocused()
  await app.page.getByRole('button', { name: 'Undo' }).click()
  await expect(rows).toHaveCount(2)
  await rows.first().getByRole('button', { name: 'Send' }).click()
  await expect(rows).toHaveCount(1)
  await expect.poll(() => server.contents('ada', [['topic', 'release 2.4']])).toContain('finished on the telephone')
  await app.quit()

  await server.stop()
  const again = await launch({ data: app.data })
  await expect(again.navigationItem('perception')).toBeVisible()
  await again.page.keyboard.press('d')
  await again.page
    .locator('main.drafts')
    .getByRole('button', { name: /half a thought/ })
    .click()
  await expect(again.composer).toHoldText('half a thought about books')
  await again.composer.fill('')
  await again.page.locator('main').press('Tab')
  await server.start()
  await again.reconnect()
  await expect.poll(async () => (await drafts()).length).toBe(0)
})

test('notifications open their conversation, accept a reply, disappear when read elsewhere, and respect do-not-disturb', async ({
  app,
  server,
}) => {
  test.skip(runsInElectron, 'the desktop’s notifications cannot be clicked by a test there')
  await app.open('books')
  const notifications = async () => (await app.host.record()).notifications
  await app.page.evaluate(() => {
    // The window loses the focus to another program.
    document.hasFocus = () => false
    window.dispatchEvent(new Event('blur'))
  })
  const iris = server.account('iris').user_id
  const first = await server.post('tomasz', { direct: [iris] }, 'are you there?')
  // Linux desktops have no reply field in notifications.
  const hasReply = process.platform !== 'linux'
  await expect
    .poll(notifications)
    .toMatchObject([{ title: 'Tomasz Lis', body: 'are you there?', hasReply, isOpen: true }])
  const before = await app.host.record()
  expect(before.badge).toBeGreaterThan(0)
  expect(before.trays[0]?.toolTip).toMatch(/unread/)
  app.host.send({ type: 'notification-click', index: 0 })
  await expect(app.page.locator('main.conversation h1')).toContainText('Tomasz Lis')
  await expect(app.page.locator(`article[data-message-id="${first}"]`)).toBeVisible()

  await app.open('books')
  await server.post('tomasz', { direct: [iris] }, 'answer from the notification, please')
  await expect.poll(async () => (await notifications()).length).toBe(2)
  app.host.send({ type: 'notification-reply', index: 1, text: 'here I am' })
  await expect.poll(() => server.contents('tomasz', [['dm', 'iris@alder.example']])).toContain('here I am')

  const third = await server.post('tomasz', { direct: [iris] }, 'read this elsewhere')
  await expect.poll(async () => (await notifications()).at(2)?.isOpen).toBe(true)
  await server.call('iris', 'POST', '/messages/flags', { messages: JSON.stringify([third]), op: 'add', flag: 'read' })
  await expect.poll(async () => (await notifications()).at(2)?.isOpen).toBe(false)

  app.host.send({ type: 'tray-menu', text: 'Do not disturb' })
  await expect.poll(async () => (await app.host.record()).trays[0]?.toolTip).toContain('do not disturb')
  await server.post('tomasz', { direct: [iris] }, 'quietly')
  await expect(app.navigationItem('Tomasz Lis').locator('.badge')).toBeVisible()
  const log = () => readFileSync(join(app.data, 'logs/skein.log'), 'utf8')
  await expect.poll(log).toContain('no (DO_NOT_DISTURB, DIRECT_MESSAGE)')
  expect(await notifications()).toHaveLength(3)
})
