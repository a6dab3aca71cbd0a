import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { WindowRecord } from '#browser-host/recorder.ts'
import { temporaryFolder } from './support/processes.ts'
import { openSettings } from './support/settings-page.ts'
import { expect, runsInElectron, test, type SkeinApp } from './support/skein.ts'

test.skip(runsInElectron, 'what a person does to a window is said to the host only')

interface Desktop {
  readonly env: NodeJS.ProcessEnv
  /** A file that exists after Skein has queried whether the desktop has a tray. */
  readonly asked: string
}

/** A Linux desktop with or without a tray, by the answer of the program that queries its session bus. */
function desktop({ hasTray }: { hasTray: boolean }): Desktop {
  const folder = temporaryFolder('desktop')
  const asked = join(folder, 'asked')
  const file = join(folder, 'gdbus')
  writeFileSync(file, `#!/bin/sh\n: > '${asked}'\necho '(${String(hasTray)},)'\n`)
  chmodSync(file, 0o755)
  return { env: { PATH: `${folder}:${process.env.PATH ?? ''}` }, asked }
}

const windowOf = async (app: SkeinApp): Promise<WindowRecord> => (await app.host.record()).window

function logOf(app: SkeinApp): string {
  return readFileSync(join(app.data, 'logs', 'skein.log'), 'utf8')
}

test.describe('on a Linux desktop', () => {
  test.skip(process.platform !== 'linux', 'its tray is asked for over D-Bus')

  test('closing hides the window if there is a tray, whose icon brings it back', async ({ launchSignedIn }) => {
    const { env, asked } = desktop({ hasTray: true })
    const app = await launchSignedIn({ env })
    expect(await windowOf(app)).toMatchObject({ isOpen: true, isVisible: true, icon: '512.png' })
    app.host.send({ type: 'window', deed: 'close' })
    await expect.poll(() => windowOf(app)).toMatchObject({ isOpen: true, isVisible: false, isFocused: false })
    await expect.poll(() => existsSync(asked)).toBe(true)
    app.host.send({ type: 'tray-click' })
    await expect.poll(() => windowOf(app)).toMatchObject({ isVisible: true, isFocused: true })
    await app.open('books')
  })

  test('closing quits without a tray', async ({ launchSignedIn }) => {
    const app = await launchSignedIn({ env: desktop({ hasTray: false }).env })
    const ended = app.host.ended()
    app.host.send({ type: 'window', deed: 'close' })
    expect(await ended).toBe(0)
    expect(logOf(app)).toContain('on a desktop without a tray')
    expect(logOf(app)).toContain('Skein quits')
  })

  test('closing follows the choice in the settings, and a second start shows a hidden window', async ({
    launchSignedIn,
  }) => {
    const app = await launchSignedIn({ env: desktop({ hasTray: false }).env })
    const settings = await openSettings(app.page, 'Notifications')
    await settings.getByRole('radio', { name: 'Keep running', exact: true }).check()
    await expect.poll(() => readFileSync(join(app.data, 'skein.json'), 'utf8')).toContain('"closing": "hide"')
    app.host.send({ type: 'window', deed: 'close' })
    await expect.poll(() => windowOf(app)).toMatchObject({ isOpen: true, isVisible: false })
    app.host.send({ type: 'second-instance' })
    await expect.poll(() => windowOf(app)).toMatchObject({ isVisible: true, isFocused: true })
    app.host.send({ type: 'window', deed: 'minimize' })
    await expect.poll(() => windowOf(app)).toMatchObject({ isMinimized: true })
    app.host.send({ type: 'activate' })
    await expect.poll(() => windowOf(app)).toMatchObject({ isVisible: true, isMinimized: false, isFocused: true })
    await settings.getByRole('radio', { name: 'Quit' }).check()
    await expect.poll(() => readFileSync(join(app.data, 'skein.json'), 'utf8')).toContain('"closing": "quit"')
    const ended = app.host.ended()
    app.host.send({ type: 'window', deed: 'close' })
    expect(await ended).toBe(0)
  })

  test('the data folder of an older version is kept under its new name', async ({ launch }) => {
    const config = temporaryFolder('config')
    const older = join(config, 'skein')
    mkdirSync(older)
    const settings = { sendKey: 'enter', theme: 'dark', doNotDisturb: false }
    writeFileSync(join(older, 'skein.json'), JSON.stringify({ version: 1, accounts: [], settings }))
    const app = await launch({ env: { SKEIN_DATA: '', XDG_CONFIG_HOME: config } })
    await expect(app.page.locator('html[data-theme=dark]')).toBeVisible()
    await expect(app.page.getByLabel('Server address')).toBeVisible()
    expect(existsSync(join(config, 'Skein', 'skein.json'))).toBe(true)
    expect(existsSync(older)).toBe(false)
  })
})

