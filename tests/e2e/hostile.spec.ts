import Database from 'better-sqlite3'
import { hostileHtml, hostileNames } from '../corpora/hostile-html.ts'
import { expect, test } from './support/skein.ts'

const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="window.pwned=1"><script>window.pwned=1</script></svg>'

test('nothing that a hostile server sends runs, calls a foreign host, or breaks the layout', async ({
  server,
  launch,
}) => {
  test.setTimeout(180_000)
  const ids: number[] = []
  for (const [index] of hostileHtml.entries()) {
    ids.push(await server.post('ada', { stream: 'general', topic: 'hostile' }, `vector ${index}`))
  }
  await server.post('ada', { stream: 'general', topic: 'hostile' }, 'the last of them')
  for (const emoji of ['+1', 'tada']) {
    await server.call('ada', 'POST', `/messages/${ids.at(-1) ?? 0}/reactions`, { emoji_name: emoji })
  }
  await server.call('iris', 'POST', '/mark_all_as_read')
  await server.stop()
  const database = new Database(`${server.folder}/organization.sqlite`)
  const setHtml = database.prepare('UPDATE message SET rendered = ?, content = ? WHERE id = ?')
  for (const [index, source] of hostileHtml.entries()) setHtml.run(source, source, ids[index])
  const people = database
    .prepare<[], { id: number }>(`SELECT id FROM user WHERE delivery_email NOT LIKE 'iris@%' ORDER BY id`)
    .all()
  for (const [index, name] of hostileNames.entries()) {
    database.prepare('UPDATE user SET full_name = ? WHERE id = ?').run(name, people[index]?.id)
    database
      .prepare('UPDATE message SET topic = ?, topic_key = ? WHERE id = ?')
      .run(name, name.toLowerCase(), ids[index])
  }
  database
    .prepare(`UPDATE stream SET name = ?, description = ? WHERE name = 'perception'`)
    .run(hostileNames[0], hostileHtml[1])
  database
    .prepare('UPDATE custom_emoji SET name = ?, file = ?')
    .run(hostileNames[1], '../../evil"onerror=window.pwned=1 x="')
  database
    .prepare(`UPDATE reaction SET emoji_name = ?, emoji_code = ? WHERE emoji_name = 'tada'`)
    .run(hostileNames[0], '3c-73')
  database.prepare('UPDATE organization SET name = ?').run(hostileNames[0])
  database.close()
  await server.start()

  const app = await launch()
  const foreign: string[] = []
  app.page.context().on('request', (request) => {
    const { hostname, protocol } = new URL(request.url())
    if (hostname !== '127.0.0.1' && /^https?:|^wss?:/.test(protocol)) foreign.push(request.url())
  })
  app.page.on('dialog', (dialog) => {
    foreign.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  await app.signIn(server.url)
  await app.page.getByLabel('Jump to a conversation').fill('hostile')
  await app.navigationItem('hostile').click()
  await expect(app.message('the last of them')).toBeVisible()
  await expect(app.composer).toBeFocused()
  // Scrolls through all messages like a reader, since undrawn content could not run.
  await app.page.getByRole('log').focus()
  await app.page.keyboard.press('ArrowUp')
  for (let step = 0; step < ids.length; step += 1) await app.page.keyboard.press('k')
  await app.page.getByRole('log').focus()
  await app.page.keyboard.press('ArrowUp')
  await app.page.keyboard.press('Home')
  await app.page.getByLabel('Jump to a conversation').fill('<img')
  await app.page.keyboard.press('Enter')
  await expect(app.page.getByLabel('Jump to a conversation')).toHaveValue('')
  await app.page.getByRole('button', { name: 'New direct message' }).click()
  await app.page.keyboard.press('Escape')
  await app.page.getByRole('button', { name: 'Options of this conversation' }).click()
  await app.page.keyboard.press('Escape')
  await app.composer.press('Control+Shift+e')
  await expect(app.page.getByRole('heading', { name: 'Of this organization' })).toBeVisible()
  await app.page.keyboard.press('Escape')

  expect(await app.page.evaluate(() => (window as { pwned?: unknown }).pwned)).toBeUndefined()
  expect(foreign).toEqual([])
  const layout = await app.page.evaluate(() => ({
    overflow: document.documentElement.scrollWidth - window.innerWidth,
    navigation: document.querySelector('.navigation')?.getBoundingClientRect().width,
    composerBottom: Math.round(document.querySelector('.composer')?.getBoundingClientRect().bottom ?? 0),
    // A covering element would be under the pointer.
    underPointer: document.elementFromPoint(200, 80)?.closest('.find') !== null,
  }))
  expect(layout).toEqual({ overflow: 0, navigation: 276, composerBottom: 784, underPointer: true })
})

test('a picture that is none, an SVG and an HTML page are not shown as pictures, and a name leads out of no folder', async ({
  server,
  launch,
}) => {
  const { email, api_key } = server.account('ada')
  const upload = async (name: string, body: string, type: string) => {
    const form = new FormData()
    form.set('file', new Blob([body], { type }), name)
    const response = await fetch(`${server.url}/api/v1/user_uploads`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Basic ${Buffer.from(`${email}:${api_key}`).toString('base64')}` },
    })
    return ((await response.json()) as { uri: string }).uri
  }
  const links: string[] = []
  for (const [name, body, type] of [
    ['drawing.svg', svg, 'image/svg+xml'],
    ['page.html', `<script>window.pwned=1</script>`, 'text/html'],
    ['liar.png', svg, 'image/png'],
    ['..%2f..%2fescape.png', svg, 'image/png'],
  ] as const) {
    links.push(`[${name}](${await upload(name, body, type)})`)
  }
  await server.post('ada', { stream: 'general', topic: 'books' }, links.join('\n'))
  const app = await launch()
  await app.signIn(server.url)
  await app.open('books')
  const row = app.message('drawing.svg')
  await expect(row.locator('.message_inline_image img')).toHaveCount(2)
  for (const image of await row.locator('.message_inline_image img').all()) {
    await image.scrollIntoViewIfNeeded()
    await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.complete)).toBe(true)
    expect(await image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(0)
  }
  const media = await row.locator('.message_inline_image img').first().getAttribute('src')
  const answer = await app.page.request.get((media ?? '').replace(/liar\.png$/, 'liar.png'))
  // Content of an image type is served as an image, in a sandbox; the browser must not sniff it as a page.
  expect(answer.headers()).toMatchObject({ 'x-content-type-options': 'nosniff', 'content-security-policy': 'sandbox' })
  expect(await app.page.evaluate(() => (window as { pwned?: unknown }).pwned)).toBeUndefined()
})
