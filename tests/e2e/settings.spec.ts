import { violations } from './support/axe.ts'
import { openSettings } from './support/settings-page.ts'
import { expect, shared as it, test } from './support/skein.ts'

it('the settings are found, changed and undone by keys alone', async ({ app, server }) => {
  const { page } = app
  const { keyboard } = page
  await app.open('books')
  await expect(app.composer).toBeFocused()
  await keyboard.press('Control+,')
  const settings = page.locator('main.settings')
  const field = settings.getByRole('searchbox', { name: 'Search settings' })
  await expect(field).toBeFocused()
  await expect(settings.getByRole('heading', { level: 2 })).toHaveText('Appearance')

  await keyboard.type('clock')
  await expect(settings.getByRole('status').first()).toHaveText('1 setting')
  const time = settings.getByRole('group', { name: 'Time format' })
  await expect(time).toContainText('Your account, on all devices')
  await expect(time.getByRole('radio', { name: /^24 hours/ })).toBeChecked()
  await keyboard.press('Enter')
  await expect(time.getByRole('radio').first()).toBeFocused()
  await keyboard.press('Space')
  await expect(time.getByRole('radio', { name: /^12 hours/ })).toBeChecked()
  const atServer = async () => {
    const state = await server.call('iris', 'POST', '/register', { fetch_event_types: '["user_settings"]' })
    return (state.user_settings as { twenty_four_hour_time: boolean }).twenty_four_hour_time
  }
  await expect.poll(atServer).toBe(false)
  const undo = time.getByRole('button', { name: 'Undo: Time format' })
  await undo.focus()
  await keyboard.press('Enter')
  await expect(undo).toHaveCount(0)
  await expect(time.locator(':focus')).toHaveCount(1)
  await expect(time.getByRole('radio', { name: /^24 hours/ })).toBeChecked()
  await expect.poll(atServer).toBe(true)
  expect(await violations(page)).toEqual([])

  await field.focus()
  await keyboard.press('Escape')
  await expect(field).toHaveValue('')
  await keyboard.press('Tab')
  await keyboard.press('ArrowDown')
  await expect(settings.getByRole('heading', { level: 2 })).toHaveText('Reading')
  await expect(settings.getByRole('button', { name: 'Reading', exact: true })).toBeFocused()
  await keyboard.press('End')
  await expect(settings.getByRole('heading', { level: 2 })).toHaveText('About and help')
  await keyboard.press('Escape')
  await expect(settings).toHaveCount(0)
  await expect(app.composer).toBeFocused()

  // The palette has each section, and the section is shown again after a reload.
  await keyboard.press('Control+k')
  await keyboard.type('Settings: Not')
  await keyboard.press('Enter')
  await expect(settings.getByRole('heading', { level: 2 })).toHaveText('Notifications')
  await openSettings(page, 'Writing')
  await app.reload()
  await expect(settings.getByRole('heading', { level: 2 })).toHaveText('Writing')
  await field.fill('theme dark')
  await expect(settings.getByRole('status').first()).toHaveText('1 setting')
  await app.reload()
  await expect(field).toHaveValue('theme dark')
  await expect(settings.getByRole('status').first()).toHaveText('1 setting')
  await field.fill('')
  await settings.locator('.columns').focus()
  await keyboard.press('Escape')
  await expect(settings).toHaveCount(0)
})

test('settings of the account wait for the network, and come from other devices', async ({ app, server }) => {
  const { page } = app
  await app.open('books')
  const settings = await openSettings(page, 'Notifications')
  const direct = settings.getByRole('group', { name: 'Direct messages, mentions and alert words' })
  const sounds = direct.getByRole('checkbox', { name: 'Sounds' })
  await expect(sounds).toBeChecked()
  await server.call('iris', 'PATCH', '/settings', { enable_sounds: 'false' })
  await expect(sounds).not.toBeChecked()
  await server.stop()
  await expect(app.state).toHaveText('Offline')
  await sounds.check()
  await expect(direct).toContainText('Not synced yet')
  await server.start()
  await expect(direct).not.toContainText('Not synced yet', { timeout: 30_000 })
  await expect(sounds).toBeChecked()
})

