import { registeringFor, type RegisterBase } from '../api/register.ts'
import type { RegisteredIn } from '../api/wire.ts'
import type { TransportResponse } from '../ports.ts'
import { concerns } from './concerns.ts'

type Intersection<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void ? I : never

/** The state that a new event queue starts from (wire-protocol.md §2.2.1). */
export type RegisterState = RegisterBase & Intersection<RegisteredIn<(typeof concerns)[number]['wire']>>

const registering = registeringFor(concerns.map(({ wire }) => wire))

/** `POST /register`; the answer is for `readRegister`, wherever that runs. */
export const requestRegister = registering.request

/** @throws ApiError where the server refuses, MalformedAnswerError where this is no registration. */
export function readRegister(response: TransportResponse): RegisterState {
  return registering.read(response) as RegisterState // it has the keys of all concerns
}
