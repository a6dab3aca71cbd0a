import { chmodSync, statSync } from 'node:fs'

/**
 * Restricts the data folder to its user, whatever its mode was, and so protects all files in it. Windows has no modes;
 * user folders are private there.
 * @returns a line for the log if the folder could not be restricted; undefined otherwise
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
