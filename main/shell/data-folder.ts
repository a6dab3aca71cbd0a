import { lstatSync, readdirSync, renameSync, rmdirSync } from 'node:fs'
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
