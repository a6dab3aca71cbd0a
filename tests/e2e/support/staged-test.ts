import { test as base } from './bare-browser.ts'
import { stagedPicture } from './pictures.ts'
import { servePage } from './staged-page.ts'

/** A test of the built page alone, in the machine's browser; `pageAddress` is its address. */
export const test = base.extend<object, { pageAddress: string }>({
  pageAddress: [
    async ({}, use) => {
      const { url, server } = await servePage(stagedPicture)
      await use(url)
      server.close()
      server.closeAllConnections()
    },
    { scope: 'worker' },
  ],
})
