import { registeringFor, type RegisterBase } from '../api/register.ts'
import type { RegisteredIn } from '../api/wire.ts'
import type { TransportResponse } from '../ports.ts'
import { concerns } from './concerns.ts'

type Intersection<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void ? I : never

/** The state at the start of a new event queue (wire-protocol.md §2.2.1). */
export type RegisterState = RegisterBase & Intersection<RegisteredIn<(typeof concerns)[number]['wire']>>

const registering = registeringFor(concerns.map(({ wire }) => wire))

/** `POST /register`; `readRegister` parses the answer, possibly in another thread. */
export const requestRegister = registering.request

/** @throws ApiError if the server refuses, MalformedAnswerError if the answer is not a registration */
export function readRegister(response: TransportResponse): RegisterState {
  return registering.read(response) as RegisterState // it has the keys of all concerns
}
