import type { Failure } from '../../preload/contract/failures.ts'
import { failureLogText } from './failure-error.ts'
import type { Connection } from '../../preload/contract/connection-state.ts'
import type { Update } from '../../preload/contract/bridge.ts'
import type { Destination } from '../../preload/contract/values.ts'
import type { WindowId } from './window-id.ts'

/** Time as the engine sees it. Nothing in the engine reads the machine's clock or sets a timer by itself. */
export interface EngineClock {
  /** UNIX time in milliseconds. */
  now(): number
  /** Milliseconds of a clock that never goes back; for measuring slices. */
  elapsed(): number
  /** Runs `task` once after `delayMs`; the returned function cancels it. */
  schedule(delayMs: number, task: () => void): () => void
}

/** Unpredictable numbers. */
export interface EngineRandom {
  /** 0 ≤ number < 1 */
  next(): number
}

/** Uploads have a lane of their own: a large file must not hold up what is said meanwhile. */
export type Priority = 'poll' | 'foreground' | 'background' | 'upload'

/** A file of `outgoing/` on its way to the server. */
export interface TransportUpload {
  readonly attachmentId: string
  readonly name: string
  readonly type: string
  /** Told now and then while the bytes leave. */
  readonly onProgress: (sentBytes: number) => void
}

export interface TransportRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Absolute path on the account's server, without the query. */
  readonly path: string
  /** Form fields; a GET carries them in its query. */
  readonly form: Readonly<Record<string, string>>
  readonly priority: Priority
  /** The request is given up when nothing has come or gone for so long; each piece begins it anew (W4). */
  readonly timeoutMs: number
  /** How long it may take in all; only where the answer is small. */
  readonly totalMs?: number
  readonly maxBytes: number
  /**
   * Carried out twice the request does harm, so it never goes over a connection that was used before: Chromium sends any
   * request again by itself where such a one breaks (W1). What has the same text here goes in turn, as a rule what is for
   * one conversation.
   */
  readonly once?: string
  readonly upload?: TransportUpload
  /** The body is wanted as it came, to be read in another thread; a transport that cannot gives it as text. */
  readonly asBytes?: true
}

export interface TransportResponse {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Empty where the body came as `bytes`. */
  readonly body: string
  readonly bytes?: readonly Uint8Array[]
}

/** The way to the account's server. Implemented by the gate; credentials are added there and nowhere else. */
export interface Transport {
  /** @throws TransportError when no whole answer came. */
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
  /** A proxy answered in the place of a server that is away (F10). */
  | 'away'

/** No whole answer came. `provesNonDelivery` says that the request cannot have reached the server (design.md §3). */
export class TransportError extends Error {
  readonly code: TransportErrorCode
  /** For the user. */
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

/** What the desktop is told of a message, or of several at once. */
export interface DesktopNotification {
  /** The messages that it speaks of; the last one opens on a click. */
  readonly messageIds: readonly number[]
  readonly title: string
  readonly body: string
  readonly destination: Destination
  readonly isSilent: boolean
  /** Whether an answer can be written into the notification. */
  readonly canReply: boolean
}

/** What the rail and the badge need of an account without opening its views. */
export interface AccountStatus {
  readonly connection: Connection
  /** The server asks the whole account to wait until then (429), UNIX milliseconds; null where it does not. */
  readonly heldUntil: number | null
  readonly organization: string
  readonly unread: number
  readonly mentions: number
  /** What the icon of the program counts of this account (`desktop_icon_count_display`). */
  readonly badge: number
  /** Actions that were refused and wait for the user. */
  readonly failed: number
  /** The Basic user name, when the server has changed it (wire-protocol.md §2.3.3). */
  readonly email: string | null
}

/** What main tells a running engine. */
export type Signal = 'retry' | 'resume' | 'key_changed' | 'waiting_for_keychain' | 'no_key' | 'focused' | 'blurred'

/** What an engine is given. */
export interface EnginePorts {
  readonly transport: Transport
  readonly clock: EngineClock
  readonly random: EngineRandom
  /** Path of the account's SQLite file, or `:memory:`. */
  readonly database: string
  /** Number of this engine's life: a restarted engine has a higher one. */
  readonly engineEpoch: number
  readonly accountId: string
  /** Sends an update to a window. */
  publish(update: Update, to: WindowId): void
  status(status: AccountStatus): void
  log(level: LogLevel, message: string): void
  /** The copies in `outgoing/` that something still hangs on; all others can go. */
  keepAttachments(ids: readonly string[]): void
  notify(notification: DesktopNotification): void
  /** The messages were read, or are gone: what the desktop still shows of them goes too. */
  withdraw(messageIds: readonly number[]): void
  /** Ends this engine; its host starts another one. */
  restart(): void
}
