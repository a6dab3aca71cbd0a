import { expect } from '@playwright/test'
import { allFixtures } from './fixtures/all.ts'
import { light, lightSmall } from './support/looks.ts'
import { test } from './support/fixture-test.ts'
import { cutTexts } from './support/pseudo-look.ts'
import { leave, sampleOf } from './support/sample.ts'
import { deeds, press, screensAndDeeds } from './support/screens-and-deeds.ts'
import { settle } from './support/shown-fixture.ts'
import type { Page } from '@playwright/test'
import type { SharedPage } from './support/shared-page.ts'
import type { Look } from './support/looks.ts'

/** Shows a fixture in German. */
async function showGerman(shared: SharedPage, name: string, look: Look): Promise<Page> {
  const { fixture, opens } = allFixtures[deeds[name]?.on ?? name] ?? { fixture: undefined, opens: 'nothing' }
  if (fixture === undefined) throw new Error(`no fixture ${name}`)
  const { state, conversation } = fixture
  const inGerman = { ...fixture, state: { ...state, settings: { ...state.settings, language: 'de' as const } } }
  const { meta } = conversation
  const page = await shared.show(inGerman, opens !== 'nothing' && 'narrow' in meta ? meta.narrow : null, look)
  await expect(page.locator('main').first()).toBeVisible()
  if (opens === 'conversation') await expect(page.locator('main.conversation h1')).toBeVisible()
  return page
}

test('every fixture cuts none of its German texts off in a small window', async ({ sharedPage }) => {
  test.setTimeout(600_000)
  const sample = sampleOf('german', screensAndDeeds, 30)
  leave(screensAndDeeds.length - sample.length, 'screens in German')
  const faults: string[] = []
  for (const [name, deed] of sample) {
    const page = await showGerman(sharedPage, name, lightSmall)
    await (deed === null ? press(page, name) : deed(page))
    await page.evaluate(() => document.fonts.ready)
    faults.push(...(await cutTexts(page)).map((text) => `${name}: cut off: ${text}`))
  }
  expect(faults).toEqual([])
})

/** Five screens, by their names: the fixture, and the keys that open the screen. */
const screens: readonly (readonly [name: string, fixture: string, keys: string | null, main: string])[] = [
  ['conversation', 'daily', null, 'conversation'],
  ['settings', 'daily', 'Control+,', 'settings'],
  ['inbox', 'full-inbox', 'Shift+I', 'inbox'],
  ['directory', 'people-directory', 'Shift+D', 'directory'],
  ['groups', 'all-groups', 'Shift+T', 'groups'],
]

for (const [name, fixture, keys, main] of screens) {
  test(`the screen matches its reference in German: ${name}`, async ({ sharedPage }) => {
    test.skip(process.platform !== 'linux', 'the references were drawn on Linux')
    const page = await showGerman(sharedPage, fixture, light)
    if (keys !== null) {
      const log = page.getByRole('log')
      if (await log.isVisible()) await log.focus()
      await page.keyboard.press(keys)
    }
    await expect(page.locator(`main.${main}`)).toBeVisible()
    await settle(page)
    await expect(page).toHaveScreenshot(`german-${name}-light.png`, {
      maxDiffPixelRatio: 0.02,
      animations: 'disabled',
      caret: 'hide',
    })
  })
}
