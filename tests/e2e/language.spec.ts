import { openSettings } from './support/settings-page.ts'
import { expect, runsInElectron, test } from './support/skein.ts'

test('the window changes its language, keeps a draft and its place, and stays so after a reload', async ({ app }) => {
  const { page } = app
  await app.open('books')
  await app.composer.fill('half a thought')
  const settings = await openSettings(page, 'Appearance')
  await settings.getByRole('combobox', { name: 'Language', exact: true }).selectOption('Deutsch')
  if (!runsInElectron) {
    // The page asks for another one, whose link the host prints.
    await page.goto(await app.host.shown())
  }
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(settings.getByRole('heading', { level: 2 })).toHaveText('Darstellung')
  await expect(settings.getByRole('combobox', { name: 'Sprache', exact: true })).toHaveValue(/.+/)
  await app.reload()
  await expect(settings.getByRole('heading', { level: 2 })).toHaveText('Darstellung')
  await page.keyboard.press('Escape')
  await page.keyboard.press('d')
  await expect(page.getByRole('heading', { name: 'Entwürfe' })).toBeVisible()
  await expect(page.locator('main.drafts')).toContainText('half a thought')

  // Both words of English find the setting, too.
  await page.keyboard.press('Control+,')
  await expect(settings.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('language')
  await expect(settings.getByRole('combobox', { name: 'Sprache', exact: true })).toBeVisible()
  await settings.getByRole('combobox', { name: 'Sprache', exact: true }).selectOption('English')
  if (!runsInElectron) await page.goto(await app.host.shown())
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})

test.describe('an organization of feature level 371', () => {
  test.use({ serverOptions: ['--feature-level', '371'] })

  test('the window says channel where other organizations say stream, and a search takes both words', async ({
    app,
  }) => {
    const { page } = app
    await app.open('books')
    await expect(page.getByRole('button', { name: 'Channels', exact: true }).first()).toBeVisible()
    await page.keyboard.press('Control+k')
    await page.keyboard.insertText('new stream')
    await expect(page.getByRole('option', { name: /^New channel/ })).toBeVisible()
    await page.keyboard.press('Escape')
    const settings = await openSettings(page, 'Reading')
    await page.getByRole('searchbox', { name: 'Search settings' }).fill('streams unread counts')
    await expect(settings.getByText('Channels that show unread counts').first()).toBeVisible()
  })
})
