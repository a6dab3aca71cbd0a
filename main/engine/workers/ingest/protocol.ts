import type { RegisterBatch, RegisterHead } from '../../model/register-rows.ts'

/** Engine thread → ingest thread. Bytes are transferred. */
export type ToIngest =
  | {
      readonly type: 'read'
      readonly status: number
      readonly headers: Readonly<Record<string, string>>
      readonly bytes: readonly Uint8Array[]
    }
  /** One more batch is wanted. */
  | { readonly type: 'next' }

/** Ingest thread → engine thread. */
export type FromIngest =
  | { readonly type: 'head'; readonly head: RegisterHead }
  | { readonly type: 'batch'; readonly batch: RegisterBatch | null }
  | {
      readonly type: 'refused'
      readonly code: string
      readonly status: number
      readonly message: string
      readonly retryAfterSeconds: number | null
      readonly details: Readonly<Record<string, unknown>>
    }
  | {
      readonly type: 'malformed'
      readonly status: number
      readonly message: string
      readonly lacks: string | null
    }
  /** A proxy answered for a server that is away. */
  | { readonly type: 'away' }
