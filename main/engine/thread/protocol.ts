import type { MessageId } from '../values/ids.ts'
import type { Failure, Result } from '#contract/base/failures.ts'
import type { Quiet } from '#shared/time/quiet-time.ts'
import type {
  WindowId,
  AccountStatus,
  DesktopNotification,
  LogLevel,
  Signal,
  TransportErrorCode,
  TransportRequest,
  TransportUpload,
} from '../ports.ts'
import type { FileAccess } from '../values/file-access.ts'
import type { EngineCalls } from '../engine-calls.ts'

/** A request in the form that is posted between threads, without functions. */
export type PostedRequest = Omit<TransportRequest, 'upload' | 'asBytes'> & {
  readonly upload?: Omit<TransportUpload, 'onProgress'>
}

/**
 * The calls of the main process to the engine thread. Failures are data, so that every call is answered with a
 * result.
 */
export type EngineWorkerCalls = {
  readonly [N in keyof EngineCalls]: {
    /** `from` is the window that calls; undefined if the main process itself calls. */
    readonly input: { readonly from: WindowId | undefined; readonly input: EngineCalls[N]['input'] }
    readonly output: Result<EngineCalls[N]['output']>
  }
}

/**
 * The messages from the main process to the engine thread, beside calls. Bodies of answers are transferred in chunks.
 */
export type ToEngine =
  /** `reason` is present with `no_key`. */
  | { readonly type: 'signal'; readonly signal: Signal; readonly reason?: Failure }
  | {
      readonly type: 'head'
      readonly id: number
      readonly status: number
      readonly headers: Readonly<Record<string, string>>
    }
  | { readonly type: 'chunk'; readonly id: number; readonly bytes: Uint8Array }
  | { readonly type: 'end'; readonly id: number }
  /** The number of sent bytes of an upload. */
  | { readonly type: 'progress'; readonly id: number; readonly sentBytes: number }
  | {
      readonly type: 'failed'
      readonly id: number
      readonly code: TransportErrorCode
      readonly reason: Failure
      readonly provesNonDelivery: boolean
    }
  /** The server rate-limits the account until this time (UNIX milliseconds), and the gate sends nothing before. */
  | { readonly type: 'rate_limited'; readonly until: number }
  /** The do-not-disturb of this computer; null if it has ended. */
  | { readonly type: 'quiet'; readonly quiet: Quiet | null }
  /** Names are sorted by another language (BCP 47) from now on. The page opens its views again. */
  | { readonly type: 'language'; readonly language: string }
  | { readonly type: 'close' }

/**
 * The messages from the engine thread to the main process, beside answers to calls. `update` is an `Update` for a
 * window as JSON text, which the main process forwards without parsing it.
 */
export type FromEngine =
  | { readonly type: 'ready' }
  | { readonly type: 'update'; readonly to: WindowId; readonly text: string }
  | { readonly type: 'status'; readonly status: AccountStatus }
  | { readonly type: 'request'; readonly id: number; readonly request: PostedRequest }
  | { readonly type: 'abort'; readonly id: number }
  | { readonly type: 'keep_attachments'; readonly ids: readonly string[] }
  | { readonly type: 'notify'; readonly notification: DesktopNotification }
  | { readonly type: 'withdraw'; readonly messageIds: readonly MessageId[] }
  | { readonly type: 'log'; readonly level: LogLevel; readonly message: string }
  | { readonly type: 'fatal'; readonly failure: Failure; readonly message: string }
  | { readonly type: 'closed' }

/** The options of the engine thread. */
export interface EngineOptions {
  readonly accountId: string
  readonly database: string
  readonly fileAccess: FileAccess
  readonly engineEpoch: number
  /** The program of the thread that reads registrations, as a URL. */
  readonly ingestFile: string
  /** The program of the thread that searches. */
  readonly readerFile: string
  /** The language by which names are sorted (BCP 47). */
  readonly language: string
}
