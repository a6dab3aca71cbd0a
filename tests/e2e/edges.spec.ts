import { mkdirSync, readdirSync, renameSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, runsInElectron, test } from './support/skein.ts'

test('[C6] a list of accounts that cannot be read is said, left alone, and taken up once it can be read', async ({
  app,
  launch,
}) => {
  await app.quit()
  const file = join(app.data, 'skein.json')
  renameSync(file, `${file}.away`)
  // A folder at its path cannot be read by any user.
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
    // It may have been read again by itself meanwhile.
    if (await button.isVisible()) await button.click({ timeout: 500 })
    await expect(again.state).toHaveText('Up to date', { timeout: 5000 })
  }).toPass({ timeout: 30_000 })
})

test('[C6] an account whose list was lost has its drafts again when its user signs in', async ({
  app,
  launch,
  server,
}) => {
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

test('[C8] a window whose acknowledgement was lost shows what is new seconds later, whatever anybody does', async ({
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

test('[C10] notifications go with their account, and one that is clicked all the same says so', async ({
  app,
  server,
}) => {
  test.skip(runsInElectron, 'the host records what the desktop is told')
  await app.open('books')
  await app.page.evaluate(() => {
    // The window loses the focus, as when another program is in front.
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
