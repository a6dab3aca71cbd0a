import { test as base, type Browser } from '@playwright/test'
import { launchChromium } from './chromium.ts'

/** A test with the machine's browser without Skein; one browser per worker. */
export const test = base.extend<object, { chromiumAtHand: Browser }>({
  chromiumAtHand: [
    async ({}, use) => {
      const browser = await launchChromium()
      await use(browser)
      await browser.close()
    },
    { scope: 'worker' },
  ],
})
