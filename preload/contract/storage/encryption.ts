import { z } from 'zod'
import { typeOf, type ResourceContract } from '../base/entries.ts'

/** The encryption of what is stored on this computer. */
export interface EncryptionState {
  readonly isOn: boolean
  /** The accounts that are converted, and those that are done; null while none is. */
  readonly progress: { readonly done: number; readonly total: number } | null
  /** The number of accounts that are not as wanted. */
  readonly unfinished: number
}

/** The encryption of what is stored on this computer, for all accounts. */
export const encryption = {
  views: {},
  calls: {
    /** Turns the encryption on or off. Answers when the conversion has begun; its progress is part of `AppState`. */
    'storage.encrypt': { to: 'main', input: z.strictObject({ isOn: z.boolean() }), output: typeOf<null>() },
  },
} as const satisfies ResourceContract

/** The failures of encrypted files. No file is changed in any of them. */
export interface EncryptionFailures {
  /** The keychain is locked, refuses access or is missing. */
  DATABASE_KEY_UNREADABLE: null
  /** The keychain has no key. */
  DATABASE_KEY_MISSING: null
  /** The keychain has another key. */
  DATABASE_KEY_WRONG: null
  /** The keychain does not keep a new key. */
  DATABASE_KEY_NOT_STORED: null
  /** An earlier change goes on. */
  ENCRYPTION_BUSY: null
}

declare module '../base/failures.ts' {
  interface FailureValues extends EncryptionFailures {}
}
