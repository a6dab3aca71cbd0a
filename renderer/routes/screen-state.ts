import type { AccountSummary } from '#contract/app-state.ts'
import type { Bridge } from '#contract/bridge.ts'
import type { Narrow } from '#contract/values.ts'
import type { MessageId } from '#shared/ids.ts'
import type { AccountCalls } from '../bridge/account-calls.ts'
import type { KeptViews } from '../bridge/kept-views.ts'
import type { ViewClient } from '../bridge/view-client.svelte.ts'
import type { ComposerModel } from '../composer/composer-model.svelte.ts'
import type { KeptComposers } from '../composer/kept-composers.ts'
import type { ConversationViews } from '../conversation/conversation-views.ts'
import type { KeptEdits } from '../conversation/edits/kept-edits.ts'
import type { LeftForms } from '../forms/left-forms.svelte.ts'
import type { RecentSearches } from '../search/recent-searches.ts'
import type { KeptPosition } from '../ui/kept-position.ts'
import type { NoticeAction } from '../app/notices/notices.svelte.ts'
import type { Route } from '../app/routes.ts'

/** What a screen holds while its place is shown: it opens its views when it comes, and closes them when it goes. */
export interface ScreenState {
  /** The place, which may have got another name since it was opened. */
  readonly route: Route
  /** Whether there is something to show: contents, or why they are missing. */
  readonly isDrawable: boolean
  /** Where the reader is; null as long as nothing is drawn. */
  position(): KeptPosition | null
  /** What is typed and chosen in the screen's fields, which a return restores. */
  readonly text?: string
  /** The composer in which the user writes there; null or none if there is no such composer. */
  readonly composer?: ComposerModel | null
  close(): void
}

/** What a screen is told about the visit of its place. */
export interface ScreenVisit {
  readonly accountId: string
  /** Where the reader was when the place was left; null on arrival. */
  readonly position: KeptPosition | null
  /** What was typed in the screen's field; empty on arrival. */
  readonly text: string
  /** Reports that the place does not exist any more. A place that was just chosen is shown all the same. */
  readonly onGone: () => void
}

/** What screens are constructed with. */
export interface ScreenPorts {
  readonly bridge: Bridge
  readonly views: ViewClient
  /** Views of lists to which one returns. */
  readonly lists: KeptViews
  readonly conversations: ConversationViews
  readonly composers: KeptComposers
  readonly edits: KeptEdits
  /** Calls about the shown account. */
  readonly calls: AccountCalls
  /** The accounts of the window. */
  readonly accounts: () => readonly AccountSummary[]
  readonly searches: RecentSearches
  /** Shows a conversation at a message, and adds a text to what is written there. */
  readonly write: (narrow: Narrow, messageId: MessageId, text: string) => void
  /** Shows a notice. */
  readonly tell: (sentence: string) => void
  /** Shows a notice with something to do. @returns takes it back */
  readonly offer: (sentence: string, action: NoticeAction) => () => void
  /** The texts of forms that were not submitted. */
  readonly leftForms: LeftForms
  /** Whether all streams of the shown account are known. */
  readonly isReady: () => boolean
}

/** Opens the state of a place's screen. */
export type OpenScreen = (route: Route, visit: ScreenVisit, ports: ScreenPorts) => ScreenState
