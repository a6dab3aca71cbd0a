import { expect, type Locator } from '@playwright/test'
import { openConversation } from './support/gallery.ts'
import { installBridge } from './support/fixture-page.ts'
import { test } from './support/fixture-test.ts'
import { allFixtures as fixtures } from './fixtures/all.ts'

const small = { width: 800, height: 600 }

/** Whether all of a box is in the window. */
const isInside = (target: Locator) =>
  target.evaluate((node) => {
    const { left, top, right, bottom } = node.getBoundingClientRect()
    return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
  })

test('overlays stay inside the window when it shrinks', async ({ chromiumAtHand, pageAddress }) => {
  const look = { colorScheme: 'light', viewport: { width: 1280, height: 800 } } as const
  const page = await openConversation(chromiumAtHand, pageAddress, fixtures.daily!.fixture, look)
  await page.getByRole('button', { name: 'Conversation options' }).click()
  const menu = page.getByRole('menu')
  expect(await isInside(menu)).toBe(true)
  await page.setViewportSize(small)
  await expect.poll(() => isInside(menu)).toBe(true)
  await page.keyboard.press('Escape')
  await page.setViewportSize(look.viewport)
  await page.getByRole('button', { name: 'Emoji', exact: true }).click()
  const picker = page.getByRole('dialog', { name: 'Choose an emoji' })
  await expect(picker.getByRole('heading', { name: 'Smileys' })).toBeVisible()
  await page.setViewportSize(small)
  await expect.poll(() => isInside(picker)).toBe(true)
  await page.context().close()
})

test('a window without an open conversation shows the way to the list', async ({ chromiumAtHand, pageAddress }) => {
  const context = await chromiumAtHand.newContext({ viewport: small, locale: 'en-GB' })
  const page = await context.newPage()
  await page.addInitScript(installBridge, fixtures['no-drafts']!.fixture)
  await page.goto(pageAddress)
  const entry = page.locator('.navigation .item').filter({ hasText: 'release 2.4' })
  await expect(page.getByRole('heading', { name: 'Choose a conversation' })).toBeVisible()
  await expect(entry).toBeHidden()
  await page.getByRole('button', { name: 'Show list' }).press('Enter')
  await expect(entry).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(entry).toBeHidden()
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(page.getByRole('button', { name: 'Show list' })).toBeHidden()
  await context.close()
})
