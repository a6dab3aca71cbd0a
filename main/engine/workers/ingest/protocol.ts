import type { RegisterBatch, RegisterHead } from '../../state/register-rows.ts'

/** The calls of the engine thread to the ingest thread. */
export type IngestCalls = {
  /** Reads an answer of `POST /register`. The bytes are transferred. */
  readonly head: { readonly input: IngestAnswer; readonly output: RegisterHead }
  /** Returns the next rows; null at the end. */
  readonly next: { readonly input: null; readonly output: RegisterBatch | null }
}

/** An unparsed answer of `POST /register`. */
export interface IngestAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: readonly Uint8Array[]
}
