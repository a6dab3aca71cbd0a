import { expect, type Page } from '@playwright/test'
import { test } from './support/policy-page.ts'
import { stages } from './support/stages.ts'

const daily = stages.daily!.stage

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

test('a dialog keeps the focus inside, is closed by Escape, and gives the focus back', async ({ openStage }) => {
  const page = await openStage(daily)
  const row = page.locator('article.message').last()
  await row.focus()
  await page.keyboard.press('Delete')
  const question = dialog(page, 'Delete this message?')
  await expect(question.getByRole('button', { name: 'Keep' })).toBeFocused()
  for (let times = 0; times < 5; times += 1) {
    await page.keyboard.press('Tab')
    await expect(question.locator(':focus')).toHaveCount(1)
  }
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(row).toBeFocused()
})

test('a key right after Escape finds the dialog closed', async ({ openStage }) => {
  const page = await openStage(daily)
  await page.getByRole('log').focus()
  for (let times = 0; times < 10; times += 1) {
    await page.keyboard.press('?')
    await page.keyboard.press('Escape')
    await page.keyboard.press('w')
    await expect(dialog(page, 'Connections')).toBeVisible()
    await expect(dialog(page, 'Keyboard shortcuts')).toHaveCount(0)
    await page.keyboard.press('Escape')
  }
  await expect(page.getByRole('log')).toBeFocused()
})

test('Escape closes only what lies on top', async ({ openStage }) => {
  const page = await openStage(daily, { width: 800, height: 600 })
  await page.getByRole('button', { name: 'Open the navigation' }).click()
  const entry = page.locator('.navigation .item').first()
  await expect(entry).toBeInViewport()
  await page.keyboard.press('Control+,')
  await expect(dialog(page, 'Settings')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page, 'Settings')).toHaveCount(0)
  await expect(entry).toBeInViewport()
  await page.keyboard.press('Escape')
  await expect(entry).not.toBeInViewport()
})

test('a dialog that opens from another one gives the focus back to where it was before both', async ({ openStage }) => {
  const page = await openStage(daily)
  await page.getByRole('log').focus()
  await page.keyboard.press('Control+,')
  await dialog(page, 'Settings').getByRole('button', { name: 'Save a report…' }).click()
  await expect(dialog(page, 'Settings')).toHaveCount(0)
  await expect(dialog(page, 'Save a report')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('log')).toBeFocused()
})

test('a large picture is closed by Escape and by its button', async ({ openStage }) => {
  const page = await openStage(daily)
  const link = page.getByRole('link', { name: 'Open chamber.png' })
  for (const close of ['key', 'button'] as const) {
    await link.focus()
    await page.keyboard.press('Enter')
    const picture = dialog(page, 'Picture: chamber.png')
    await expect(picture).toBeVisible()
    await page.keyboard.press('+')
    if (close === 'key') await page.keyboard.press('Escape')
    else await picture.getByRole('button', { name: 'Close (Esc)' }).click()
    await expect(picture).toHaveCount(0)
    await expect(link).toBeFocused()
  }
})
