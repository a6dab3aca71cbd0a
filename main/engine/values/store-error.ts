/** The file cannot be used, and is unchanged. `code` is the reason. */
export class StoreError extends Error {
  readonly code:
    | 'NEWER_DATABASE'
    | 'CORRUPT_DATABASE'
    | 'LOCKED_DATABASE'
    | 'READ_ONLY_DATABASE'
    | 'DISK_FULL'
    | 'UNUSABLE_DATABASE'

  constructor(code: StoreError['code'], message: string) {
    super(message)
    this.name = 'StoreError'
    this.code = code
  }
}

/** The file is encrypted, and its key is unknown or another one. The file is unchanged. */
export class FileKeyError extends Error {
  readonly code: 'DATABASE_KEY_MISSING' | 'DATABASE_KEY_WRONG'

  constructor(code: FileKeyError['code'], message: string) {
    super(message)
    this.name = 'FileKeyError'
    this.code = code
  }
}

/**
 * Returns whether SQLite found the file damaged. It finds this when it reads a damaged page, not when it opens the
 * file.
 */
export function isDamage(error: unknown): boolean {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
  return code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB'
}

/**
 * Returns whether nothing can be written at present for a reason outside of the data: the disk is full, or the file
 * is read-only, locked or missing.
 */
export function isDiskTrouble(error: unknown): boolean {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
  return /^SQLITE_(?:FULL|IOERR|READONLY|CANTOPEN|BUSY|LOCKED)/.test(code)
}

/** Converts an SQLite error to its consequence for the account. The message is SQLite's. */
export function storeError(error: unknown): StoreError {
  if (error instanceof StoreError) return error
  const reason = error instanceof Error ? error.message : String(error)
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) {
    return new StoreError('LOCKED_DATABASE', reason)
  }
  if (code.startsWith('SQLITE_READONLY') || code === 'SQLITE_PERM' || code === 'SQLITE_AUTH') {
    return new StoreError('READ_ONLY_DATABASE', reason)
  }
  if (code === 'SQLITE_FULL') {
    return new StoreError('DISK_FULL', reason)
  }
  if (isDamage(error)) {
    return new StoreError('CORRUPT_DATABASE', reason)
  }
  return new StoreError('UNUSABLE_DATABASE', reason)
}
