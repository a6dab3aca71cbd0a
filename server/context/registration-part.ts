import type { UserRow } from '../store/people/users.ts'
import type { ServerContext } from './context.ts'

export interface StateOptions {
  /** Whether the request's `fetch_event_types` has the entry. */
  readonly includes: (type: string) => boolean
  /** The origin that the client used: scheme, host and port. */
  readonly origin: string
  /** Whether the request names the new form of muted topics, so that the old form is omitted. */
  readonly asksForUserTopics: boolean
  readonly avatarOptional: boolean
  readonly userListIncomplete: boolean
  readonly linkifierTemplates: boolean
  readonly userSettings: boolean
  readonly includeSubscribers: boolean
  readonly slimPresence: boolean
}

export type State = Readonly<Record<string, unknown>>

/** The state that one entry of `fetch_event_types` adds to the answer of `POST /register` (wire-protocol.md §2.2.1). */
export interface RegistrationPart {
  /** An entry of `fetch_event_types`. */
  readonly type: string
  /** The state for a user; called inside the transaction that opens the event queue. */
  state(context: ServerContext, user: UserRow, options: StateOptions): State
  /** The state for a client without an account; no state if absent. */
  publicState?(context: ServerContext, origin: string): State
}
