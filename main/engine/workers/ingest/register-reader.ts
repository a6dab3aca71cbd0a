import {
  readRegister,
  registerBatches,
  registerHead,
  type RegisterBatch,
  type RegisterHead,
} from '../../state/registration.ts'
import type { TransportResponse } from '../../ports.ts'

/** Reads answers of `POST /register`, in this thread or in another one. */
export interface RegisterReader {
  /**
   * Prepares to read an answer. The caller opens it before the request leaves, because another thread takes a moment
   * to start.
   */
  open(): RegisterReading
}

/** The reading of one answer, in steps. */
export interface RegisterReading {
  /**
   * Reads and checks the whole answer. It must be called once, before `next`.
   * @throws ApiError if the server refuses, MalformedAnswerError if the answer is not a registration, TransportError
   * if the reading thread has failed
   */
  head(response: TransportResponse): Promise<RegisterHead>
  /** Returns the next batch; null at the end. */
  next(): Promise<RegisterBatch | null>
  close(): void
}

/** Reads in the calling thread. */
export const registerHere: RegisterReader = {
  open() {
    let batches: Iterator<RegisterBatch, void> | undefined
    return {
      head(response) {
        return new Promise((resolve) => {
          const state = readRegister(response)
          batches = registerBatches(state)
          resolve(registerHead(state))
        })
      },
      next: () => Promise.resolve(batches?.next().value ?? null),
      close() {
        batches = undefined
      },
    }
  },
}

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
