import { test as base } from './bare-browser.ts'
import { stagedPicture } from './pictures.ts'
import { servePage } from './staged-page.ts'

/** A test of the built page by itself, in the machine's own browser; `pageAddress` is where it is served. */
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