test('the open conversation notifies of messages when the window loses the focus or is hidden', async ({
  launchSignedIn,
  server,
}) => {
  const app = await launchSignedIn({ env: desktop({ hasTray: true }).env })
  await app.open('Tomasz')
  const iris = server.account('iris').user_id
  const say = (text: string) => server.post('tomasz', { direct: [iris] }, text)
  const told = async () => (await app.host.record()).notifications.map(({ body }) => body)
  const seen = await say('while you look')
  await expect(app.message('while you look')).toBeVisible()
  await expect.poll(() => logOf(app)).toContain(`notification of message ${seen}: no`)
  // The page itself still reports that it has the focus.
  expect(await app.page.evaluate(() => document.hasFocus())).toBe(true)
  app.host.send({ type: 'window', deed: 'blur' })
  await say('while you look elsewhere')
  await expect.poll(told).toEqual(['while you look elsewhere'])
  app.host.send({ type: 'window', deed: 'focus' })
  await expect.poll(() => windowOf(app)).toMatchObject({ isFocused: true })
  app.host.send({ type: 'window', deed: 'close' })
  await expect.poll(() => windowOf(app)).toMatchObject({ isVisible: false })
  await say('while it is hidden')
  await expect.poll(async () => (await told()).at(-1)).toBe('while it is hidden')
})

test('a click on a notification shows a hidden window', async ({ launchSignedIn, server }) => {
  const app = await launchSignedIn({ env: desktop({ hasTray: true }).env })
  await app.open('books')
  app.host.send({ type: 'window', deed: 'close' })
  await expect.poll(() => windowOf(app)).toMatchObject({ isVisible: false })
  await server.post('tomasz', { direct: [server.account('iris').user_id] }, 'are you there?')
  await expect.poll(async () => (await app.host.record()).notifications.length).toBe(1)
  app.host.send({ type: 'notification-click', index: 0 })
  await expect.poll(() => windowOf(app)).toMatchObject({ isVisible: true, isFocused: true })
  await expect(app.message('are you there?')).toBeVisible()
})

test('a window without a report of its first frame is shown', async ({ launch }) => {
  const app = await launch({ env: { SKEIN_HOST_READY_TO_SHOW: 'never' } })
  await expect.poll(() => windowOf(app)).toMatchObject({ isVisible: true })
})

test('Skein ends at a shutdown of the system, with its files in order', async ({ app }) => {
  const ended = app.host.ended()
  app.host.send({ type: 'shutdown' })
  expect(await ended).toBe(0)
  expect(logOf(app)).toMatch(/the system ends[^]*Skein quits/)
})

test('the tray’s menu quits even if closing hides', async ({ launchSignedIn }) => {
  const app = await launchSignedIn({ env: desktop({ hasTray: true }).env })
  const ended = app.host.ended()
  app.host.send({ type: 'tray-menu', text: 'Quit Skein' })
  expect(await ended).toBe(0)
  expect(logOf(app)).toContain('Skein quits')
})

test('the settings open by their keys and by the menu, and leaving returns to the previous place', async ({ app }) => {
  await app.open('books')
  await app.composer.focus()
  await app.page.keyboard.press('Control+,')
  const settings = app.page.locator('main.settings')
  await expect(settings.getByRole('searchbox', { name: 'Search settings' })).toBeFocused()
  const theme = settings.getByRole('group', { name: 'Theme' })
  await theme.getByRole('radio', { name: 'Match system' }).focus()
  await app.page.keyboard.press('ArrowDown')
  await app.page.keyboard.press('ArrowDown')
  await expect(app.page.locator('html[data-theme=dark]')).toBeVisible()
  await expect(app.page.locator('html[data-contrast=usual]')).toBeVisible()
  await settings.getByRole('group', { name: 'Contrast' }).getByRole('radio').first().focus()
  await app.page.keyboard.press('ArrowDown')
  await expect(app.page.locator('html[data-contrast=more]')).toBeVisible()
  await settings.getByRole('button', { name: 'Notifications', exact: true }).click()
  const quiet = settings.getByRole('checkbox', { name: 'Do not disturb' })
  await quiet.focus()
  await app.page.keyboard.press('Space')
  await expect.poll(async () => (await app.host.record()).trays[0]?.image).toContain('quiet')
  await app.page.keyboard.press('Escape')
  await expect(settings).toHaveCount(0)
  await expect(app.composer).toBeFocused()
  await app.page.getByRole('button', { name: 'Account and settings' }).click()
  await app.page.getByRole('menuitem', { name: 'Settings…' }).click()
  await expect(settings.getByRole('radio', { name: /^High:/ })).toBeChecked()
  await settings.getByRole('button', { name: 'Notifications', exact: true }).click()
  await expect(quiet).toBeChecked()
  await settings.getByRole('button', { name: 'Back' }).click()
  await expect(settings).toHaveCount(0)
})
