import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { hostileHtml, hostileNames } from '../corpora/hostile-html.ts'
import { pngOf } from '#support/pictures-of-size.ts'
import { isDrill } from '#support/random.ts'
import { memoryOfFamily } from './support/family-memory.ts'
import { temporaryFolder, type ServerProcess } from './support/processes.ts'
import { expect, test } from './support/skein.ts'

/** Uploads a file as ada. */
async function uploaded(
  server: ServerProcess,
  path: string,
  { name, body, type }: { name: string; body: string | Buffer<ArrayBuffer>; type: string },
): Promise<Record<string, unknown>> {
  const { email, api_key } = server.account('ada')
  const form = new FormData()
  form.set('file', new Blob([body], { type }), name)
  const response = await fetch(`${server.url}/api/v1${path}`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Basic ${Buffer.from(`${email}:${api_key}`).toString('base64')}` },
  })
  return (await response.json()) as Record<string, unknown> // the service answers objects
}

const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="window.pwned=1"><script>window.pwned=1</script></svg>'

test('a hostile server’s content runs no code, calls no foreign host, and does not break the layout', async ({
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
  // The test scrolls through all messages like a reader, since undrawn content could not run.
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
  await app.page.getByRole('button', { name: 'Conversation options' }).click()
  await app.page.keyboard.press('Escape')
  await app.composer.press('Control+Shift+e')
  await expect(app.page.getByRole('heading', { name: 'Custom' })).toBeVisible()
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

test('an invalid picture, an SVG and an HTML page are not shown as pictures, and a name cannot leave its folder', async ({
  server,
  launch,
}) => {
  const links: string[] = []
  for (const [name, body, type] of [
    ['drawing.svg', svg, 'image/svg+xml'],
    ['page.html', `<script>window.pwned=1</script>`, 'text/html'],
    ['liar.png', svg, 'image/png'],
    ['..%2f..%2fescape.png', svg, 'image/png'],
  ] as const) {
    const { uri } = await uploaded(server, '/user_uploads', { name, body, type })
    links.push(`[${name}](${String(uri)})`)
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
  const answer = await app.page.request.get(media ?? '')
  expect([answer.status(), await answer.text()]).toEqual([404, ''])
  expect(await app.page.evaluate(() => (window as { pwned?: unknown }).pwned)).toBeUndefined()
})

test('pictures of 529 million pixels are never decoded: initials, a name and a sentence replace them', async ({
  server,
  launch,
}) => {
  const bomb = { name: 'plan.png', body: pngOf({ width: 23_000, height: 23_000 }), type: 'image/png' }
  const small = { ...bomb, body: pngOf({ width: 8, height: 8 }) }
  expect(bomb.body.length).toBeLessThan(200_000)
  for (const path of ['/users/me/avatar', '/realm/emoji/plan']) {
    expect(await uploaded(server, path, bomb)).toMatchObject({ result: 'error', code: 'BAD_IMAGE' })
    expect(await uploaded(server, path, small)).toMatchObject({ result: 'success' })
  }
  // Another server accepts them.
  const avatars = join(server.folder, 'files/avatars')
  for (const name of readdirSync(avatars, { recursive: true, encoding: 'utf8' })) {
    const file = join(avatars, name)
    if (statSync(file).size === small.body.length) writeFileSync(file, bomb.body)
  }
  const { uri } = await uploaded(server, '/user_uploads', bomb)
  await server.post('ada', { stream: 'general', topic: 'books' }, 'before the plan')
  const app = await launch({ env: { SKEIN_HOST_DOWNLOADS: temporaryFolder('downloads') } })
  await app.signIn(server.url)
  await app.open('books')
  await expect(app.message('before the plan')).toBeVisible()

  const memory = memoryOfFamily()
  await server.post('ada', { stream: 'general', topic: 'books' }, `[the plan](${String(uri)}) :plan:`)
  const row = app.message('the plan').last()
  const note = row.locator('.picture-note')
  await expect(note).toContainText('This image is too large to show: 23,000 × 23,000 pixels.')
  await expect(row.locator('.message_inline_image img')).toBeHidden()
  await expect(row.locator('img.emoji')).toHaveAttribute('alt', ':plan:')
  await expect
    .poll(() => row.locator('img.emoji').evaluate((image: HTMLImageElement) => [image.complete, image.naturalWidth]))
    .toEqual([true, 0])
  await expect(row.locator('.avatar img')).toHaveCount(0)
  await note.getByRole('button', { name: 'Save file' }).click()
  await expect(app.page.getByText('File saved.')).toBeVisible()

  // A file that is dropped into the composer and a pasted one have no preview either.
  await app.page.locator('input[type=file]').setInputFiles({ name: 'plan.png', mimeType: bomb.type, buffer: bomb.body })
  await expect(app.page.getByText('Too large to preview', { exact: true })).toBeVisible()
  const grown = memory.grown()
  console.log(`the largest growth of a process: ${Math.max(...grown.values())} MiB`)
  if (isDrill) expect([...grown].filter(([, mib]) => mib > 64)).toEqual([])
})
