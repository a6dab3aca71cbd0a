import { expect, type Locator, type Page } from '@playwright/test'

/** Opens a section of the settings by the key, and returns the screen. */
export async function openSettings(page: Page, section: string): Promise<Locator> {
  await page.keyboard.press('Control+,')
  const settings = page.locator('main.settings')
  await settings.getByRole('button', { name: section, exact: true }).click()
  await expect(settings.getByRole('heading', { level: 2, name: section })).toBeVisible()
  return settings
}
