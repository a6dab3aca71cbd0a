import { mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, runsInElectron, test } from './support/skein.ts'

test('an unreadable list of accounts is reported, stays unchanged, and is used after it can be read', async ({
  app,
  launch,
}) => {
  await app.quit()
  const file = join(app.data, 'skein.json')
  const stored = JSON.parse(readFileSync(file, 'utf8')) as { settings: { spelling: unknown } }
  stored.settings.spelling = { isOn: true, languages: ['de'] }
  writeFileSync(`${file}.away`, JSON.stringify(stored))
  rmSync(file)
  // No user can read a folder at its path.
  mkdirSync(file)
  const again = await launch({ data: app.data })
  await expect(again.page.getByRole('heading', { name: 'Couldn’t load your accounts' })).toBeVisible()
  await expect(again.page.getByRole('alert')).toContainText('there’s a folder in its place')
  await again.page.getByRole('button', { name: 'Try again now' }).click()
  await expect(again.page.getByRole('alert')).toContainText('there’s a folder in its place')
  rmdirSync(file)
  renameSync(`${file}.away`, file)
  await expect(async () => {
    const button = again.page.getByRole('button', { name: 'Try again now' })
    // An automatic retry may have read it in the meantime.
    if (await button.isVisible()) await button.click({ timeout: 500 })
    await expect(again.state).toHaveText('Up to date', { timeout: 5000 })
  }).toPass({ timeout: 30_000 })
  if (runsInElectron) return
  // The settings apply, too.
  expect((await again.host.record()).spelling).toMatchObject({ isEnabled: true, languages: ['de'] })
})

test('an account whose list was lost has its drafts after its user signs in', async ({ app, launch, server }) => {
  await app.open('books')
  await app.composer.fill('Half a thought about')
  // Leaving a conversation stores the typed text.
  await app.open('release 2.4')
  await app.quit()
  writeFileSync(join(app.data, 'skein.json'), '{"version":1,"acc')
  const again = await launch({ data: app.data })
  await expect(again.page.getByRole('alert')).toContainText('Sign in again to continue.')
  await again.signIn(server.url)
  await again.open('books')
  await expect(again.composer).toHoldText('Half a thought about')
  expect(readdirSync(join(app.data, 'accounts'))).toHaveLength(1)
})

test('a window whose acknowledgement was lost shows new messages seconds later without an action', async ({
  app,
  server,
}) => {
  test.skip(runsInElectron, 'the pipe of the browser host can be made to lose a call')
  await app.open('release 2.4')
  await app.page.evaluate(() => {
    const send = Object.getOwnPropertyDescriptor(WebSocket.prototype, 'send')?.value as (data: string) => void // a method
    let lost = 0
    Object.assign(window, { lostAcknowledgements: () => lost })
    WebSocket.prototype.send = function (data) {
      if (lost === 0 && typeof data === 'string' && data.includes('app.acknowledge')) lost += 1
      else send.call(this, data as string)
    }
  })
  const place = { stream: 'arm-firmware', topic: 'release 2.4' }
  await server.post('noor', place, 'Something to acknowledge.')
  await expect
    .poll(() =>
      app.page.evaluate(() => (window as unknown as { lostAcknowledgements(): number }).lostAcknowledgements()),
    )
    .toBe(1)
  await server.post('noor', place, 'The engine waits with this one.')
  await expect(app.message('The engine waits with this one.')).toBeVisible({ timeout: 30_000 })
  await server.post('noor', place, 'From here on all is well.')
  await expect(app.message('From here on all is well.')).toBeVisible()
})

test('notifications are withdrawn with their account, and a click on a remaining one explains that', async ({
  app,
  server,
}) => {
  test.skip(runsInElectron, 'the host records what the desktop is told')
  await app.open('books')
  await app.page.evaluate(() => {
    // The window loses the focus to another program.
    document.hasFocus = () => false
    window.dispatchEvent(new Event('blur'))
  })
  await server.post('tomasz', { direct: [server.account('iris').user_id] }, 'are you there?')
  const open = async () => (await app.host.record()).notifications.map((notification) => notification.isOpen)
  await expect.poll(open).toEqual([true])
  await app.page.getByRole('button', { name: 'Account and settings' }).click()
  await app.page.getByRole('menuitem', { name: 'Sign out…' }).click()
  await app.page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(app.page.getByRole('heading', { name: 'Sign in to your organization' })).toBeVisible()
  await expect.poll(open).toEqual([false])
  app.host.send({ type: 'notification-click', index: 0 })
  await expect(app.page.getByRole('status').filter({ hasText: 'an account that’s signed out' })).toHaveCount(1)
  await expect(app.page.getByRole('heading', { name: 'Sign in to your organization' })).toBeVisible()
})
