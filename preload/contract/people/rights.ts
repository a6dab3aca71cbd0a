import type { PersonRole } from '#shared/directory-choices.ts'

/** The reason for which an act is refused, so that a sentence can be made of it. */
export type RightRefusal =
  /** The act needs this role or one with more rights. */
  | { readonly code: 'role'; readonly least: PersonRole }
  /** The act needs a membership in a group. It is null if the group has no name, or several groups would do. */
  | { readonly code: 'not_in_group'; readonly group: string | null }
  /** The setting gives the right to nobody. */
  | { readonly code: 'nobody' }
  /** The account becomes a full member after this many days in the organization. */
  | { readonly code: 'waiting_period'; readonly days: number }
  /** The message is older than this many seconds. */
  | { readonly code: 'time_limit'; readonly seconds: number }
  /** Only subscribers can read the stream. */
  | { readonly code: 'needs_subscription' }
  | { readonly code: 'archived' }
  /** The stream is in use, so that it cannot be taken from the archive. */
  | { readonly code: 'not_archived' }
  /** The organization or its server has the setting of this name turned off. */
  | { readonly code: 'setting_off'; readonly setting: string }
  /** The server has no such act below this feature level. */
  | { readonly code: 'level'; readonly from: number }
  /** Only the sender, the owner or the author may do it. */
  | { readonly code: 'not_own' }
  /** System groups and deactivated groups cannot be changed. */
  | { readonly code: 'fixed_group' }
  /** The account is the only owner of the organization. */
  | { readonly code: 'last_owner' }

declare module '../base/failures.ts' {
  interface FailureValues {
    /** The account has no right to the act; null if only the server says so. */
    RIGHT_MISSING: { readonly refusal: RightRefusal | null }
    /** The change needs the server, which cannot be reached. Nothing was changed. */
    CHANGE_NEEDS_SERVER: null
    /** The connection broke before the server confirmed the change. */
    CHANGE_OUTCOME_UNKNOWN: null
  }
}
