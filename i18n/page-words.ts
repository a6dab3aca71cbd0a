import type { UpdateStep, UpdateWay } from '#contract/app-state.ts'
import type { DiskProblem, WaitReason } from '#contract/connection-state.ts'
import type { PendingChange } from '#contract/message-items.ts'
import type { CommandWords } from './page/commands.ts'
import type { MovingWords } from './page/organization/moving.ts'
import type { ConnectionWords } from './connection-words.ts'
import type { FeedWords } from './page/reading/feeds.ts'
import type { GroupWords } from './page/organization/groups.ts'
import type { InboxWords } from './page/inbox.ts'
import type { ScheduledWords } from './page/scheduled.ts'
import type { PaletteWords } from './page/navigation.ts'
import type { RecentWords } from './page/recent.ts'
import type { SearchWords } from './page/search/search.ts'
import type { SnippetWords } from './page/snippets.ts'
import type { StreamWords } from './page/organization/streams.ts'

/** What the page says of its lists and states, beside failures and notices. */
export interface PageWords {
  readonly commands: CommandWords
  readonly drafts: DraftWords
  readonly places: ConversationWords
  readonly people: PeopleWords
  readonly reactions: ReactionWords
  readonly waiting: WaitingWords
  readonly connections: ConnectionWords
  readonly durations: DurationWords
  readonly damagedSettings: DamagedSettingsWords
  readonly updateStates: UpdateWords
  readonly scheduled: ScheduledWords
  readonly snippets: SnippetWords
  readonly streams: StreamWords
  readonly feeds: FeedWords
  readonly groups: GroupWords
  readonly inbox: InboxWords
  readonly moving: MovingWords
  readonly palette: PaletteWords
  readonly recent: RecentWords
  readonly search: SearchWords
}

/** Titles of conversations that have no name. */
export interface ConversationWords {
  readonly notesToSelf: string
  readonly noRecipient: string
  readonly noTopic: string
}

export interface PeopleWords {
  /** Nobody with this id is known. */
  readonly unknown: (id: number) => string
}

export interface ReactionWords {
  readonly you: string
  readonly others: (count: number) => string
  /** `emoji` is its name. */
  readonly reacted: (people: readonly string[], emoji: string) => string
}

export interface DraftWords {
  /** The server does not have it yet. */
  readonly pending: string
  readonly refused: (reason: string) => string
}

/** Reasons that name nothing. */
type PlainWaitReason = Exclude<WaitReason['kind'], 'uploading' | 'rate_limited' | 'disk' | 'failed'>

/** Why something is not at the server yet, as phrases. */
export interface WaitingWords extends Readonly<Record<PlainWaitReason, string>> {
  /** `percent` is 0 to 100. */
  readonly uploading: (file: { name: string; percent: number }) => string
  /** `time` is a time of day. */
  readonly held: (time: string) => string
  readonly disk: Readonly<Record<DiskProblem, string>>
  /** The server refused it, and gave no reason. */
  readonly refused: string
  /** A change of a message that is on its way, or was not made; `topic` is the target of a move. */
  readonly changing: Readonly<Record<PendingChange['kind'], (topic: string) => string>>
  readonly unchanged: Readonly<Record<PendingChange['kind'], (topic: string) => string>>
  readonly notSent: (reason: string) => string
  /** Messages that wait behind a refused one; at least one. */
  readonly waitBehind: (count: number) => string
}

export interface UpdateWords {
  /** Why this installation cannot update itself. */
  readonly hindrances: Readonly<Record<Exclude<UpdateWay, { kind: 'install' }>['hindrance'], string>>
  readonly notChecked: string
  /** `moment` is a day with a time. */
  readonly newest: (moment: string) => string
  readonly checking: string
  readonly told: (version: string) => string
  /** `percent` is 0 to 100. */
  readonly fetching: (release: { version: string; percent: number }) => string
  readonly ready: (version: string) => string
  readonly kept: (version: string) => string
  readonly staging: (version: string) => string
  /** Labels of buttons, by the step in which they are shown. */
  readonly acts: Readonly<
    Record<
      Exclude<UpdateStep['kind'], 'checking' | 'fetching' | 'told' | 'kept' | 'staging'> | 'fetch' | 'open',
      string
    >
  >
}

/** Parts of a duration, each with its unit. */
export interface DurationWords {
  readonly seconds: (count: number) => string
  readonly minutes: (count: number) => string
  readonly hours: (count: number) => string
  readonly days: (count: number) => string
  /** Less than a second ago. */
  readonly justNow: string
  readonly ago: (elapsed: string) => string
  /** Short forms, for a remaining time. */
  readonly left: Readonly<Record<'seconds' | 'minutes' | 'hours', (count: number) => string>>
}

/** The settings file was damaged. */
export interface DamagedSettingsWords {
  readonly keptAs: (file: string) => string
  /** What to do, without and with recovered accounts. */
  readonly nothingRecovered: string
  readonly partRecovered: string
}
