import type { StreamPrivacy } from '#contract/resources/streams.ts'
import type {
  NewStreamPrivacy,
  PostingRight,
  StreamColor,
  StreamFilter,
  StreamNotification,
} from '#shared/stream-choices.ts'

/** What the list of all streams says, and what leads to it. */
export interface StreamWords {
  readonly title: string
  readonly search: string
  /** The group of the filters. */
  readonly filters: string
  readonly filter: Readonly<Record<StreamFilter, string>>
  readonly privacy: Readonly<Record<StreamPrivacy, string>>
  readonly archived: string
  readonly joined: string
  readonly muted: string
  readonly subscribers: (count: number) => string
  /** Messages a week. */
  readonly weekly: (count: number) => string
  readonly join: string
  readonly leave: string
  /** Labels of the buttons for screen readers: with the name of the stream. */
  readonly joinNamed: (name: string) => string
  readonly leaveNamed: (name: string) => string
  /** There are no streams yet. */
  readonly none: string
  /** Nothing passes the filter and the search. */
  readonly nothingFound: string
  readonly notShown: string
  /** The list holds so many streams. */
  readonly found: (count: number) => string
  /** Whoever leaves a private stream cannot come back alone. */
  readonly leaving: {
    readonly question: (name: string) => string
    readonly consequence: string
  }
  /** The form for a new stream. */
  readonly creating: {
    readonly title: string
    readonly name: string
    readonly description: string
    readonly privacy: string
    readonly privacies: Readonly<Record<NewStreamPrivacy, { readonly name: string; readonly meaning: string }>>
    readonly posting: string
    readonly postings: Readonly<Record<PostingRight, string>>
    /** The first subscribers beside the user. */
    readonly people: string
    readonly addPeople: string
    /** Of the dialog in which they are chosen. */
    readonly peopleTitle: string
    readonly add: string
    readonly removePerson: (name: string) => string
    readonly announce: string
    /** So many characters are left; negative if there are too many. */
    readonly rest: (count: number) => string
    readonly create: string
  }
  /** The user's own settings of a stream. */
  readonly settings: {
    readonly title: (name: string) => string
    readonly color: string
    readonly colors: Readonly<Record<StreamColor, string>>
    /** A colour that is none of those. */
    readonly otherColor: string
    readonly place: string
    readonly pinned: string
    readonly muted: string
    readonly mutedMeaning: string
    readonly notifications: string
    readonly notification: Readonly<Record<StreamNotification, string>>
    /** The setting of the account applies. */
    readonly usual: string
    /** It is set for this stream. */
    readonly own: string
    readonly notJoined: string
    readonly gone: string
    readonly notShown: string
  }
  /** A stream is read that the user has not joined. */
  readonly preview: string
}
