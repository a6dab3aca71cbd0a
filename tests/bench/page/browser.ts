import type { Browser } from '@playwright/test'
import { chromiumPath, launchChromium } from '../../e2e/support/chromium.ts'

/** Opens the browser; prints the reason and returns null if there is none. */
export async function openBrowser(): Promise<Browser | null> {
  try {
    return await launchChromium({ quick: false })
  } catch (error) {
    const [reason = ''] = String(error).split('\n')
    process.stderr.write(
      `bench: the page is not measured, since no Chromium could be started (${chromiumPath() ?? 'none was found'}): ` +
        `install chromium, or set SKEIN_CHROMIUM to its path. ${reason}\n`,
    )
    return null
  }
}
