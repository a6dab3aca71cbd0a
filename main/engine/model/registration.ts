import { registeringFor } from '../api/register.ts'
import type { TransportResponse } from '../ports.ts'
import { slices } from './slices.ts'
import type { AnswerWith } from './long-list.ts'

/** The state at the start of a new event queue (wire-protocol.md §2.2.1). */
export type RegisterState = AnswerWith<(typeof slices)[number]['wire']>

const registering = registeringFor(slices.map(({ wire }) => wire))

/** `POST /register`; `readRegister` parses the answer, possibly in another thread. */
export const requestRegister = registering.request

/** @throws ApiError if the server refuses, MalformedAnswerError if the answer is not a registration */
export function readRegister(response: TransportResponse): RegisterState {
  return registering.read(response) as RegisterState // it has the keys of all concerns
}
