import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import Database from 'better-sqlite3'
import { keyMarkExtension, type FileAccess, type FileKey } from '../../values/file-access.ts'
import { FileKeyError, isDamage } from '../../values/store-error.ts'
import { writeDurably } from './durable-files.ts'

export function fingerprintOf(key: FileKey): string {
  // The key is random, so that its hash tells nothing about it.
  return createHash('sha256').update(`Skein file key ${key}`).digest('hex').slice(0, 32)
}

/** Returns whether a file may be encrypted. It need not be: an interrupted conversion leaves the mark. */
function hasKeyMark(path: string): boolean {
  return existsSync(path + keyMarkExtension)
}

/** Notes the key of a file, before the file is encrypted with it. */
export function writeKeyMark(path: string, key: FileKey): void {
  writeDurably(path + keyMarkExtension, fingerprintOf(key))
}

export function removeKeyMark(path: string): void {
  rmSync(path + keyMarkExtension, { force: true })
}

/** Uses a key for a connection, which has not read its file yet. SQLite finds a wrong key when it reads. */
export function useKey(database: Database.Database, key: FileKey): void {
  database.pragma("cipher = 'aegis'")
  database.pragma(`key = '${keyText(key)}'`)
}

/** The key as SQLite takes it, which derives none from it. */
export function keyText(key: FileKey): string {
  if (!/^[\da-f]{64}$/.test(key)) throw new Error('the key has another form')
  return `raw:${key}`
}

/**
 * Opens a connection to a file that an engine has opened. The key is used if the file is encrypted. `timeout` is the
 * longest wait for the file, in milliseconds.
 * @throws SQLite's errors
 */
export function openWithKey(path: string, timeout: number, key: FileKey | null): Database.Database {
  const database = new Database(path, { fileMustExist: true, timeout })
  if (key === null || !hasKeyMark(path)) return database
  try {
    database.pragma('user_version')
    return database
  } catch (error) {
    database.close()
    if (!isDamage(error)) throw error
  }
  const keyed = new Database(path, { fileMustExist: true, timeout })
  useKey(keyed, key)
  return keyed
}

/**
 * Returns the key with which a file is encrypted; null if it is not encrypted. A missing file gets the wanted form.
 * Nothing is changed if the key is unknown or wrong.
 * @throws FileKeyError if the file is encrypted with a key other than the known one
 */
export function keyOfFile(path: string, { key, isWanted }: FileAccess): FileKey | null {
  const mark = readMark(path)
  if (isMissing(path)) {
    if (isWanted !== true) return null
    if (key === null) throw new FileKeyError('DATABASE_KEY_MISSING', 'the key of a new file is not known')
    writeKeyMark(path, key)
    return key
  }
  if (mark === null && isWanted !== true) return null
  if (isPlain(path)) {
    // An interrupted conversion has left the mark.
    removeKeyMark(path)
    return null
  }
  if (key === null) throw new FileKeyError('DATABASE_KEY_MISSING', 'the key of the file is not known')
  // Without its mark, a file with an unreadable beginning may be encrypted with any key.
  if (mark !== fingerprintOf(key)) throw new FileKeyError('DATABASE_KEY_WRONG', 'the file has another key')
  return key
}

function readMark(path: string): string | null {
  return hasKeyMark(path) ? readFileSync(path + keyMarkExtension, 'utf8').trim() : null
}

function isMissing(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0
}

/** Asks SQLite, since a file that this process opens and closes by itself loses the locks of its connections. */
function isPlain(path: string): boolean {
  const database = new Database(path, { fileMustExist: true })
  try {
    database.pragma('user_version')
    return true
  } catch (error) {
    if (isDamage(error)) return false
    throw error
  } finally {
    database.close()
  }
}
