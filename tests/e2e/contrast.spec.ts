import { expect, type Page } from '@playwright/test'
import { allFixtures } from './fixtures/all.ts'
import { violations } from './support/axe.ts'
import { expectRules } from './support/checked-screen.ts'
import { darkContrast, darkForced, lightContrast, lightForced, looksNow } from './support/looks.ts'
import { isDrill } from '#support/random.ts'
import { sampleOf } from './support/sample.ts'
import { openFixture } from './support/open-fixture.ts'
import { settle, showFixture } from './support/shown-fixture.ts'
import { test } from './support/fixture-test.ts'

/** The fixtures of which a plain run takes some: they have nearly all colours. */
const everyday = ['daily', 'full-inbox', 'found-search', 'all-streams', 'full-palette', 'unsent', 'muted-person']

for (const name of isDrill ? Object.keys(allFixtures) : sampleOf('contrast', everyday, 3)) {
  test(`every text has a contrast of seven to one with more contrast: ${name}`, async ({ sharedPage }) => {
    for (const look of looksNow(name, [lightContrast, darkContrast])) {
      const page = await showFixture(sharedPage, name, look)
      await openFixture(page, name)
      expect(await violations(page, 'color-contrast-enhanced')).toEqual([])
    }
  })
}

for (const name of sampleOf('forced colours', ['daily', 'full-inbox', 'full-palette'], 1)) {
  test(`the screen keeps the rules with more contrast and with the system's own colours: ${name}`, async ({
    sharedPage,
  }) => {
    for (const look of looksNow(name, [darkForced, lightForced, lightContrast, darkContrast])) {
      const page = await showFixture(sharedPage, name, look)
      await openFixture(page, name)
      await settle(page)
      await expectRules(page)
    }
  })
}

/** The drawn styles of an element, as the browser computes them. */
async function drawn(page: Page, selector: string) {
  return page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { backgroundColor, color, outlineStyle, outlineColor, outlineWidth } = getComputedStyle(element)
      return { backgroundColor, color, outline: `${outlineStyle} ${outlineWidth} ${outlineColor}` }
    })
}

/** A system colour, as the forced colours use it. */
async function systemColor(page: Page, name: string): Promise<string> {
  return page.evaluate((color) => {
    const element = document.createElement('i')
    element.style.color = color
    document.body.append(element)
    const computed = getComputedStyle(element).color
    element.remove()
    return computed
  }, name)
}

test('the focus and the selection are visible with forced colours', async ({ sharedPage }) => {
  const page = await showFixture(sharedPage, 'daily', darkForced)
  const highlight = await systemColor(page, 'Highlight')
  const chosen = '.navigation [aria-current=page]'
  expect(await drawn(page, chosen)).toMatchObject({
    backgroundColor: highlight,
    color: await systemColor(page, 'HighlightText'),
  })
  // The focus by keys is tested in the field, a row of the navigation, and a button.
  for (const selector of ['.navigation input', `.navigation .item:not([aria-current])`, '.icon-button']) {
    await page.keyboard.press('Tab')
    await page.locator(selector).first().focus()
    expect((await drawn(page, selector)).outline, selector).toBe(`solid 2px ${highlight}`)
  }
  // The colours of streams are not system colours and stay.
  const streams = await page
    .locator('.navigation .hash')
    .evaluateAll((squares) => new Set(squares.map((square) => getComputedStyle(square).backgroundColor)).size)
  expect(streams).toBeGreaterThan(2)
  await page.keyboard.press('Control+k')
  expect(await drawn(page, '[role=option][aria-selected=true]')).toMatchObject({ backgroundColor: highlight })
})
