import type { SearchFilter } from '#shared/search-terms.ts'

/** What the search says. */
export interface SearchWords {
  readonly title: string
  readonly label: string
  /** In the empty field. */
  readonly example: string
  /** The list below the field. */
  readonly completions: string
  /** The filters that are chosen, as a group. */
  readonly chosen: string
  /** `filter` is as it is written. */
  readonly remove: (filter: string) => string
  /** The choice between the organization and all. */
  readonly scope: string
  /** What each filter asks for. */
  readonly filters: Readonly<Record<SearchFilter, string>>
  readonly states: Readonly<
    Record<'unread' | 'starred' | 'mentioned' | 'alerted' | 'followed' | 'resolved' | 'dm', string>
  >
  readonly contents: Readonly<Record<'link' | 'image' | 'attachment' | 'reaction', string>>
  readonly daysAgo: (days: number) => string
  /** Behind the e-mail of a person whose account was deactivated. */
  readonly deactivated: (email: string) => string
  readonly hits: string
  /** Before anything is searched for. */
  readonly start: string
  readonly recent: string
  readonly forget: (search: string) => string
  readonly nothing: string
  /** Nothing is on this computer, and the server is asked or cannot be reached. */
  readonly nothingYet: string
  readonly nothingHere: string
  /** How many were found, and where; `isMore` if there may be further ones. */
  readonly found: Readonly<Record<'asking' | 'answered' | 'unreachable', (count: number, isMore: boolean) => string>>
  readonly indexing: string
  readonly mayHaveNew: string
  readonly askAgain: string
  /** Hits that would come between the rows that are read. */
  readonly showWaiting: (count: number) => string
  readonly notShown: string
}
