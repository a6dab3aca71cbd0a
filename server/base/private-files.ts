import { chmodSync, closeSync, lstatSync, openSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Windows has no modes; there the folders of a user are that user's by inheritance. */
const hasModes = process.platform !== 'win32'
const others = 0o077

/** Whatever this process writes from now on is its user's alone (X6). */
export function writePrivately(): void {
  if (hasModes) process.umask(others)
}

/** Makes an empty file for its owner alone, where there is none: what SQLite adds beside it takes its mode. */
export function createPrivately(path: string): void {
  closeSync(openSync(path, 'a', 0o600))
}

/**
 * Takes a folder and all that is in it from everybody but its owner: what an older server, a copy or a restored disk left
 * open holds passwords' hashes and keys. Links are left alone, with what they lead to.
 * @returns a sentence for whoever runs the server, where something stayed open; undefined otherwise
 */
export function closeToOthers(folder: string): string | undefined {
  if (!hasModes) return undefined
  const open: string[] = []
  close(folder, statSync, open)
  const [first, ...more] = open
  if (first === undefined) return undefined
  const rest = more.length === 0 ? '' : ` and ${more.length} more`
  return `other users of this computer may read ${first}${rest}: the permissions cannot be changed; make its owner do that, or move the data elsewhere`
}

function close(path: string, look: typeof statSync, open: string[]): void {
  try {
    const found = look(path)
    if (!found.isDirectory() && !found.isFile()) return
    if ((found.mode & others) !== 0) {
      chmodSync(path, found.mode & 0o700)
      // Some file systems take a mode and keep theirs.
      if ((look(path).mode & others) !== 0) open.push(path)
    }
    if (!found.isDirectory()) return
    for (const name of readdirSync(path)) close(join(path, name), lstatSync, open)
  } catch (error) {
    // Gone meanwhile, such as the files beside a database.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') open.push(path)
  }
}
