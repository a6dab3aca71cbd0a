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

const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run']

export const browserArguments = process.getuid?.() === 0 ? [...quiet, '--no-sandbox'] : quiet

export async function launchChromium(): Promise<Browser> {
  const executablePath = chromiumPath()
  return chromium.launch({ ...(executablePath === undefined ? {} : { executablePath }), args: browserArguments })
}
