import { createContext } from 'svelte'
import type { UpdateAct } from '#i18n/updates.ts'
import type { ProgramCalls } from '../bridge/program-calls.ts'
import type { ViewClient } from '../bridge/view-client.svelte.ts'
import type { AccountCalls } from './account-calls.ts'
import type { AccountViews } from './account-views.ts'
import type { AccountsModel } from './accounts-model.svelte.ts'
import type { AllRead } from './all-read.svelte.ts'
import type { CommandTable } from './commands/command.ts'
import type { SeenScript } from './commands/press.ts'
import type { FrequentChoices } from './frequent-choices.ts'
import type { LeftForms } from './left-forms.svelte.ts'
import type { Notices } from './notices.svelte.ts'
import type { Overlays } from './overlays.svelte.ts'
import type { RouteNavigator } from './routes/route-navigator.svelte.ts'
import type { RoutesModel } from './routes/routes-model.svelte.ts'
import type { SidePanel } from './side-panel.svelte.ts'

/** Actions on the program as a whole, which several features offer. */
export interface WindowActions {
  /** Opens the report of a problem. */
  report(): void
  /** Reloads the window after an attempt to store all typed texts. */
  reload(): Promise<void>
  /** Installs the downloaded update and starts the program again. */
  restart(): Promise<void>
  /** Performs an action on updates. */
  update(act: UpdateAct): Promise<void>
  /** Opens the licences of Skein and of its components. */
  licences(): void
}

/**
 * The parts of the page that every feature may use. A component takes the ones it needs from the context; a function
 * gets a `Pick` of them. Components pass calls to their state and make none themselves.
 */
export interface PageParts {
  readonly accounts: AccountsModel
  /** The messages that were marked as read together, and the way to undo it. */
  readonly allRead: AllRead
  /** The views of the shown account that stay open while it is shown. */
  readonly accountViews: AccountViews
  /** The calls that concern the shown account. */
  readonly calls: AccountCalls
  readonly commandTable: CommandTable
  readonly frequent: FrequentChoices
  /** The texts of forms that were closed without submitting. */
  readonly leftForms: LeftForms
  readonly notices: Notices
  readonly overlays: Overlays
  readonly program: ProgramCalls
  readonly routeNavigator: RouteNavigator
  readonly routes: RoutesModel
  /** The script of the keyboard layout in use. */
  readonly seenScript: SeenScript
  /** The panel beside the screen. */
  readonly sidePanel: SidePanel
  readonly views: ViewClient
  readonly windowActions: WindowActions
}

/** The context of the parts, and its provider. */
export const [pageParts, providePageParts] = createContext<PageParts>()
