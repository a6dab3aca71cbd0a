import { readRegister } from '../../model/registration.ts'
import { registerBatches, registerHead, type RegisterBatch, type RegisterHead } from '../../model/register-rows.ts'
import type { TransportResponse } from '../../ports.ts'

/** Reads answers of register, in this thread or in another one. */
export interface RegisterReader {
  /** To be called before the request leaves: another thread takes a moment to start. */
  open(): RegisterReading
}

export interface RegisterReading {
  /**
   * Reads and checks the whole answer. To be asked for once, before the batches.
   * @throws ApiError where the server refuses, MalformedAnswerError where this is no registration, TransportError where
   * the thread that reads has failed.
   */
  head(response: TransportResponse): Promise<RegisterHead>
  /** The next part; null at the end. */
  next(): Promise<RegisterBatch | null>
  close(): void
}

/** Reads in the thread that asks. */
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
