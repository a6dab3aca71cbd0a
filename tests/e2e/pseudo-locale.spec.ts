import { expect } from '@playwright/test'
import { test as base } from './support/bare-browser.ts'
import { light, lightSmall } from './support/looks.ts'
import { fixturePicture } from './support/pictures.ts'
import { pseudoPageFolder } from './support/pseudo-page.ts'
import { cutTexts, foreignTexts } from './support/pseudo-look.ts'
import { leave, sampleOf } from './support/sample.ts'
import { SharedPage } from './support/shared-page.ts'
import { servePage } from './support/fixture-page.ts'
import { deeds, press, screensAndDeeds } from './support/screens-and-deeds.ts'
import { allFixtures } from './fixtures/all.ts'

// One worker has the page with the pseudo-locale.
base.describe.configure({ mode: 'default' })

const test = base.extend<object, { pseudoPage: SharedPage }>({
  pseudoPage: [
    async ({ chromiumAtHand }, use) => {
      const { url, server } = await servePage(fixturePicture, undefined, await pseudoPageFolder())
      const shared = new SharedPage(chromiumAtHand, url)
      await use(shared)
      await shared.close()
      server.close()
      server.closeAllConnections()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

test('every fixture shows only words of the catalogue in the pseudo-locale, and cuts none off', async ({
  pseudoPage,
}) => {
  test.setTimeout(600_000)
  const sample = sampleOf('pseudo-locale', screensAndDeeds, 30)
  leave(screensAndDeeds.length - sample.length, 'pseudo-locale screens')
  const faults: string[] = []
  for (const [name, deed] of sample) {
    const { fixture, opens } = allFixtures[deeds[name]?.on ?? name] ?? { fixture: undefined, opens: 'nothing' }
    if (fixture === undefined) throw new Error(`no fixture ${name}`)
    const { meta } = fixture.conversation
    const page = await pseudoPage.show(
      fixture,
      opens !== 'nothing' && 'narrow' in meta ? meta.narrow : null,
      lightSmall,
    )
    await expect(page.locator('main').first()).toBeVisible()
    if (opens === 'conversation') await expect(page.locator('main.conversation h1')).toBeVisible()
    await (deed === null ? press(page, name) : deed(page))
    await page.evaluate(() => document.fonts.ready)
    faults.push(
      ...(await foreignTexts(page, fixture)).map((text) => `${name}: not of the catalogue: ${text}`),
      ...(await cutTexts(page)).map((text) => `${name}: cut off: ${text}`),
    )
  }
  expect(faults).toEqual([])
})

test('the page is mirrored from right to left, except code and numbers', async ({ pseudoPage }) => {
  test.skip(process.platform !== 'linux', 'the reference was drawn on Linux')
  const { fixture } = allFixtures.daily ?? { fixture: undefined }
  if (fixture === undefined) throw new Error('no fixture daily')
  const { meta } = fixture.conversation
  const page = await pseudoPage.show(fixture, 'narrow' in meta ? meta.narrow : null, light)
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl'
  })
  await expect(page.locator('.list.placed')).toBeVisible()
  await page.evaluate(() => document.fonts.ready)
  await expect(page).toHaveScreenshot('right-to-left-light.png', {
    maxDiffPixelRatio: 0.02,
    animations: 'disabled',
    caret: 'hide',
  })
})
