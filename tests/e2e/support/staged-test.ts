import { test as base } from './bare-browser.ts'
import { stagedPicture } from './pictures.ts'
import { SharedPage } from './shared-page.ts'
import { servePage } from './staged-page.ts'

/**
 * A test of the built page alone, in the machine's browser: `pageAddress` is its address, `sharedPage` a page that all
 * tests of the worker use.
 */
export const test = base.extend<object, { pageAddress: string; sharedPage: SharedPage }>({
  pageAddress: [
    async ({}, use) => {
      const { url, server } = await servePage(stagedPicture)
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
})
