import type { Coded } from './coded.ts'
import type { Failure } from './failures.ts'

/** Something that happened outside of the window, for the user; `words/` makes the sentence. */
export type Notice = Coded<NoticeValues>

/** Every code of a notice, with the values of its sentence; `null` where the sentence names nothing. */
export interface NoticeValues {
  /** The clicked notification is of an account that is signed out. `answer` is what was written into it, or null. */
  NOTIFICATION_SIGNED_OUT: { readonly answer: string | null }
  /** The message of the clicked notification was not found. */
  NOTIFICATION_GONE: { readonly answer: string | null }
  /** `lost` is the text of an answer that could not be kept as a draft either; null if it is a draft. */
  ANSWER_NOT_SENT: { readonly cause: Failure; readonly lost: string | null }
  NOTIFICATIONS_BLOCKED: { readonly platform: 'darwin' | 'win32' | 'linux' }
  /** `language` is a BCP 47 tag. */
  DICTIONARY_NOT_FETCHED: { readonly language: string }
  NO_DICTIONARY: null
  SPELLING_NOT_STORED: null
  /** A link was not opened from its menu. */
  LINK_NOT_OPENED: { readonly cause: Failure }
  SANDBOX_OFF: { readonly platform: 'darwin' | 'win32' | 'linux' }
  UNCAUGHT_ERROR: null
  GRAPHICS_FAILED: null
}
