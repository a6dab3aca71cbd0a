import { lstatSync, readdirSync, renameSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'

/** The folder of a user's data, in the system's folder for settings; Electron derives the same from `productName`. */
export const dataFolderName = 'Skein'
/** Its name before the program had one of its own: Electron took `name` of package.json. */
export const olderFolderName = 'skein'

export interface FoundFolders {
  /** Electron makes an empty one where something asks for its path. */
  readonly current: 'absent' | 'empty' | 'used'
  readonly hasOlder: boolean
  /** A program that runs has files of it open. */
  readonly isOlderInUse: boolean
}

/**
 * Which folder is used. Where case does not distinguish names (macOS and Windows as a rule), both of them lead
 * to the same folder, which is in use then.
 */
export function folderStep(found: FoundFolders): 'current' | 'older' | 'rename' {
  if (found.current === 'used' || !found.hasOlder) return 'current'
  return found.isOlderInUse ? 'older' : 'rename'
}

/** What a running program keeps in its folder: Chromium on Linux and macOS, and the browser host. */
const locks = ['SingletonLock', 'host.lock']

/**
 * Takes the older folder over. Before anything is opened: a folder cannot be moved under open files.
 * @param parent the system's folder for settings
 * @returns the folder to use, and a sentence for the log where that is the older one
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
        // Windows renames nothing over a folder, not even an empty one.
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

/** Without following links: Chromium's lock is one that leads nowhere. */
function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}

/** A folder that cannot be read is not empty. */
function isEmpty(folder: string): boolean {
  try {
    return readdirSync(folder).length === 0
  } catch {
    return false
  }
}
