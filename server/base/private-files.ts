import { chmodSync, closeSync, lstatSync, openSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Windows has no modes; there the folders of a user are private by inheritance. */
const hasModes = process.platform !== 'win32'
const others = 0o077

/**
 * Creates an empty file that only its owner can read, if there is none: SQLite's additional files get its mode. An
 * existing file is not opened, since closing it would release the locks that this process holds on it.
 */
export function createPrivately(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error // node:fs throws no other errors
  }
}

/**
 * Removes the access of other users to a folder and its contents: files of an older server, a copy or a restored disk
 * may be readable and contain password hashes and keys. Symbolic links and their targets are not changed.
 * @returns a warning for the operator if a file stayed accessible
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
      // Some file systems accept a mode and ignore it.
      if ((look(path).mode & others) !== 0) open.push(path)
    }
    if (!found.isDirectory()) return
    for (const name of readdirSync(path)) close(join(path, name), lstatSync, open)
  } catch (error) {
    // The file was removed meanwhile, such as one that SQLite creates beside a database.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') open.push(path)
  }
}
