import type { Connection, Result } from '../../preload/contract.ts'
import type { LogLevel, TransportErrorCode, TransportRequest } from './ports.ts'

/** What the rail and the badge need of an account without opening its views. */
export interface AccountStatus {
  readonly connection: Connection
  readonly organization: string
  readonly unread: number
  readonly mentions: number
  /** The Basic user name, when the server has changed it (wire-protocol.md §2.3.3). */
  readonly email: string | null
}

export type Signal = 'retry' | 'resume' | 'key_changed' | 'waiting_for_keychain' | 'no_key'

/** Main → engine thread. Bodies of answers are transferred in chunks. */
export type ToEngine =
  | { readonly type: 'call'; readonly id: number; readonly name: string; readonly input: unknown }
  /** `reason` is a sentence for people, with `no_key`. */
  | { readonly type: 'signal'; readonly signal: Signal; readonly reason?: string }
  | {
      readonly type: 'head'
      readonly id: number
      readonly status: number
      readonly headers: Readonly<Record<string, string>>
    }
  | { readonly type: 'chunk'; readonly id: number; readonly bytes: Uint8Array }
  | { readonly type: 'end'; readonly id: number }
  | {
      readonly type: 'failed'
      readonly id: number
      readonly code: TransportErrorCode
      readonly message: string
      readonly provesNonDelivery: boolean
    }
  | { readonly type: 'close' }

/** Engine thread → main. `update` is an `Update` as JSON text, which main passes on unread. */
export type FromEngine =
  | { readonly type: 'ready' }
  | { readonly type: 'reply'; readonly id: number; readonly result: Result<unknown> }
  | { readonly type: 'update'; readonly text: string }
  | { readonly type: 'status'; readonly status: AccountStatus }
  | { readonly type: 'request'; readonly id: number; readonly request: TransportRequest }
  | { readonly type: 'abort'; readonly id: number }
  | { readonly type: 'log'; readonly level: LogLevel; readonly message: string }
  | { readonly type: 'fatal'; readonly code: string; readonly message: string }
  | { readonly type: 'closed' }

/** What the engine thread is started with. */
export interface EngineOptions {
  readonly accountId: string
  readonly database: string
  readonly engineEpoch: number
}
