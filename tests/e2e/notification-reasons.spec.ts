import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { violations } from './support/axe.ts'
import { openSettings } from './support/settings-page.ts'
import { expect, runsInElectron, shared as it, test, type SkeinApp } from './support/skein.ts'

/** The window loses the focus to another program. */
async function lookAway(app: SkeinApp): Promise<void> {
  await app.page.evaluate(() => {
    document.hasFocus = () => false
    window.dispatchEvent(new Event('blur'))
  })
}

const bodies = async (app: SkeinApp) => (await app.host.record()).notifications.map(({ body }) => body)

async function chooseInAccountMenu(app: SkeinApp, ...entries: readonly (string | RegExp)[]): Promise<void> {
  await app.page.getByRole('button', { name: 'Account and settings' }).click()
  for (const name of entries) await app.page.getByRole('menuitem', { name }).click()
}

it('do not disturb for an hour shows its end, and the reasons of each message are told afterwards', async ({
  app,
  server,
}) => {
  test.skip(runsInElectron, 'the host records what the desktop is told')
  const { page } = app
  await app.open('books')
  await lookAway(app)
  const iris = server.account('iris').user_id
  await chooseInAccountMenu(app, 'Do not disturb…', 'For an hour')
  const moon = page.getByRole('button', { name: /^Do not disturb until \d\d:\d\d$/ })
  await expect(moon).toBeVisible()
  const tray = async () => (await app.host.record()).trays[0]?.menu.map(({ label }) => label) ?? []
  await expect.poll(async () => (await tray()).some((label) => label.startsWith('Do not disturb until'))).toBe(true)
  const during = await server.post('tomasz', { direct: [iris] }, 'while she is busy')
  const log = () => readFileSync(join(app.data, 'logs/skein.log'), 'utf8')
  await expect.poll(log).toContain(`notification of message ${during}: no (DO_NOT_DISTURB`)

  await moon.click()
  await page.getByRole('menuitem', { name: 'Turn off do not disturb' }).click()
  await expect(moon).toHaveCount(0)
  await server.post('tomasz', { direct: [iris] }, 'after that')
  await expect.poll(() => bodies(app)).toContain('after that')
  expect(await bodies(app)).not.toContain('while she is busy')

  await chooseInAccountMenu(app, /^Recent notifications/)
  const list = page.locator('main.notifications')
  const rows = list.getByRole('list', { name: 'Recent notifications' }).getByRole('listitem')
  await expect(rows.nth(0)).toContainText('It’s a direct message.')
  await expect(rows.nth(1)).toContainText('Do not disturb was on, until')
  expect(await violations(page)).toEqual([])
  await list.getByRole('button', { name: 'Notified', exact: true }).click()
  await expect(rows.filter({ hasText: 'Do not disturb' })).toHaveCount(0)
  await list.getByRole('button', { name: 'Not notified', exact: true }).click()
  await rows.first().getByRole('button', { name: 'Why?' }).click()
  const dialog = page.getByRole('dialog', { name: 'You weren’t notified' })
  await expect(dialog).toContainText('Do not disturb was on, until')
  await expect(dialog).toContainText('It’s a direct message.')
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Notification settings' }).click()
  await expect(page.locator('main.settings').getByRole('heading', { level: 2 })).toHaveText('Notifications')

  await page.keyboard.press('Alt+ArrowLeft')
  await rows.first().getByRole('button').first().click()
  await app.message('after that').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Why was I notified or not?' }).click()
  await expect(page.getByRole('dialog', { name: 'You were notified' })).toContainText('It’s a direct message.')
  await page.keyboard.press('Escape')
})

it('a test says what became of each way, and weekly do not disturb is set in the settings', async ({ app }) => {
  test.skip(runsInElectron, 'the host records what the desktop is told')
  const { page } = app
  await app.open('books')
  const settings = await openSettings(page, 'Notifications')
  await settings.getByRole('combobox', { name: 'Sound of notifications' }).selectOption('Bell')
  await expect(settings.getByRole('combobox', { name: 'Volume' })).toHaveValue('100 %')
  await settings.getByRole('button', { name: 'Send a test notification' }).click()
  await expect(settings.getByRole('group', { name: 'Test' })).toContainText('was handed to your system')
  await expect(settings.getByRole('group', { name: 'Test' })).toContainText(/sound (was|couldn’t be) played/)
  const shown = (await app.host.record()).notifications.at(-1)
  expect([shown?.title, shown?.isSilent]).toEqual(['Test notification', true])

  await settings.getByRole('checkbox', { name: 'Do not disturb every week' }).check()
  const hours = settings.getByRole('group', { name: 'Days and times' })
  for (const name of ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']) {
    const day = hours.getByRole('button', { name })
    if ((await day.getAttribute('aria-pressed')) === 'false') await day.click()
    await expect(day).toHaveAttribute('aria-pressed', 'true')
  }
  // Hours of a whole day go on whenever the test runs.
  await hours.getByLabel('From').fill('09:00')
  await hours.getByLabel('to').fill('09:00')
  await expect(hours).toContainText('on the next day')
  await expect(page.getByRole('button', { name: 'Do not disturb', exact: true })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await settings.getByRole('checkbox', { name: 'Do not disturb every week' }).uncheck()
  await expect(page.getByRole('button', { name: 'Do not disturb', exact: true })).toHaveCount(0)
})
