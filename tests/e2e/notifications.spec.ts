import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, runsInElectron, test, type SkeinApp } from './support/skein.ts'

const icons = resolve(import.meta.dirname, '../../out/icons')

/** The window loses the focus to another program. */
async function lookAway(app: SkeinApp): Promise<void> {
  await app.page.evaluate(() => {
    document.hasFocus = () => false
    window.dispatchEvent(new Event('blur'))
  })
}

test('a system without notifications is reported once to the user with advice, and each time in the log', async ({
  launchSignedIn,
  server,
}) => {
  test.skip(runsInElectron, 'the host alone can be a system that refuses')
  const app = await launchSignedIn({ env: { SKEIN_HOST_NOTIFICATIONS: 'fail' } })
  await app.open('books')
  await lookAway(app)
  const iris = server.account('iris').user_id
  await server.post('tomasz', { direct: [iris] }, 'are you there?')
  const notice = app.page.getByRole('status').filter({ hasText: 'didn’t show a notification' })
  await expect(notice).toContainText(/turned on|turn them on|allow them/)
  await notice.getByRole('button', { name: 'Close' }).click()
  await expect(notice).toHaveCount(0)
  await server.post('tomasz', { direct: [iris] }, 'hello?')
  const failures = () =>
    readFileSync(join(app.data, 'logs/skein.log'), 'utf8').split('a notification was not shown: ').length - 1
  await expect.poll(failures).toBe(2)
  await expect(notice).toHaveCount(0)
})

test('a notification that the system closes is dropped, and its id names its message', async ({ app, server }) => {
  test.skip(runsInElectron, 'the host records what the desktop is told')
  await app.open('books')
  await lookAway(app)
  const iris = server.account('iris').user_id
  const first = await server.post('tomasz', { direct: [iris] }, 'are <b>you</b>\u202e there?')
  const notifications = async () => (await app.host.record()).notifications
  await expect.poll(async () => (await notifications()).length).toBe(1)
  const [shown] = await notifications()
  expect(shown?.id).toMatch(new RegExp(`^[0-9a-f]{32}m${first}$`))
  expect(shown?.body).not.toContain('\u202e')
  app.host.send({ type: 'notification-close', index: 0, reason: 'timedOut' })
  await expect.poll(async () => (await notifications())[0]?.isOpen).toBe(false)
})

test('the tray shows the pictures of the build, and a click shows the window', async ({ app, server }) => {
  test.skip(runsInElectron, 'the host records what the desktop is told')
  await app.open('books')
  const tray = async () => (await app.host.record()).trays[0]
  await server.post('tomasz', { direct: [server.account('iris').user_id] }, 'for you')
  await expect.poll(async () => (await tray())?.image).toMatch(/unread|mentioned/)
  const image = (await tray())?.image ?? ''
  expect(existsSync(join(icons, image))).toBe(true)
  expect(existsSync(join(icons, '512.png'))).toBe(true)
  const before = (await app.host.record()).windowShown
  app.host.send({ type: 'tray-click' })
  if (process.platform !== 'darwin') {
    await expect.poll(async () => (await app.host.record()).windowShown).toBeGreaterThan(before)
  }
  app.host.send({ type: 'tray-menu', text: 'Do not disturb' })
  await expect.poll(async () => (await tray())?.image).toMatch(/quiet/)
})

test('Skein continues on a desktop without a tray', async ({ launchSignedIn }) => {
  test.skip(runsInElectron, 'the host alone can be a desktop without a tray')
  const app = await launchSignedIn({ env: { SKEIN_HOST_TRAY: 'none' } })
  expect((await app.host.record()).trays).toEqual([])
  expect(readFileSync(join(app.data, 'logs/skein.log'), 'utf8')).toContain('there is no icon in the tray')
})
