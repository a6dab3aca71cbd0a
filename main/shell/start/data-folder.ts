import { lstatSync, readdirSync, renameSync, rmdirSync, chmodSync, statSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The name of the user's data folder, in the system's folder for settings. Electron derives the same name from
 * `productName`.
 */
export const dataFolderName = 'Skein'
/** The folder's earlier name: `name` of package.json, before `productName` was set. */
export const olderFolderName = 'skein'

export interface FoundFolders {
  /** Electron creates an empty folder when its path is read. */
  readonly current: 'absent' | 'empty' | 'used'
  readonly hasOlder: boolean
  /** A running program has files of the folder open. */
  readonly isOlderInUse: boolean
}

/**
 * The folder to use. On case-insensitive file systems (usual on macOS and Windows) both names denote the same folder,
 * which then counts as used.
 */
export function folderStep(found: FoundFolders): 'current' | 'older' | 'rename' {
  if (found.current === 'used' || !found.hasOlder) return 'current'
  return found.isOlderInUse ? 'older' : 'rename'
}

/** Lock files of a running program: Chromium's on Linux and macOS, and the browser host's. */
const locks = ['SingletonLock', 'host.lock']

/**
 * Finds and creates the data folder, with access for its user only. Call it before Chromium writes its profile, whose
 * files have modes of their own.
 * @param chosen the path of another folder; empty for the user's own
 * @param parent the system's folder for settings
 * @returns the folder to use, and lines for the log
 */
export function openDataFolder(
  chosen: string,
  parent: () => string,
): { readonly folder: string; readonly complaints: readonly string[] } {
  const { folder, complaint } = chosen === '' ? takeDataFolder(parent()) : { folder: chosen, complaint: null }
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const openFolder = closeDataFolder(folder)
  return { folder, complaints: [complaint, openFolder].filter((line) => typeof line === 'string') }
}

/**
 * Renames the older folder. Called before any file is opened, since a folder with open files cannot be moved.
 * @param parent the system's folder for settings
 * @returns the folder to use, and a line for the log if that is the older one
 */
export function takeDataFolder(
  parent: string,
  rename: (from: string, to: string) => void = renameSync,
): { readonly folder: string; readonly complaint: string | null } {
  const current = join(parent, dataFolderName)
  const older = join(parent, olderFolderName)
  switch (folderStep(look(current, older))) {
    case 'current':
      return { folder: current, complaint: null }
    case 'older':
      return {
        folder: older,
        complaint: `${older} is used as it is: a program that runs, or has crashed, works with it`,
      }
    case 'rename':
      try {
        // Windows does not rename over an existing folder, even an empty one.
        if (isThere(current)) rmdirSync(current)
        rename(older, current)
        return { folder: current, complaint: null }
      } catch (error) {
        return { folder: older, complaint: `${older} could not be renamed to ${dataFolderName}: ${String(error)}` }
      }
  }
}

function look(current: string, older: string): FoundFolders {
  return {
    current: !isThere(current) ? 'absent' : isEmpty(current) ? 'empty' : 'used',
    hasOlder: isThere(older) && !isEmpty(older),
    isOlderInUse: locks.some((lock) => isThere(join(older, lock))),
  }
}

/** Whether the path exists, without following links: Chromium's lock is a dangling link. */
function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}

/** Whether a folder is empty; an unreadable folder is not. */
function isEmpty(folder: string): boolean {
  try {
    return readdirSync(folder).length === 0
  } catch {
    return false
  }
}

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
