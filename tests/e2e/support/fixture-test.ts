import { isDrill } from '#support/random.ts'
import { test as base } from './bare-browser.ts'
import { drawsAlike } from './drawn-alike.ts'
import { fixturePicture } from './pictures.ts'
import { SharedPage } from './shared-page.ts'
import { servePage } from './fixture-page.ts'

/** How alike a screenshot and its reference must be: options of Playwright's comparison. */
export interface Likeness {
  readonly animations: 'disabled'
  readonly caret: 'hide'
  readonly maxDiffPixels?: number
  readonly maxDiffPixelRatio?: number
}

/**
 * A test of the built page alone, in the machine's browser: `pageAddress` is its address, `sharedPage` a page that all
 * tests of the worker use, `likeness` the required similarity of a screenshot and its reference.
 */
export const test = base.extend<object, { pageAddress: string; sharedPage: SharedPage; likeness: Likeness }>({
  pageAddress: [
    async ({}, use) => {
      const { url, server } = await servePage(fixturePicture)
      await use(url)
      server.close()
      server.closeAllConnections()
    },
    { scope: 'worker' },
  ],
  sharedPage: [
    async ({ chromiumAtHand, pageAddress }, use) => {
      const shared = new SharedPage(chromiumAtHand, pageAddress)
      await use(shared)
      await shared.close()
    },
    { scope: 'worker' },
  ],
  likeness: [
    async ({ chromiumAtHand }, use, { config }) => {
      const isRedrawn = config.updateSnapshots === 'all' || config.updateSnapshots === 'changed'
      const drawing = { animations: 'disabled', caret: 'hide' } as const
      // The drill detects a new entry of a menu, which changes some hundred pixels of a window. Letters that another
      // machine draws differ by many more.
      const isStrict = isDrill && (await drawsAlike(chromiumAtHand, isRedrawn))
      await use(isStrict ? { ...drawing, maxDiffPixels: 100 } : { ...drawing, maxDiffPixelRatio: 0.02 })
    },
    { scope: 'worker' },
  ],
})
