import type { AccountSummary } from '#contract/accounts.ts'
import type { Narrow } from '#contract/base/values.ts'
import type { Bridge } from '#contract/bridge.ts'
import type { ConversationMeta } from '#contract/conversations.ts'
import type { MessageId } from '#shared/ids.ts'
import type { AccountCalls } from '../account-calls.ts'
import type { KeptViews } from '../../bridge/kept-views.ts'
import type { ViewClient } from '../../bridge/view-client.svelte.ts'
import type { LeftForms } from '../left-forms.svelte.ts'
import type { KeptPosition } from '../../ui/list/list-scroll.ts'
import type { NoticeAction } from '../notices.svelte.ts'
import type { Route } from './routes.ts'
import type { OrganizationSection } from './organization-sections.ts'
import type { SettingsSection } from './settings-sections.ts'

/** The composer of a screen, as far as other parts of the window use it. */
export interface ScreenComposer {
  /** The number of requests for the focus; an increase gives the focus to the field. */
  focusRequests: number
  /** Appends a text below the draft, once that is loaded. */
  appendLoaded(text: string): Promise<void>
  /** Writes a text at the caret, or at the end if no field has one, once the draft is loaded. */
  writeLoaded(text: string): Promise<void>
  /** Stores the current text. */
  flush(): Promise<void>
}

/** The state of a screen: it opens its views at its construction, and closes them in `close`. */
export interface ScreenState {
  /** The route, whose conversation may have been renamed since it was opened. */
  readonly route: Route
  /** Whether there is something to show: content or a failure. */
  readonly isDrawable: boolean
  /** Returns the reader's position; null before anything is drawn. */
  position(): KeptPosition | null
  /** The state of the screen's fields, serialized for a return. */
  readonly text?: string
  /** The composer of the screen; null or missing if there is none. */
  readonly composer?: ScreenComposer | null
  /** The conversation of the screen; missing if there is none. */
  readonly conversation?: { readonly meta: ConversationMeta | null }
  /** Opens a message of the screen for editing, as soon as it is loaded; missing if the screen has no messages. */
  editMessage?(messageId: MessageId): void
  /** Gives the focus to the screen's field; missing if there is none. */
  focusField?(): void
  /** Shows a section of the screen; missing if it has none. */
  showSection?(section: SettingsSection | OrganizationSection): void
  close(): void
}

/** The visit for which a screen is opened. */
export interface ScreenVisit {
  readonly accountId: string
  /** The reader's position when the screen was left; null for a new visit. */
  readonly position: KeptPosition | null
  /** The state of the screen's fields; empty for a new visit. */
  readonly text: string
  /** Reports that the route does not exist any more. A route that was just chosen is shown nevertheless. */
  readonly onGone: () => void
}

/** The parts of the page that every screen may use. A screen that needs more names it in the type of its ports. */
export interface ScreenPorts {
  readonly bridge: Bridge
  readonly views: ViewClient
  /** The views of lists, which stay open for a return. */
  readonly lists: KeptViews
  /** The calls that concern the shown account. */
  readonly calls: AccountCalls
  /** Returns the accounts of the window. */
  readonly accounts: () => readonly AccountSummary[]
  /** Shows a conversation at a message, and appends a text to its draft. */
  readonly write: (narrow: Narrow, messageId: MessageId, text: string) => void
  /** Shows a notice. */
  readonly notify: (sentence: string) => void
  /** Shows a notice with an action. @returns a function that withdraws it */
  readonly notifyWithAction: (sentence: string, action: NoticeAction) => () => void
  /** The texts of forms that were not submitted. */
  readonly leftForms: LeftForms
  /** Whether all streams of the shown account are known. */
  readonly isReady: () => boolean
}
