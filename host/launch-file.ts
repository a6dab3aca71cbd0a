import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** How a program is started; tests look at what with. */
export type Start = (command: string, args: readonly string[]) => void

/** Forgets the link, where it was not used. */
export type Forget = () => void

/**
 * Shows a launch link in the system's browser. The arguments of a process are for everybody on this computer to read, and
 * whoever reads the link first has the page (X12): so the browser gets a file that its user alone can read, which leads on.
 * A browser that cannot read it says so; the printed link works there.
 */
export function openInBrowser(link: string, platform: NodeJS.Platform = process.platform, start: Start = run): Forget {
  // A folder of its own, which nobody else enters either.
  const folder = mkdtempSync(join(tmpdir(), 'skein-launch-'))
  const file = join(folder, 'skein.html')
  writeFileSync(file, page(link), { flag: 'wx', mode: 0o600 })
  const address = pathToFileURL(file).href
  switch (platform) {
    case 'darwin':
      start('open', [address])
      break
    case 'win32':
      start('rundll32', ['url.dll,FileProtocolHandler', address])
      break
    default:
      start('xdg-open', [address])
  }
  return () => {
    rmSync(folder, { recursive: true, force: true })
  }
}

function page(link: string): string {
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Skein</title>
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=${link}">
</head><body><p><a href="${link}">Open Skein</a></p></body></html>
`
}

function run(command: string, args: readonly string[]): void {
  const child = spawn(command, args, { stdio: 'ignore', detached: true })
  child.on('error', () => undefined)
  child.unref()
}
