import type { UserRow } from '../store/people/users.ts'
import type { ServerContext } from './context.ts'

export interface StateOptions {
  /** Whether an entry of `fetch_event_types` was asked for. */
  readonly includes: (type: string) => boolean
  /** Where the organization was asked for: scheme, host and port. */
  readonly origin: string
  /** The new form of muted topics was asked for by name, so that the old one is left out. */
  readonly asksForUserTopics: boolean
  readonly avatarOptional: boolean
  readonly userListIncomplete: boolean
  readonly linkifierTemplates: boolean
  readonly userSettings: boolean
  readonly includeSubscribers: boolean
  readonly slimPresence: boolean
}

export type State = Readonly<Record<string, unknown>>

/** What an entry of `fetch_event_types` adds to the answer of `POST /register` (wire-protocol.md §2.2.1). */
export interface RegistrationPart {
  /** The entry. */
  readonly type: string
  /** What the user is told; called inside the transaction that opens the event queue. */
  state(context: ServerContext, user: UserRow, options: StateOptions): State
  /** What a client without an account is told; nothing where it is absent. */
  publicState?(context: ServerContext, origin: string): State
}
