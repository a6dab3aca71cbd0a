import { createContext } from 'svelte'
import type { AccountCalls } from './account-calls.ts'
import type { ProgramCalls } from '../bridge/program-calls.ts'
import type { LeftForms } from './left-forms.svelte.ts'
import type { ForwardParts } from '../parts/messages/forwarding.ts'
import type { AppModel } from '../app/app-model.svelte.ts'
import type { Overlays } from './overlays.svelte.ts'

/** The parts of the shown account that components need. */
export type ShownAccount = Pick<AppModel, 'account' | 'accountView' | 'isReachable' | 'mediaPrefix'>
/** The settings and the state of the program, with the actions that concern the program as a whole. */
export type ProgramState = Pick<
  AppModel,
  'settings' | 'changeSettings' | 'state' | 'licences' | 'updates' | 'report' | 'reload'
>
/** The ways to open another route. */
export type RouteNavigator = Pick<AppModel, 'show' | 'showRoute' | 'openLink'>

/** The contexts of the parts, each with its provider. Components pass calls to their state and make none themselves. */
export const [accountCalls, provideAccountCalls] = createContext<AccountCalls>()
export const [programCalls, provideProgramCalls] = createContext<ProgramCalls>()
export const [shownAccount, provideShownAccount] = createContext<ShownAccount>()
export const [programState, provideProgramState] = createContext<ProgramState>()
export const [overlaysOfPage, provideOverlays] = createContext<Overlays>()
export const [navigatorOfPage, provideNavigator] = createContext<RouteNavigator>()
export const [leftForms, provideLeftForms] = createContext<LeftForms>()
export const [forwardParts, provideForwardParts] = createContext<ForwardParts>()

/** Provides the parts of the window to the components below. */
export function provideParts(model: AppModel): void {
  provideAccountCalls(model.calls)
  provideProgramCalls(model.program)
  provideShownAccount(model)
  provideProgramState(model)
  provideOverlays(model.overlays)
  provideNavigator(model)
  provideForwardParts(model)
  provideLeftForms(model.leftForms)
}
