import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Starts a program; tests replace it and check the arguments. */
export type Start = (command: string, args: readonly string[]) => void

/** Revokes the link if it is unused. */
export type Forget = () => void

/**
 * Opens a launch link in the system's browser. The first user of the link gets the page, and process arguments are
 * readable by every user of the computer; so the browser gets a private file that redirects to the link. A browser that
 * cannot read the file shows an error; the printed link still works.
 */
export function openInBrowser(link: string, platform: NodeJS.Platform = process.platform, start: Start = run): Forget {
  // Other users cannot enter this folder.
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
