import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium, type Browser } from '@playwright/test'

const whole = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
/** Without the browser's own window and pages a context opens in half the time, with the same drawing. */
const shell = 'chromium-headless-shell'

/** The machine's Chromium, so that Playwright's download is not needed. A `quick` one may lack a window of its own. */
export function chromiumPath({ quick = false } = {}): string | undefined {
  if (process.env.SKEIN_CHROMIUM !== undefined) return process.env.SKEIN_CHROMIUM
  const names = quick ? [shell, ...whole] : [...whole, shell]
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((file) => existsSync(file))
}

/**
 * The browser's own page below its address bar is loaded for each new window, headless or not, and takes a second of
 * processor time. The other names are those that Playwright turns off, since only the last switch counts.
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
  // The option draws letters as in a window: the shell hints them by default.
  '--font-render-hinting=none',
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'],
  `--disable-features=${featuresOff.join()}`,
]

export const browserArguments = process.getuid?.() === 0 ? [...quiet, '--no-sandbox'] : quiet

/** Measurements use the whole browser, everything else the quickest one. */
export async function launchChromium({ quick = true } = {}): Promise<Browser> {
  const executablePath = chromiumPath({ quick })
  return chromium.launch({ ...(executablePath === undefined ? {} : { executablePath }), args: browserArguments })
}
