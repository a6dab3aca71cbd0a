import { expect, type Page, shared as it, test } from './support/skein.ts'

const panel = (page: Page) => page.getByRole('dialog', { name: 'Connection status' })

test('the panel shows since when, why and how often the server is not reached, and “Try now” reconnects the account', async ({
  app,
  server,
}) => {
  const { page } = app
  await app.open('lunch on Friday')
  await server.stop()
  await expect(app.state).toHaveText('Offline')
  await app.send('Who brings plates?')
  await page.getByRole('button', { name: 'Details' }).click()
  const details = panel(page).getByRole('group', { name: 'Alder Robotics' })
  await expect(details).toContainText(/Offline for \d+ (second|minute)s?/)
  await expect(details).toContainText('The server isn’t running, or is refusing connections.')
  await expect(details).toContainText(/Tried (once|\d+ times)/)
  await expect(details).toContainText(/Trying again in \d+ s|Trying now/)
  const row = details.getByRole('listitem').filter({ hasText: 'Who brings plates?' })
  await expect(row).toContainText('lunch on Friday')
  await expect(row).toContainText('Will be sent when you’re back online.')
  await expect(row).toContainText(/for \d+ (second|minute)s?/)

  // The attempts fail and are counted.
  const tries = async () => Number(/Tried (\d+) times/.exec((await details.textContent()) ?? '')?.[1] ?? 1)
  const before = await tries()
  await expect(async () => {
    await details.getByRole('button', { name: 'Try now' }).click()
    expect(await tries()).toBeGreaterThan(before)
  }).toPass()

  await server.start()
  await expect(async () => {
    await details.getByRole('button', { name: 'Try now' }).click()
    await expect(details).toContainText('Connected since', { timeout: 2000 })
  }).toPass({ timeout: 30_000 })
  await expect(details).toContainText('Everything is sent and up to date')
  // The button also retries while connected, and shows the outcome.
  await details.getByRole('button', { name: 'Try now' }).click()
  await expect(panel(page).getByRole('status').filter({ hasText: 'The server responded.' })).toHaveCount(1)
  await expect(details).toContainText(/Since .*\d\d:\d\d\./)

  // Escape closes the panel and restores the focus, although the bar that opened it has disappeared.
  await page.keyboard.press('Escape')
  await expect(panel(page)).toHaveCount(0)
  await expect(app.message('Who brings plates?')).toHaveAttribute('data-message-id', /\d+/)
  const received = await server.contents('tomasz', [['topic', 'lunch on Friday']])
  expect(received.filter((text) => text === 'Who brings plates?')).toHaveLength(1)
})

it('the panel opens from the state, the menu and by key, keeps the focus inside, and returns it', async ({ app }) => {
  const { page } = app
  await app.open('lunch on Friday')
  const state = page.getByRole('button', { name: 'Up to date' })
  await state.focus()
  await page.keyboard.press('Enter')
  await expect(panel(page)).toBeVisible()
  const isInside = () => page.evaluate(() => document.querySelector('dialog[open]')?.contains(document.activeElement))
  for (let times = 0; times < 8; times += 1) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => document.activeElement?.tagName ?? '')
    // Between the last and the first element the browser has the focus.
    if (focused !== 'BODY') expect(await isInside()).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(state).toBeFocused()

  await page.getByRole('button', { name: 'Account and settings' }).click()
  await page.getByRole('menuitem', { name: /^Connection status/ }).click()
  await expect(panel(page)).toBeVisible()
  await panel(page).getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('button', { name: 'Account and settings' })).toBeFocused()

  const log = page.getByRole('log')
  await log.focus()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Connection status')
  await page.keyboard.press('Escape')
  await expect(log).toBeFocused()
  await page.keyboard.press('w')
  await expect(panel(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(log).toBeFocused()
})

test('each account has its state, its pending work and its own “Try now”, and arrows switch accounts', async ({
  app,
  server,
}) => {
  const { page } = app
  await page.getByRole('button', { name: 'Add an organization' }).click()
  await app.signIn(server.url, 'tomasz@alder.example')
  await app.open('lunch on Friday')
  await server.stop()
  await expect(app.state).toHaveText('Offline')
  await app.send('Written by the second account')
  await page.getByRole('log').focus()
  await page.keyboard.press('w')
  const tabs = panel(page).getByRole('tablist', { name: 'Accounts' }).getByRole('tab')
  await expect(tabs).toHaveCount(2)
  // The shown account is selected first.
  const [first, second] = [tabs.nth(0), tabs.nth(1)]
  await expect(second).toBeFocused()
  await expect(second).toHaveAttribute('aria-selected', 'true')
  await expect(second).toContainText(/\d waiting/)
  await expect(second).toContainText('Offline')
  await expect(panel(page).getByRole('tabpanel')).toContainText('Written by the second account')
  await page.keyboard.press('ArrowDown')
  await expect(first).toBeFocused()
  await expect(panel(page).getByRole('tabpanel')).toContainText('iris@alder.example')
  await expect(panel(page).getByRole('tabpanel')).not.toContainText('Written by the second account')

  await server.start()
  await expect(async () => {
    await panel(page).getByRole('button', { name: 'Try now' }).click()
    await expect(first).toContainText('Connected', { timeout: 2000 })
  }).toPass({ timeout: 30_000 })
  await expect(async () => {
    await panel(page).getByRole('button', { name: 'Try all now' }).click()
    await expect(second).toContainText('Connected', { timeout: 2000 })
  }).toPass({ timeout: 30_000 })
  await expect(second).not.toContainText('waiting')
  await page.keyboard.press('Escape')
  await expect(app.message('Written by the second account')).toHaveAttribute('data-message-id', /\d+/)
})

test('a rate limit of the server is shown with its end, and “Try now” explains why it cannot try', async ({
  app,
  server,
}) => {
  const { page } = app
  await app.open('lunch on Friday')
  await server.stop()
  await server.start('--rate-limit', '20')
  await app.reconnect()
  // Another client of the same account uses up its rate limit.
  await expect(async () => {
    const answer = await server.call('iris', 'GET', '/users/me')
    expect(answer.code).toBe('RATE_LIMIT_HIT')
  }).toPass({ intervals: [1], timeout: 30_000 })
  await app.send('Held for a while')
  await expect(app.state).toHaveText('Paused')
  await expect(page.getByText(/The server asked Skein to wait until .*\d\d:\d\d/)).toBeVisible()
  await page.getByRole('log').focus()
  await page.keyboard.press('w')
  const details = panel(page).getByRole('group', { name: 'Alder Robotics' })
  await expect(details).toContainText(/Paused until .*\d\d:\d\d/)
  await expect(details).toContainText(/Resuming in \d+/)
  const row = details.getByRole('listitem').filter({ hasText: 'Held for a while' })
  await expect(row).toContainText('The server asked Skein to wait until')
  const tryNow = details.getByRole('button', { name: 'Try now' })
  await expect(tryNow).toBeFocused()
  await expect(tryNow).toBeDisabled()
  await expect(tryNow).toHaveAccessibleDescription('Trying sooner would only make the wait longer.')
  await page.keyboard.press('Enter')
  await expect(details).toContainText(/Paused until/)
})
