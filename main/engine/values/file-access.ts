/** A key of 32 random bytes, as 64 hexadecimal digits. */
export type FileKey = string

/** What an engine knows about the encryption of its file. */
export interface FileAccess {
  /** The key of this computer; null if it is not known. */
  readonly key: FileKey | null
  /** Whether the user wants the file to be encrypted; null leaves it as it is. */
  readonly isWanted: boolean | null
}

/** Lies beside an encrypted file and contains the fingerprint of its key. Beside another file it has no meaning. */
export const keyMarkExtension = '.key'

/** A file that is not encrypted and stays so. */
export const plainAccess: FileAccess = { key: null, isWanted: null }
