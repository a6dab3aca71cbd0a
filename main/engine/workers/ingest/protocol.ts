import type { RegisterBatch, RegisterHead } from '../../model/register-rows.ts'

/** What the engine's thread asks of the ingest thread. */
export type IngestCalls = {
  /** Reads an answer of register. The bytes are transferred. */
  readonly head: { readonly input: IngestAnswer; readonly output: RegisterHead }
  /** The next rows; null at the end. */
  readonly next: { readonly input: null; readonly output: RegisterBatch | null }
}

/** An answer of register as it came from the network. */
export interface IngestAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: readonly Uint8Array[]
}
