import { expect, type Locator, type Page } from '@playwright/test'

/** Opens a section of the settings by the key, and returns the screen. */
export async function openSettings(page: Page, section: string): Promise<Locator> {
  await page.keyboard.press('Control+,')
  const settings = page.locator('main.settings')
  await settings.getByRole('button', { name: section, exact: true }).click()
  await expect(settings.getByRole('heading', { level: 2, name: section })).toBeVisible()
  return settings
}

/** Opens a section of the organization's settings by the palette, and returns the screen. */
export async function openOrganization(page: Page, section: string): Promise<Locator> {
  await page.keyboard.press('Control+k')
  await page.keyboard.insertText(`Organization: ${section}`)
  await expect(page.getByRole('option', { name: `Organization: ${section}` })).toBeVisible()
  await page.keyboard.press('Enter')
  const screen = page.locator('main.organization')
  await expect(screen.getByRole('heading', { level: 2, name: section })).toBeVisible()
  return screen
}
