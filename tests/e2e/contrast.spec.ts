import { expect, type Page } from '@playwright/test'
import { allStages } from './support/all-stages.ts'
import { violations } from './support/axe.ts'
import { darkContrast, darkForced, lightContrast, lightForced, looksNow } from './support/looks.ts'
import { isDrill } from '#support/random.ts'
import { sampleOf } from './support/sample.ts'
import { openStage } from './support/open-stage.ts'
import { settle, showStage } from './support/shown-stage.ts'
import { test } from './support/staged-test.ts'

/** The stages of which a plain run takes some: they have nearly all colours. */
const everyday = ['daily', 'full-inbox', 'found-search', 'all-streams', 'full-palette', 'not-sent', 'muted-person']

for (const name of isDrill ? Object.keys(allStages) : sampleOf('contrast', everyday, 3)) {
  test(`every text has a contrast of seven to one with more contrast: ${name}`, async ({ sharedPage }) => {
    for (const look of looksNow(name, [lightContrast, darkContrast])) {
      const page = await showStage(sharedPage, name, look)
      await openStage(page, name)
      expect(await violations(page, 'color-contrast-enhanced')).toEqual([])
    }
  })
}

for (const name of sampleOf('forced colours', ['daily', 'full-inbox', 'full-palette'], 1)) {
  test(`the screen matches its reference with more contrast and with the system's own colours: ${name}`, async ({
    sharedPage,
    likeness,
  }) => {
    // Letters differ on other systems, where the other tests hold as well.
    test.skip(process.platform !== 'linux', 'the references were drawn on Linux')
    for (const look of looksNow(name, [darkForced, lightForced, lightContrast, darkContrast])) {
      const page = await showStage(sharedPage, name, look)
      await openStage(page, name)
      await settle(page)
      await expect(page).toHaveScreenshot(`${name}-${look.name}.png`, likeness)
      expect(await violations(page)).toEqual([])
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
  const page = await showStage(sharedPage, 'daily', darkForced)
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
