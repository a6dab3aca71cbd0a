import type { ActionFailures, DraftFailures } from './action-failures.ts'
import type { Coded } from './coded.ts'

/**
 * A failure as data, because classes cannot be sent between processes. `code` names the failure, `values` are the
 * values of its sentence, which `i18n/` makes.
 */
export type Failure = Coded<FailureValues>

export type FailureCode = keyof FailureValues

/** Every code of a failure, with the values of its sentence; `null` for a sentence without values. */
export interface FailureValues
  extends
    NetworkFailures,
    SignInFailures,
    ProgramFailures,
    AccountFailures,
    ConnectionFailures,
    ActionFailures,
    OutcomeFailures,
    DraftFailures,
    SearchFailures,
    LinkFailures,
    UpdateFailures,
    PageFailures {
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

/** The reasons for which a sign-in fails. */
export interface SignInFailures {
  BAD_ADDRESS: { readonly problem: 'empty' | 'malformed' | 'scheme' | 'has_password' | 'not_encrypted' | 'not_origin' }
  UNREACHABLE: { readonly cause: Failure }
  MOVED: { readonly origin: string }
  LOGIN_PAGE: null
  /** `waitSeconds` is null if the server named no time. */
  RATE_LIMIT_HIT: { readonly isPassword: boolean; readonly waitSeconds: number | null }
  /** `status` is the HTTP status. */
  BEHIND_A_LOGIN: { readonly status: number }
  NO_PASSWORD_CALL: { readonly status: number }
  NOT_A_SERVER: null
  WRONG_PASSWORD: null
  WRONG_KEY: null
  USER_DEACTIVATED: null
  REALM_DEACTIVATED: null
  PASSWORD_AUTH_DISABLED: null
  PASSWORD_RESET_REQUIRED: { readonly origin: string }
  NONEXISTENT_SUBDOMAIN: { readonly origin: string }
  /** `name` is the missing field; null if the server names none. */
  REQUEST_NOT_UNDERSTOOD: { readonly name: string | null }
  SERVER_NOT_READY: null
  SERVER_AWAY: { readonly status: number }
  SERVER_TROUBLE: { readonly status: number }
  /** `serverText` is one bounded line of the server; empty if it gave no reason. */
  REFUSED: { readonly serverText: string }
  /** `level` and `needed` are feature levels. */
  TOO_OLD: { readonly level: number; readonly needed: number }
  INCOMPATIBLE: null
  /** Several organizations share `host`. */
  NO_ORGANIZATION: { readonly host: string }
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
}

/** The failure of an operation on a file of the program. */
export type FileFault =
  | { readonly kind: 'permission' | 'in_use' | 'disk_fault' | 'disk_full' | 'is_folder' }
  /** `code` is the system's, such as `ENAMETOOLONG`; empty if it gave none. */
  | { readonly kind: 'other'; readonly act: 'read' | 'write' | 'keep_aside'; readonly code: string }

/** The failures of an account or its engine. */
export interface AccountFailures {
  CLOSED: null
  ENGINE_RESTARTING: null
  ENGINE_RESTARTED: null
  /** The engine could not start, for a reason other than the disk; it is restarted. */
  ENGINE_START: null
  ENGINE_FAILED: { readonly times: number }
  /** `detail` is the system's text. */
  FOLDER_UNUSABLE: { readonly detail: string }
  NEWER_DATABASE: null
  LOCKED_DATABASE: null
  READ_ONLY_DATABASE: null
  DISK_FULL: null
  CORRUPT_DATABASE: null
  /** `detail` is SQLite's text. */
  UNUSABLE_DATABASE: { readonly detail: string }
  KEY_NOT_IN_KEYCHAIN: null
  KEYCHAIN_MISSING: null
  KEYCHAIN_LOCKED: null
  /** The system library for access to the keychain cannot be loaded; `library` is null if its name is unknown. */
  KEYCHAIN_LIBRARY_MISSING: { readonly library: string | null }
  /** `detail` is the keychain's text. */
  KEYCHAIN_SILENT: { readonly detail: string }
}

/** The failures of the connection, by the server's answers. */
export interface ConnectionFailures {
  SLOW_DOWN: null
  SERVER_INTERNAL: null
  NOT_OF_SERVICE: null
  /** Only a proxy in front of the server answers. */
  PROXY_ANSWERS: null
  KEY_REFUSED: null
  NOT_SUPPORTED: null
  /** The server gave no reason. */
  SERVER_REFUSED: null
  /** The answer was malformed. `detail` is for the log. */
  ANSWER_UNREADABLE: { readonly detail: string }
  ABORTED: null
  /** `lacks` is the missing part of the registration; empty if it is unknown. */
  INCOMPLETE_REGISTRATION: { readonly lacks: string }
}

/** The failures of accepted actions, stored with the action. */
export interface OutcomeFailures {
  UNREADABLE: null
  /** An older version could not decode the action; this one can. */
  READABLE_AGAIN: null
  CHANGED_MEANWHILE: null
  /** `allowed` and `total` count messages. */
  MOVE_TOO_LATE: { readonly allowed: number; readonly total: number }
  /** `cause` is null if the server gave no reason. */
  SCHEDULED_GONE: { readonly cause: Failure | null }
  SEND_TIME_PASSED: null
  /** The server has the message, but could not send it at its time. */
  SCHEDULED_NOT_SENT: null
  CHOICE_LOST: null
  ATTACHMENT_GONE: { readonly name: string }
  /** `cause` is null if the server gave no reason. */
  ATTACHMENT_REFUSED: { readonly name: string; readonly cause: Failure | null }
  ATTACHMENT_TOO_LARGE: null
}

/** The reasons for which a search finds nothing, or not everything. `operand` is the text after the colon. */
export interface SearchFailures {
  EMPTY_QUERY: null
  /** A newer search of the same caller replaced this one. */
  SUPERSEDED: null
  SEARCH_OFFLINE: null
  SEARCH_HAS_UNKNOWN: { readonly operand: string }
  SEARCH_IS_UNKNOWN: { readonly operand: string }
  SEARCH_NO_DATE: { readonly operand: string }
  SEARCH_NO_PERSON: { readonly operand: string }
  SEARCH_SEVERAL_PEOPLE: { readonly operand: string; readonly names: readonly string[] }
  SEARCH_NO_STREAM: { readonly operand: string }
  SEARCH_SEVERAL_STREAMS: { readonly operand: string; readonly names: readonly string[] }
  SEARCH_STREAM_AND_DIRECT: null
  /** The filter occurs twice in the search, with different values. */
  SEARCH_TWO_OF_ONE: { readonly filter: 'sender' | 'stream' | 'topic' | 'dm' }
  /** The search exceeds `most` words and filters, or `most` people in one filter. */
  SEARCH_TOO_MANY: { readonly most: number }
}

/** The reasons for which a link into the organization has no target. */
export interface LinkFailures {
  LINK_MESSAGE_GONE: null
  LINK_OFFLINE: null
  LINK_NO_STREAM: null
  LINK_NO_PERSON: null
}

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

/** The failures of checking for and fetching a new version of Skein. */
export interface UpdateFailures {
  NO_RELEASE: null
  NO_RELEASE_ADDRESS: null
  /** `status` is the HTTP status. */
  RELEASE_STATUS: { readonly status: number }
  RELEASE_UNREACHABLE: { readonly cause: Failure }
  FOREIGN_RELEASE: null
  BAD_RELEASE: null
  UPDATE_DAMAGED: null
  UPDATE_NOT_SIGNED: null
  UPDATE_DISK_FULL: null
  UPDATE_NOT_WRITABLE: null
  UPDATE_NOT_FETCHED: null
  UPDATE_NOT_TAKEN: null
}
