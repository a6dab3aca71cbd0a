import type { Phrase } from '../phrase.ts'

export interface NavigationWords {
  readonly label: string
  readonly find: string
  readonly findExample: string
  readonly drafts: string
  readonly unsent: string
  readonly scheduled: string
  readonly groups: {
    readonly pinned: string
    readonly streams: string
    readonly inactive: string
    readonly direct: string
  }
  readonly newDirect: string
  /** Of the button that shows and hides the topics of a stream. */
  readonly openTopics: string
  readonly foldTopics: string
  /** Below the topics of a stream: a way to more or fewer of them, or why there are none. */
  readonly moreTopics: Readonly<Record<'more' | 'asking' | 'needs_server' | 'failed' | 'fewer', string>>
  /** Of the edge that is moved. */
  readonly width: string
  /** The heading of what was found beyond the list. */
  readonly found: string
  /** Behind the name of a topic. */
  readonly inStream: <T>(stream: T) => Phrase<T>
  readonly searching: string
  readonly nothingFound: string
  readonly notSearched: string
  readonly empty: string
  /** Of the menu of an entry. */
  readonly options: string
  readonly archived: string
  readonly private: string
  readonly followed: string
  /** Of direct conversations: with a bot, with somebody who is there. */
  readonly bot: string
  readonly presence: { readonly active: string; readonly idle: string }
  readonly notSent: (count: number) => string
  /** Behind the number of unread messages, which has a mark of its own. */
  readonly unread: string
}

export interface RailWords {
  readonly label: string
  readonly add: string
  /** Of the button of an account, as screen readers tell it. */
  readonly account: (values: { organization: string; email: string; unread: number; failed: number }) => string
  /** An organization was moved by keys, for screen readers. */
  readonly moved: (values: { organization: string; position: number; total: number }) => string
  /** Of the same button, as a tooltip. */
  readonly accountTitle: (values: { organization: string; email: string }) => string
}

/** The state of the account, beside its name. */
export interface StateLineWords {
  readonly connected: string
  readonly starting: string
  readonly catchingUp: string
  readonly offline: string
  readonly held: string
  readonly keychain: string
  readonly signedOut: string
  readonly refused: string
  readonly hint: string
}

export interface AccountMenuWords {
  readonly label: string
  readonly labelWithUpdate: (version: string) => string
  readonly restart: (version: string) => string
  readonly update: (version: string) => string
  readonly settings: string
  readonly mutedPeople: string
  readonly connections: string
  readonly shortcuts: string
  readonly report: string
  readonly signOut: string
  /** The question before signing out. */
  readonly question: (organization: string) => string
  readonly consequence: string
  readonly lost: (count: number) => string
  readonly confirm: string
}

/** What the palette says: the one field that leads everywhere. */
export interface PaletteWords {
  readonly label: string
  /** In the empty field. */
  readonly example: string
  readonly list: string
  readonly groups: {
    /** Places that are visited often, before anything is typed. */
    readonly places: string
    readonly commands: string
  }
  /** Behind a command that was found among places. */
  readonly command: string
  /** Leads from a choice of conversations to one of people. */
  readonly severalPeople: string
  /** Behind a user group that was found among places. */
  readonly userGroup: (memberCount: number) => string
  /** Opens an address that was pasted, by what it leads to. */
  readonly links: Readonly<Record<'conversation' | 'message' | 'list' | 'file' | 'browser', string>>
  /** A stream, and a topic in it. */
  readonly linkNames: (names: readonly string[]) => string
  readonly searching: string
  readonly nothingFound: string
}