it('the size of text and the density apply at once, and nothing is cut off in a small window', async ({ app }) => {
  const { page } = app
  await page.setViewportSize({ width: 800, height: 600 })
  const settings = await openSettings(page, 'Appearance')
  const size = settings.getByRole('group', { name: 'Text size' })
  const usual = await settings.getByRole('heading', { level: 1 }).evaluate((node) => getComputedStyle(node).fontSize)
  expect(usual).toBe('15px')
  const larger = size.getByRole('button', { name: 'Text size: larger' })
  await larger.focus()
  for (let step = 0; step < 6; step += 1) await page.keyboard.press('Enter')
  await expect(size).toContainText('20 px')
  await expect(larger).toBeDisabled()
  await expect(larger).toBeFocused()
  await settings.getByLabel('Density', { exact: true }).selectOption('Compact')
  await expect(page.locator('html[data-density=compact]')).toBeVisible()
  for (const section of ['Appearance', 'Reading', 'Writing', 'Notifications', 'Account', 'Updates', 'About and help']) {
    await settings.getByRole('button', { name: section, exact: true }).click()
    const isCut = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('main.settings .pages, main.settings .side, main.settings')].some(
        (box) => box.scrollWidth > box.clientWidth,
      ),
    )
    expect([section, isCut]).toEqual([section, false])
  }
  await settings.getByRole('button', { name: 'Appearance', exact: true }).click()
  await settings.getByLabel('Density', { exact: true }).selectOption('Comfortable')
  const smaller = size.getByRole('button', { name: 'Text size: smaller' })
  for (let step = 0; step < 6; step += 1) await smaller.click()
  await expect(size).toContainText('14 px')
  await page.setViewportSize({ width: 1280, height: 800 })
})

it('the settings have the names and places that a screen reader tells', async ({ app }) => {
  const settings = await openSettings(app.page, 'Writing')
  await expect(settings.getByRole('group', { name: 'What others see' })).toMatchAriaSnapshot(`
    - group "What others see":
      - paragraph: Your account, on all devices
      - checkbox "When you’re online" [checked]
      - checkbox "When you’re typing a direct message" [checked]
      - checkbox "When you’re typing in a stream" [checked]
      - checkbox "What you have read" [checked]
  `)
})

it('the keys of a command are changed, with what another command loses, and reset', async ({ app }) => {
  const { page } = app
  const { keyboard } = page
  await app.open('books')
  const settings = await openSettings(page, 'Keyboard shortcuts')
  const field = settings.getByRole('searchbox', { name: 'Search settings' })
  await field.fill('hotkeys recent')
  const row = settings.locator('.row').filter({ has: page.locator('.title', { hasText: 'Recent conversations' }) })
  await expect(row).toContainText('T')
  await keyboard.press('Enter')
  await expect(row.getByRole('button', { name: 'Change keys: Recent conversations' })).toBeFocused()
  await keyboard.press('Enter')
  await expect(row.getByRole('button', { name: 'Press the new keys' })).toBeFocused()
  await keyboard.press('Enter')
  await expect(row.getByRole('alert')).toHaveText(
    'Enter can’t be used, because the system, text fields or lists need it.',
  )
  await keyboard.press('n')
  await expect(row.getByRole('alert')).toContainText('N is used for “Next unread conversation”.')
  expect(await violations(page)).toEqual([])
  await keyboard.press('Escape')
  await expect(row.getByRole('button', { name: 'Change keys: Recent conversations' })).toBeFocused()
  await expect(settings).toBeVisible()
  await keyboard.press('Enter')
  await keyboard.press('n')
  await row.getByRole('button', { name: 'Use it here instead' }).click()
  await expect(row.locator('kbd')).toHaveText(['N'])

  // The new key works at once and after a reload, also in the list of keys, and not in a field.
  await field.fill('')
  await keyboard.type('hotkeys unread')
  await expect(settings.locator('.row', { hasText: 'Next unread conversation' })).toContainText('No keys')
  await app.reload()
  await expect(settings.getByRole('heading', { level: 2 })).toHaveText('Keyboard shortcuts')
  await field.fill('')
  await keyboard.press('Escape')
  await expect(settings).toHaveCount(0)
  await page.getByRole('heading', { level: 1 }).first().click()
  await keyboard.press('n')
  await expect(page.locator('main.recent')).toBeVisible()
  await keyboard.press('?')
  const entry = page
    .getByRole('dialog', { name: 'Keyboard shortcuts' })
    .locator('dl div')
    .filter({ hasText: 'Recent conversations' })
  await expect(entry.locator('kbd')).toHaveText('N')
  await keyboard.press('Escape')

  await openSettings(page, 'Keyboard shortcuts')
  await settings.getByRole('button', { name: 'Reset all' }).click()
  await expect(settings.getByRole('button', { name: 'Reset all' })).toHaveCount(0)
  await expect(row.locator('kbd')).toHaveText(['T'])
})
