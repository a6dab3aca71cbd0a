import { registrationFor } from '../api/register.ts'
import type { TransportResponse } from '../ports.ts'
import { slices } from './slices.ts'
import type { AnswerWith } from './long-list.ts'

/** The answer of `POST /register` (wire-protocol.md §2.2.1). */
export type RegisterState = AnswerWith<(typeof slices)[number]['wire']>

const registering = registrationFor(slices.map(({ wire }) => wire))

/** Sends `POST /register`; `readRegister` parses the answer, also in another thread. */
export const requestRegister = registering.request

/**
 * Parses the answer of `POST /register`. @throws ApiError if the server refuses, MalformedAnswerError if the answer
 * is not a registration
 */
export function readRegister(response: TransportResponse): RegisterState {
  return registering.read(response) as RegisterState // the answer has the keys of all slices
}
