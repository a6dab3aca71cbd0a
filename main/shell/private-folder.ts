import { chmodSync, statSync } from 'node:fs'

/**
 * Takes the data folder from everybody but its user, whoever made it and however: nobody passes a closed folder to what
 * lies in it (X6). Windows has no modes; a user's folders are closed there.
 * @returns a sentence for the log where it stayed open; undefined otherwise
 */
export function closeDataFolder(folder: string): string | undefined {
  if (process.platform === 'win32') return undefined
  const isOpen = () => (statSync(folder).mode & 0o077) !== 0
  try {
    if (!isOpen()) return undefined
    chmodSync(folder, 0o700)
    if (!isOpen()) return undefined
  } catch (error) {
    return `other users of this computer may read ${folder}: ${error instanceof Error ? error.message : String(error)}`
  }
  return `other users of this computer may read ${folder}: its file system keeps no permissions`
}
