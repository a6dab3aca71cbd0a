import type { Coded } from './coded.ts'
import type { Failure } from './failures.ts'

/** An event outside of the window, for the user; `i18n/` makes the sentence. */
export type Notice = Coded<NoticeValues>

/** Every code of a notice, with the values of its sentence; `null` for a sentence without values. */
export interface NoticeValues {
  /** The account of the clicked notification is signed out. `answer` is the user's reply; null for a click. */
  NOTIFICATION_SIGNED_OUT: { readonly answer: string | null }
  /** The message of the clicked notification was not found. */
  NOTIFICATION_GONE: { readonly answer: string | null }
  /** `lost` is the text of a reply that could not be kept as a draft either; null if it is a draft. */
  ANSWER_NOT_SENT: { readonly cause: Failure; readonly lost: string | null }
  NOTIFICATIONS_BLOCKED: { readonly platform: 'darwin' | 'win32' | 'linux' }
  /** `language` is a BCP 47 tag. */
  DICTIONARY_NOT_FETCHED: { readonly language: string }
  NO_DICTIONARY: null
  SPELLING_NOT_STORED: null
  /** A link was not opened from its context menu. */
  LINK_NOT_OPENED: { readonly cause: Failure }
  SANDBOX_OFF: { readonly platform: 'darwin' | 'win32' | 'linux' }
  UNCAUGHT_ERROR: null
  GRAPHICS_FAILED: null
}
