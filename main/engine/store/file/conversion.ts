import { rmSync, writeFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import type { FileKey } from '../../values/file-access.ts'
import { StoreError } from '../../values/store-error.ts'
import { createPrivately } from './database.ts'
import { replaceDurably } from './durable-files.ts'
import { keyText, removeKeyMark, useKey, writeKeyMark } from './file-key.ts'

const convertedExtension = '.converted'
/** An empty file: SQLite encrypts the copy of an attached file with the key of the main one. */
const keyHolderExtension = '.converting'

/** Removes what an interrupted conversion has left. */
export function removeUnfinishedConversion(path: string): void {
  for (const extension of [convertedExtension, keyHolderExtension]) {
    for (const log of ['', '-wal', '-shm', '-journal']) rmSync(path + extension + log, { force: true })
  }
}

/**
 * Encrypts, decrypts or encrypts anew a file that nothing has open. A complete copy replaces it in one step, so that
 * an interruption at any moment leaves the old file or the new one. A null key means that the file is not encrypted.
 * @throws errors of SQLite and of the disk; the file is unchanged then
 */
export function convertFile(path: string, from: FileKey | null, to: FileKey | null): void {
  removeUnfinishedConversion(path)
  const copy = path + convertedExtension
  try {
    closeLog(path, from)
    writeCopy({ path, from, to, copy })
    checkCopy(path, from, copy, to)
    if (to !== null) writeKeyMark(path, to)
    replaceDurably(copy, path)
    if (to === null) removeKeyMark(path)
  } finally {
    removeUnfinishedConversion(path)
  }
}

/** Moves the log into the file and removes it, because SQLite would apply it to the new file. */
function closeLog(path: string, key: FileKey | null): void {
  const database = new Database(path, { fileMustExist: true })
  try {
    if (key !== null) useKey(database, key)
    const mode = database.pragma('journal_mode = DELETE', { simple: true })
    if (mode !== 'delete') throw new StoreError('LOCKED_DATABASE', 'the log of the file is in use')
  } finally {
    database.close()
  }
}

function writeCopy({
  path,
  from,
  to,
  copy,
}: {
  readonly path: string
  readonly from: FileKey | null
  readonly to: FileKey | null
  readonly copy: string
}): void {
  createPrivately(copy)
  const database = to === null ? new Database(':memory:') : newKeyHolder(path + keyHolderExtension)
  try {
    if (to !== null) useKey(database, to)
    else database.pragma("cipher = 'aegis'")
    database.prepare('ATTACH ? AS source KEY ?').run(path, from === null ? '' : keyText(from))
    database.prepare('VACUUM source INTO ?').run(copy)
  } finally {
    database.close()
  }
}

function newKeyHolder(path: string): Database.Database {
  writeFileSync(path, '', { mode: 0o600 })
  return new Database(path, { fileMustExist: true })
}

/** The tables of texts that no server has. */
const ownTables = ['draft', 'outbox', 'sent', 'snippet', 'unfinished_edit', 'left_form'] as const

/** Reads every page of the copy, and counts the user's texts in both. */
function checkCopy(path: string, from: FileKey | null, copy: string, to: FileKey | null): void {
  const [old, converted] = [factsOf(path, from), factsOf(copy, to)]
  if (converted.findings !== 'ok' || converted.facts !== old.facts) {
    throw new StoreError('UNUSABLE_DATABASE', `the copy differs from the file: ${converted.findings}`)
  }
}

function factsOf(path: string, key: FileKey | null): { readonly facts: string; readonly findings: string } {
  const database = new Database(path, { fileMustExist: true, readonly: true })
  try {
    if (key !== null) useKey(database, key)
    const hasTable = database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").pluck()
    const counts = ownTables.map((name) =>
      hasTable.get(name) === undefined ? null : database.prepare(`SELECT count(*) FROM ${name}`).pluck().get(),
    )
    return {
      facts: JSON.stringify([database.pragma('user_version', { simple: true }), counts]),
      findings: String(database.pragma('quick_check(1)', { simple: true })),
    }
  } finally {
    database.close()
  }
}
