import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium, type Browser } from '@playwright/test'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The machine's Chromium; Playwright's download is not needed. */
export function chromiumPath(): string | undefined {
  if (process.env.SKEIN_CHROMIUM !== undefined) return process.env.SKEIN_CHROMIUM
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find((file) => existsSync(file))
}

/**
 * The browser's own page below its address bar is loaded for each new window, headless or not, and takes a second of the
 * processor. The other names are those that Playwright turns off: the last switch of several counts.
 */
const featuresOff = [
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'],
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades'],
  ...[
    'HttpsFirstBalancedModeAutoEnable',
    'LensOverlay',
    'MediaRouter',
    'PaintHolding',
    'ThirdPartyStoragePartitioning',
  ],
  ...['AvoidCorsURLLoaderRestartOnRedirect', 'TcpPortRandomizationWin', 'OptimizationHints'],
  ...['NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch'],
]

const quiet = [
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'],
  `--disable-features=${featuresOff.join()}`,
]

export const browserArguments = process.getuid?.() === 0 ? [...quiet, '--no-sandbox'] : quiet

export async function launchChromium(): Promise<Browser> {
  const executablePath = chromiumPath()
  return chromium.launch({ ...(executablePath === undefined ? {} : { executablePath }), args: browserArguments })
}
