import type { AccountSummary } from '#contract/accounts.ts'
import type { AppState, ChangedSettings, Settings } from '#contract/app.ts'
import type { Failure, Result } from '#contract/base/failures.ts'
import type { Bridge } from '#contract/bridge.ts'
import type { Input } from '#contract/calls.ts'
import { systemProxy } from '#shared/proxy/proxy-server.ts'
import { textSizes } from '#contract/base/choices.ts'
import { orderedBy } from '#shared/ordered-by.ts'
import { choiceOf, usualQuietHours, type QuietWish } from '#shared/time/quiet-time.ts'
import { catalogue, sentenceOf } from '#i18n/catalogue.ts'
import type { Notices } from './notices.svelte.ts'
import type { RoutesModel } from './routes/routes-model.svelte.ts'

/** The parts of the window that the accounts need. */
export interface AccountsPorts {
  readonly bridge: Bridge
  readonly routes: RoutesModel
  readonly notices: Notices
}

/** The accounts and settings as the main process has them, the choice of the shown account, and signing in and out. */
export class AccountsModel {
  readonly #bridge: Bridge
  readonly #routes: RoutesModel
  readonly #notices: Notices
  readonly #chosen: ChosenSettings
  /** The state from the main process; null until it has answered. */
  state = $state.raw<AppState | null>(null)
  /** The failure of the first call, so that there is no state to show. */
  failure = $state.raw<Failure | null>(null)
  /** Whether the form for another account is shown. */
  isSigningIn = $state.raw(false)
  /** The account that has just signed in and is still missing from the main process's state. */
  #awaited: string | null = null
  /** The order of the accounts that the main process is storing. Its updates may still have another order. */
  #arranging: readonly string[] | null = null
  /** The account that is signing out and is still in the main process's state. */
  #leaving: string | null = null

  constructor({ bridge, routes, notices }: AccountsPorts) {
    this.#bridge = bridge
    this.#routes = routes
    this.#notices = notices
    this.#chosen = new ChosenSettings(bridge)
  }

