import { expect, type Page } from '@playwright/test'
import { violations } from './axe.ts'
import { referenceLooks, type Look } from './looks.ts'
import { leave, sampleOf } from './sample.ts'
import type { Likeness } from './fixture-test.ts'

/** The share of the screens that a plain run compares with their pictures is one of so many. */
const comparedOf = 4

/** Checks an open screen by rules; a look with a reference picture is compared with it if the run's sample has the screen. */
export async function expectScreen(page: Page, name: string, look: Look, likeness: Likeness): Promise<void> {
  if (referenceLooks.includes(look)) {
    if (isCompared(name)) await expect(page).toHaveScreenshot(`${name}-${look.name}.png`, likeness)
    else leave(1, 'pictures')
  }
  await expectRules(page)
}

/** Checks an open screen by the rules that hold in every look: those of axe, and that the window does not scroll sideways. */
export async function expectRules(page: Page): Promise<void> {
  expect(await violations(page)).toEqual([])
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow, 'the window scrolls sideways').toBeLessThanOrEqual(0)
}

/** Each screen is drawn by lot, and always compared in the drill. */
function isCompared(name: string): boolean {
  return sampleOf(`picture of ${name}`, [...Array(comparedOf).keys()], 1).includes(0)
}
