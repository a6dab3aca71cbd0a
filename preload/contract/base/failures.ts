import type { Coded } from './values.ts'

/**
 * A failure as data, because classes cannot be sent between processes. `code` names the failure, `values` are the
 * values of its sentence, which `i18n/` makes.
 */
export type Failure = Coded<FailureValues>

export type FailureCode = keyof FailureValues

/** The answer to a call. */
export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: Failure }

/** Every code of a failure, with the values of its sentence; `null` for a sentence without values. */
export interface FailureValues extends NetworkFailures, ProgramFailures, PageFailures {
  /** A plain text of the server, or one stored by a version without codes. */
  TEXT: { readonly text: string }
}

/** The reasons for an incomplete answer. */
export interface NetworkFailures {
  NAME_UNKNOWN: null
  NETWORK_BUSY: null
  CONNECTION_REFUSED: null
  CONNECTION_TIMED_OUT: null
  NOT_CONNECTED: null
  NETWORK_CHANGED: null
  ADDRESS_UNREACHABLE: null
  ADDRESS_INVALID: null
  UNSAFE_PORT: null
  PROXY_AWAY: null
  PROXY_CERTIFICATE_INVALID: null
  PROXY_LOGIN_UNSUPPORTED: null
  PROXY_WANTS_PASSWORD: null
  PROXY_REFUSES: null
  PROXY_UNSUPPORTED: null
  PROXY_SETTINGS_UNREADABLE: null
  CERTIFICATE_AUTHORITY_UNKNOWN: null
  CERTIFICATE_NAME_INVALID: null
  CERTIFICATE_DATE_INVALID: null
  CERTIFICATE_REVOKED: null
  TLS_MISSING: null
  TLS_TOO_OLD: null
  CLIENT_CERTIFICATE_NEEDED: null
  CLIENT_CERTIFICATE_REFUSED: null
  NO_WEB_SERVER: null
  CONNECTION_BROKEN: null
  /** `name` is Chromium's (`ERR_…`); null if it gave none. */
  CONNECTION_FAILED: { readonly name: string | null }
  CONNECTION_UNSAFE: { readonly name: string }
  ANSWER_LATE: null
  ANSWER_TOO_LARGE: null
  REDIRECT_UNSAFE: null
  /** A newer request replaced this one. */
  REQUEST_REPLACED: null
  REQUEST_WITHOUT_PATH: null
  /** `detail` is the system's text; null if it gave none. */
  NETWORK_NOT_READY: { readonly detail: string | null }
  KEY_MISSING: null
  /** The path does not name a file of the server. */
  BAD_PATH: null
  FILE_COPY_GONE: null
  /** `detail` is the system's text. */
  FILE_UNREADABLE: { readonly detail: string }
}

/**
 * The reason for which a link is not opened: it runs code, opens a file, starts another program, attaches a file to a
 * mail, is not an address, or exceeds the system's limit.
 */
export type LinkRefusal = 'code' | 'file' | 'program' | 'attachment' | 'unreadable' | 'too_long'

/** The program's refusals and failures. */
export interface ProgramFailures {
  INTERNAL: null
  FOREIGN_FRAME: null
  UNKNOWN_CALL: null
  BAD_PARAMETERS: null
  UNSAFE_LINK: { readonly reason: LinkRefusal }
  /** The system has no program for the address, or that program does not start. */
  NO_PROGRAM_FOR_LINK: { readonly kind: 'web' | 'mail' | 'other' }
  NO_ACCOUNT: null
  ENOSPC: null
  NO_LICENCES: null
  OLD_REPORT: null
  /** `detail` is the system's text. */
  REPORT_NOT_SAVED: { readonly detail: string }
  FILE_NOT_SAVED: { readonly cause: Failure }
  FILE_GONE: null
  /** `status` is the HTTP status. */
  FILE_STATUS: { readonly status: number }
  /** A chunk of a file does not follow the previous one, or chunks are missing. */
  BAD_PIECE: null
  NO_COPY: null
  BAD_NAME: null
  SETTINGS_UNREADABLE: { readonly path: string; readonly cause: FileFault }
  SETTINGS_NEWER: { readonly path: string }
  SETTINGS_DAMAGED: { readonly path: string; readonly cause: FileFault }
  SETTINGS_NOT_STORED: { readonly cause: FileFault }
  /** The file has no certificate. */
  AUTHORITY_UNREADABLE: null
  /** The certificate is not one of an authority. */
  AUTHORITY_NOT_ONE: null
  AUTHORITY_EXPIRED: null
  /** Its key is too short. */
  AUTHORITY_WEAK: null
  AUTHORITIES_FULL: { readonly most: number }
  AUTHORITIES_NOT_STORED: null
}

/** The failure of an operation on a file of the program. */
export type FileFault =
  | { readonly kind: 'permission' | 'in_use' | 'disk_fault' | 'disk_full' | 'is_folder' }
  /** `code` is the system's, such as `ENAMETOOLONG`; empty if it gave none. */
  | { readonly kind: 'other'; readonly act: 'read' | 'write' | 'keep_aside'; readonly code: string }

/** The reason for which the account's file cannot be written now. */
export type DiskProblem =
  | 'DISK_FULL'
  | 'LOCKED_DATABASE'
  | 'READ_ONLY_DATABASE'
  | 'CORRUPT_DATABASE'
  | 'NEWER_DATABASE'
  | 'UNUSABLE_DATABASE'

/** The failures that the page detects itself. */
export interface PageFailures {
  VIEW_FAILED: null
  NO_ANSWER: null
  SENT_BEFORE: null
  UNANSWERED: null
  /** `most` counts characters. */
  TEXT_TOO_LONG_TO_KEEP: { readonly most: number }
  /** `most` and `size` are bytes. */
  FILE_TOO_LARGE: { readonly name: string; readonly size: number; readonly most: number }
  /** Several files are too large; `rest` is the number of the others, `most` is bytes. */
  FILES_TOO_LARGE: { readonly name: string; readonly rest: number; readonly most: number }
  FILE_NOT_READABLE: { readonly name: string }
  /** `length` and `most` are characters. */
  TEXT_TOO_LONG: { readonly length: number; readonly most: number }
  /** The time for sending is empty. */
  TIME_MISSING: null
  /** The time for sending is less than a minute ahead. */
  TIME_TOO_NEAR: null
  /** A poll needs a question. */
  POLL_WITHOUT_QUESTION: null
  /** A to-do list needs a title or a task. */
  TODO_EMPTY: null
  /** A description needs a task with a name. */
  TASK_WITHOUT_NAME: null
  /** Clients of the service show tasks with the same name once. */
  TASK_TWICE: { readonly name: string }
  TOO_MANY_TASKS: { readonly most: number }
}
