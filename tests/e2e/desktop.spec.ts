import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { expect, runsInElectron, test } from './support/skein.ts'

const root = resolve(import.meta.dirname, '../..')

test('a link in a message opens in the system’s browser, and a link into the organization opens in Skein', async ({
  app,
  server,
}) => {
  test.skip(runsInElectron, 'what the desktop was asked to do is recorded by the host only')
  await app.open('release 2.4')
  await app.page.getByRole('link', { name: 'https://git.alder.example/firmware/pulls/412' }).click()
  await expect
    .poll(async () => (await app.host.record()).opened)
    .toEqual(['https://git.alder.example/firmware/pulls/412'])
  expect((await app.host.record()).menus).toHaveLength(1)
  await server.post('noor', { stream: 'arm-firmware', topic: 'release 2.4' }, 'See #**perception>glare on wet boxes**')
  await app.page.getByRole('link', { name: '#perception > glare on wet boxes' }).click()
  await expect(app.page.locator('main.conversation h1')).toContainText('glare on wet boxes')
})

test('QUIC is off before the network starts, since it resends requests after failures', async ({ app }) => {
  test.skip(runsInElectron, 'what Chromium was told is recorded by the host only')
  expect((await app.host.record()).switches).toContain('disable-quic')
})

test('a notice warns about running Skein without its sandbox', async ({ launch }) => {
  test.skip(runsInElectron, 'the host alone can pretend that it was started so')
  const app = await launch({ env: { SKEIN_HOST_SWITCHES: 'no-sandbox' } })
  const notice = app.page.getByRole('status').filter({ hasText: 'is running without its sandbox' })
  await expect(notice).toContainText('--no-sandbox')
  expect(readFileSync(join(app.data, 'logs/skein.log'), 'utf8')).toContain('runs without the sandbox')
})

test('a client certificate is sent only to the account’s own server', async ({ app, server }) => {
  test.skip(runsInElectron, 'who wants a certificate is said by the host only')
  const day = 86_400
  const now = Math.floor(Date.now() / 1000)
  const certificate = {
    subjectName: 'Iris Lindqvist',
    issuerName: 'Alder CA',
    fingerprint: 'sha256/iris',
    validStart: now - day,
    validExpiry: now + day,
  }
  const own = new URL(server.url)
  // The same name and port over TLS would be a server other than the account's.
  const others = ['files.example.com:443', 'proxy.example:3128', own.host]
  for (const asker of [...others, own.origin]) {
    app.host.send({ type: 'client-certificate', asker, fitting: [certificate] })
  }
  await expect
    .poll(async () => (await app.host.record()).certificates)
    .toEqual([...others.map((asker) => ({ asker, shown: null })), { asker: own.origin, shown: 'Iris Lindqvist' }])
})

test('a resume polls the server at once, and a second start shows the first window', async ({ app, server }) => {
  test.skip(runsInElectron, 'the events of the desktop are triggered by the host only')
  await server.stop()
  await expect(app.state).toHaveText('Offline')
  await server.start()
  app.host.send({ type: 'resume' })
  await expect(app.state).toHaveText('Up to date')
  app.host.send({ type: 'second-instance' })
  await expect(app.state).toHaveText('Up to date')
})

test('a second Skein on the same data ends with a message, and the first continues', async ({ app }) => {
  test.skip(runsInElectron, 'Electron hands the second start over to the first by itself')
  const second = spawn(process.execPath, [join(root, 'browser-host/main.ts')], {
    cwd: root,
    env: { ...process.env, SKEIN_DATA: app.data },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errors = ''
  second.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  expect(await new Promise((found) => second.once('exit', found))).toBe(0)
  expect(errors).toContain('already running')
  await expect(app.state).toHaveText('Up to date')
})

test('quitting closes the files cleanly, and the log records it without secrets', async ({ app }) => {
  const accounts = (JSON.parse(readFileSync(join(app.data, 'skein.json'), 'utf8')) as { accounts: { id: string }[] })
    .accounts
  await app.quit()
  const database = join(app.data, 'accounts', accounts[0]?.id ?? '', 'cache.sqlite')
  expect(existsSync(database)).toBe(true)
  // SQLite removes the write-ahead log when the last connection is closed properly.
  expect(existsSync(`${database}-wal`)).toBe(false)
  const log = readFileSync(join(app.data, 'logs', 'skein.log'), 'utf8')
  expect(log).toContain('starts')
  expect(log).toContain('quits')
})

test('a whole run writes no files that other users can read, and started programs have the user’s umask', async ({
  launch,
  server,
}) => {
  test.skip(runsInElectron || process.platform !== 'linux', 'Linux alone shows the umask of a process')
  const before = process.umask(0o022)
  try {
    // The run includes the sign-in, so that Skein creates all folders.
    const app = await launch()
    await app.signIn(server.url)
    await app.open('release 2.4')
    await app.page
      .locator('input[type=file]')
      .first()
      .setInputFiles({
        name: 'notes.txt',
        mimeType: 'text/plain',
        buffer: Buffer.from('the notes'),
      })
    await expect(app.page.getByText('notes.txt')).toBeVisible()
    await app.send('The notes of today')
    await expect(app.message('The notes of today')).toBeVisible()
    await app.composer.fill('a draft that stays')
    const status = readFileSync(`/proc/${app.host.pid}/status`, 'utf8')
    expect(/^Umask:\s*(\d+)$/m.exec(status)?.[1]).toBe('0022')
    await app.quit()
    const written = readdirSync(app.data, { recursive: true, withFileTypes: true }).map((entry) =>
      join(entry.parentPath, entry.name),
    )
    const names = written.map((path) => relative(app.data, path))
    expect(names).toEqual(expect.arrayContaining(['skein.json', 'logs/skein.log']))
    expect(names.filter((name) => name.endsWith('cache.sqlite'))).toHaveLength(1)
    expect([app.data, ...written].filter((path) => (statSync(path).mode & 0o077) !== 0)).toEqual([])
  } finally {
    process.umask(before)
  }
})
