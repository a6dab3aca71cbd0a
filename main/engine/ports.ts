import type { MessageId } from '#shared/ids.ts'
import type { ClockChoice, Connection, StreamWord } from '#contract/accounts.ts'
import type { Failure } from '#contract/base/failures.ts'
import type { Destination, PersonName } from '#contract/base/values.ts'
import type { Update } from '#contract/bridge.ts'
import type { NotificationText } from '#contract/notifications.ts'
import type { FileAccess } from './values/file-access.ts'
import { failureLogText } from './values/failures.ts'

/** The engine's clock. Engine code never reads the system clock or sets timers directly. */
export interface EngineClock {
  /** UNIX time in milliseconds. */
  now(): number
  /** Milliseconds of a monotonic clock, for measuring slices. */
  elapsed(): number
  /** Runs `task` once after `delayMs`; the returned function cancels it. */
  schedule(delayMs: number, task: () => void): () => void
}

/** A source of random numbers. */
export interface EngineRandom {
  /** Returns a number with 0 ≤ number < 1. */
  next(): number
}

/** The priority of a request. Uploads have their own lane, because a large file must not delay other requests. */
export type Priority = 'poll' | 'foreground' | 'background' | 'upload'

/** A file of `outgoing/` that is uploaded. */
export interface TransportUpload {
  readonly attachmentId: string
  readonly name: string
  readonly type: string
  /** Called from time to time during the upload. */
  readonly onProgress: (sentBytes: number) => void
}

export interface TransportRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** The absolute path on the account's server, without the query. */
  readonly path: string
  /** The form fields; a GET request sends them in its query. */
  readonly form: Readonly<Record<string, string>>
  readonly priority: Priority
  /** The idle timeout: the request is aborted if no bytes arrive or leave for this long. */
  readonly timeoutMs: number
  /** The total timeout, for requests with small bodies and answers only. */
  readonly totalMs?: number
  readonly maxBytes: number
  /**
   * Marks a request that must not be executed twice. It is never sent over a reused connection, because Chromium
   * retries any request when such a connection breaks. Requests with the same text, usually one conversation's, are
   * sent one at a time.
   */
  readonly once?: string
  readonly upload?: TransportUpload
  /** Requests the body as bytes, for another thread to parse; a transport that does not support it returns text. */
  readonly asBytes?: true
}

export interface TransportResponse {
  readonly status: number
  /** The header names are in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Empty if the body is in `bytes`. */
  readonly body: string
  readonly bytes?: readonly Uint8Array[]
}

/** The transport to the account's server. The gate implements it and is the only place that adds credentials. */
export interface Transport {
  /** @throws TransportError if no complete answer arrived */
  request(request: TransportRequest, signal?: AbortSignal): Promise<TransportResponse>
}

export type TransportErrorCode =
  | 'unreachable'
  | 'broken'
  | 'timeout'
  | 'too_large'
  | 'aborted'
  | 'no_key'
  | 'no_file'
  /** A proxy answered instead of an unavailable server. */
  | 'away'

/**
 * A request without a complete answer. `provesNonDelivery` tells that the request cannot have reached the server
 * (sync-invariants.md §6.9).
 */
export class TransportError extends Error {
  readonly code: TransportErrorCode
  /** The failure for the user. */
  readonly reason: Failure
  readonly provesNonDelivery: boolean

  constructor(code: TransportErrorCode, reason: Failure, provesNonDelivery: boolean) {
    super(failureLogText(reason))
    this.name = 'TransportError'
    this.code = code
    this.reason = reason
    this.provesNonDelivery = provesNonDelivery
  }
}

export type LogLevel = 'error' | 'warn' | 'info' | 'debug'

/** A desktop notification about one or several messages. */
export interface DesktopNotification {
  /** The messages of the notification; a click opens the last one. */
  readonly messageIds: readonly MessageId[]
  readonly content: NotificationContent
  readonly destination: Destination
  readonly isSilent: boolean
  /** Whether the notification accepts a reply. */
  readonly canReply: boolean
}

/** The content of a notification; the shell makes its texts. */
export type NotificationContent =
  | {
      readonly kind: 'message'
      readonly sender: PersonName
      /** `topic` is the displayed name of the topic. A direct message is to one person or to a `group`. */
      readonly place:
        | { readonly kind: 'topic'; readonly stream: string; readonly topic: string }
        | { readonly kind: 'direct' | 'group' }
      readonly text: NotificationText
    }
  | {
      readonly kind: 'summary'
      /** The number of messages. */
      readonly count: number
      readonly organization: string
      /** The names of some senders; `others` is the number of the remaining ones. */
      readonly senders: readonly PersonName[]
      readonly others: number
    }

/** The state of an account for the rail and the badge, which are shown without open views. */
export interface AccountStatus {
  readonly connection: Connection
  /** The end of the wait that the server asks the account for (429), UNIX milliseconds; null without one. */
  readonly rateLimitedUntil: number | null
  readonly organization: string
  readonly unread: number
  readonly mentions: number
  /** The account's count on the program's icon (`desktop_icon_count_display`). */
  readonly badge: number
  /** The format of times of day. */
  readonly clock: ClockChoice
  /** The organization's word for its streams. */
  readonly word: StreamWord
  /** The number of failed actions, which wait for the user. */
  readonly failed: number
  /** The number of messages that are pending, failed or may not have arrived. */
  readonly unsent: number
  /** The user's own name; null until it is known. */
  readonly name: string | null
  /** The language of the account at its server (`default_language`), as that writes it; null until it is known. */
  readonly language: string | null
  /** The Basic user name, if the server has changed it (wire-protocol.md §2.3.3). */
  readonly email: string | null
}

/** The signals of main to a running engine. */
export type Signal =
  | 'retry'
  | 'resume'
  | 'key_changed'
  | 'waiting_for_keychain'
  | 'no_key'
  /** A window of the program got or lost the focus. */
  | 'focused'
  | 'blurred'
  /** The user became active or inactive at the computer, in any program. */
  | 'present'
  | 'absent'

/** The dependencies of an engine. */
export interface EnginePorts {
  readonly transport: Transport
  readonly clock: EngineClock
  readonly random: EngineRandom
  /** The path of the account's SQLite file, or `:memory:`. */
  readonly database: string
  /** The encryption of the file; it stays as it is if this is absent. */
  readonly fileAccess?: FileAccess
  /** The number of this engine instance; a restarted engine has a higher one. */
  readonly engineEpoch: number
  readonly accountId: string
  /** Sends an update to a window. */
  publish(update: Update, to: WindowId): void
  status(status: AccountStatus): void
  log(level: LogLevel, message: string): void
  /** Reports the copies in `outgoing/` that are still needed; main can delete all others. */
  keepAttachments(ids: readonly string[]): void
  notify(notification: DesktopNotification): void
  /** Withdraws the notifications of messages that were read or deleted. */
  withdraw(messageIds: readonly MessageId[]): void
  /** Ends this engine; its host starts another one. */
  restart(): void
}

declare const brand: unique symbol

/**
 * The id of an open window. Main numbers the windows and adds the id of the sender to each call; pages do not know
 * their ids, so that none can access the views of another. Ids are not reused.
 */
export type WindowId = number & { readonly [brand]: 'WindowId' }

/** The most windows that can be open at once. */
export const mostWindows = 16