  /** The shown account. */
  get shown(): AccountSummary | null {
    return this.state?.accounts.find((account) => account.id === this.#routes.shown?.accountId) ?? null
  }

  /** Whether the server of the shown account is reachable, so that failed fetches are worth a retry. */
  readonly isReachable: boolean = $derived.by(() => {
    const state = this.shown?.connection.state
    return state === 'online' || state === 'catching_up'
  })

  /** The base address of the shown account's images. */
  get mediaPrefix(): string {
    return this.mediaPrefixOf(this.#routes.shown?.accountId ?? null)
  }

  /** The base address of an account's images; without a state or an account, an address of no image. */
  mediaPrefixOf(accountId: string | null): string {
    return `${this.state?.mediaBase ?? ''}${accountId ?? ''}/`
  }

  /** Whether keys are written and pressed as on a Mac. */
  get isMac(): boolean {
    return this.state?.platform === 'darwin'
  }

  get settings(): Settings {
    return this.#chosen.over(this.state?.settings)
  }

  /** Asks the main process for the state. Later states arrive as updates. */
  async start(): Promise<void> {
    const result = await this.#bridge.call('app.state', {})
    if (result.ok) this.receive(result.value)
    else this.failure = result.error
  }

  /** Adopts a state of the main process. Another account is shown if the shown one is missing from it. */
  receive(received: AppState): void {
    const state = this.#newest(this.#arranging === null ? received : inOrder(received, this.#arranging))
    this.state = state
    const awaited = this.#awaited
    if (awaited !== null && this.knows(awaited)) {
      this.#awaited = null
      this.show(awaited)
      return
    }
    const shownId = this.#routes.shown?.accountId
    if (shownId !== undefined && this.knows(shownId)) return
    const first = state.accounts.find((account) => account.id !== this.#leaving)
    if (first === undefined) this.#routes.leave()
    else this.show(first.id)
  }

  /**
   * Returns a state with the newest known settings: pushed states wait for the frame of a key, so that answers overtake
   * them, and a step counted from an older value would be lost.
   */
  #newest(state: AppState): AppState {
    const known = this.state
    if (known === null || known.settingsRevision <= state.settingsRevision) return state
    return { ...state, settings: known.settings, settingsRevision: known.settingsRevision }
  }

  /** Returns whether the main process's state has the account. */
  knows(accountId: string): boolean {
    return this.state?.accounts.some((account) => account.id === accountId) === true
  }

  /** Shows an account with the route that it had last. */
  show(accountId: string): void {
    this.isSigningIn = false
    this.#routes.showAccount(accountId)
  }

  /** Signs in and shows the new account. Returns the failure, or null after a success. */
  async signIn(input: Input<'accounts.signIn'>): Promise<Failure | null> {
    const result = await this.#bridge.call('accounts.signIn', input)
    if (!result.ok) return result.error
    this.isSigningIn = false
    if (!result.value.keyIsStored) {
      this.#notices.notify(catalogue.screens.wholeWindow.keyNotKept)
    }
    const { accountId } = result.value
    // The update with the account may come before or after this answer.
    if (this.knows(accountId)) this.show(accountId)
    else this.#awaited = accountId
    return null
  }

  /** Signs out of an account. The account is shown again if signing out fails. */
  async signOut(accountId: string): Promise<void> {
    const isShown = this.#routes.shown?.accountId === accountId
    this.#leaving = accountId
    if (isShown) this.#routes.leave()
    const result = await this.#bridge.call('accounts.signOut', { accountId })
    this.#leaving = null
    if (result.ok) {
      this.#routes.forget(accountId)
    } else {
      this.#notices.notify(sentenceOf(result.error))
      if (isShown && this.#routes.shown === null && this.knows(accountId)) this.show(accountId)
    }
  }

  /** Reorders the accounts at once and stores the order. Returns whether storing succeeded. */
  async arrange(accountIds: readonly string[]): Promise<boolean> {
    const before = this.state?.accounts.map(({ id }) => id) ?? []
    this.#arranging = accountIds
    if (this.state !== null) this.state = inOrder(this.state, accountIds)
    const result = await this.#bridge.call('accounts.arrange', { accountIds })
    // A later order may still be on its way.
    const isLatest = this.#arranging === accountIds
    if (isLatest) this.#arranging = null
    if (!result.ok) {
      if (isLatest && this.state !== null) this.state = inOrder(this.state, before)
      this.#notices.notify(sentenceOf(result.error))
    }
    return result.ok
  }

  /** Connects the shown account now, without waiting for the next attempt. */
  async retry(): Promise<void> {
    const accountId = this.#routes.shown?.accountId
    if (accountId !== undefined) await this.#bridge.call('accounts.retry', { accountId })
  }

  /** Turns do-not-disturb on or off. */
  async wishQuiet(wish: QuietWish): Promise<void> {
    await this.changeSettings(choiceOf(wish, this.settings, Date.now()))
  }

  /** Applies a change of settings at once and stores it. A failure is shown in a notice. */
  async changeSettings(change: Partial<Settings>): Promise<void> {
    await this.#chosen.change(change, (result) => {
      if (!result.ok) this.#notices.notify(sentenceOf(result.error))
      else if (this.state !== null) {
        const { settings, revision } = result.value
        this.state = this.#newest({ ...this.state, settings, settingsRevision: revision })
      }
    })
  }

  /** Turns the encryption of what is stored on this computer on or off. A failure is shown in a notice. */
  async encrypt(isOn: boolean): Promise<void> {
    const result = await this.#bridge.call('storage.encrypt', { isOn })
    if (!result.ok) this.#notices.notify(sentenceOf(result.error))
  }
}

/** Returns the state with its accounts in the order of `ids`. */
function inOrder(state: AppState, ids: readonly string[]): AppState {
  return { ...state, accounts: orderedBy(state.accounts, ids) }
}

/** The settings that apply until main has sent the stored ones. */
const initialSettings: Settings = {
  sendKey: 'enter',
  theme: 'system',
  contrast: 'system',
  textSize: textSizes.usual,
  density: 'comfortable',
  doNotDisturb: false,
  quietUntil: null,
  quietSkippedUntil: null,
  quietHours: usualQuietHours,
  sound: 'system',
  soundVolume: 100,
  cleansPictures: true,
  closing: 'auto',
  updates: 'install',
  skinTone: 'none',
  wrapsCode: false,
  sidebarFirst: 'streams',
  weekStart: 'system',
  keys: {},
  language: 'system',
  proxy: systemProxy,
}

/** The settings that were chosen and are not stored yet. They apply from the click on, also to the next key. */
class ChosenSettings {
  readonly #bridge: Bridge
  #chosen = $state.raw<Partial<Settings>>({})
  #pending = 0

  constructor(bridge: Bridge) {
    this.#bridge = bridge
  }

  /** Returns the stored settings, overridden by the chosen ones. */
  over(stored: Settings = initialSettings): Settings {
    return { ...stored, ...this.#chosen }
  }

  /** Stores a change. `onAnswer` is called before the stored settings apply again. */
  async change(change: Partial<Settings>, onAnswer: (result: Result<ChangedSettings>) => void): Promise<void> {
    this.#chosen = { ...this.#chosen, ...change }
    this.#pending += 1
    const result = await this.#bridge.call('app.settings', change)
    this.#pending -= 1
    onAnswer(result)
    if (this.#pending === 0) this.#chosen = {}
  }
}
