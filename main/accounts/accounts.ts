import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { AccountSummary, RetryOutcome } from '#contract/accounts.ts'
import type { Failure, Result } from '#contract/base/failures.ts'
import type { Update } from '#contract/bridge.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { orderedBy } from '#shared/ordered-by.ts'
import type { Quiet } from '#shared/time/quiet-time.ts'
import type { EngineCalls } from '#engine/engine-calls.ts'
import type { WindowId, AccountStatus, DesktopNotification, LogLevel } from '#engine/ports.ts'
import type { Keychain } from '#main/keychain.ts'
import type { CredentialService, SignedIn } from '#network/credentials.ts'
import { Gate } from '#network/gate.ts'
import { MediaCache } from '#network/media-cache.ts'
import { MissingMedia } from './missing-media.ts'
import type { ProxyLogin } from '#network/proxy/proxy-login.ts'
import { failureLogText } from '#engine/values/failures.ts'
import { AddressError } from '#network/server-address.ts'
import { AccountFolders } from './account-folders.ts'
import { Encryption } from './encryption.ts'
import { EngineHost, type EngineFiles } from './engine-host.ts'
import { Outgoing } from './outgoing.ts'
import { OwnAccount } from './own-account.ts'
import { starting, summaryOf, type RunningAccount } from './running-account.ts'
import type { StateFile, StoredAccount, StoredSettings } from './state-file.ts'

export interface AccountsOptions {
  readonly dataFolder: string
  readonly engineFiles: EngineFiles
  /** The language by which names are sorted (BCP 47); an engine has it from its start on. */
  readonly sortLanguage: () => string
  readonly userAgent: string
  readonly state: StateFile
  readonly keychain: Keychain
  readonly credentials: CredentialService
  readonly proxyLogin: ProxyLogin
  readonly windows: {
    /** Sends an update, as JSON text, to a window. */
    send(text: string, to: WindowId): void
    /** Sends an update to every window. */
    sendToAll(update: Update): void
  }
  /** Called when the result of `summaries` has changed. */
  readonly onChanged: () => void
  readonly onNotify: (accountId: string, notification: DesktopNotification) => void
  readonly onWithdraw: (accountId: string, messageIds: readonly number[]) => void
  /**
   * Called when an account's engine has ended for good, so that its notifications are withdrawn. Its folder is deleted
   * when the promise has settled.
   */
  readonly onSignedOut: (accountId: string) => void | Promise<void>
  /** Called when an account's engine died; `cause` is the reason. */
  readonly onEngineDied: (accountId: string, cause: string) => void
  readonly log: (level: LogLevel, message: string) => void
}

/** The signed-in accounts. It starts an engine for each at once; keys follow when the keychain returns them. */
export class Accounts {
  readonly #options: AccountsOptions
  readonly #folders: AccountFolders
  readonly #running = new Map<string, RunningAccount>()
  /** The changes of own accounts that carry a password or a key. */
  readonly own: OwnAccount
  /** The encryption of the accounts' files. */
  readonly encryption: Encryption
  /** The accounts that could not be started, with the reasons. */
  readonly #refused = new Map<string, Failure>()
  /** Whether the last status could not be stored; the first failure is logged. */
  #isStoringFailing = false
  #settingsRevision = 0
  #isFocused = false
  #isPresent = true
  #quiet: Quiet | null = null

  constructor(options: AccountsOptions) {
    this.#options = options
    this.own = new OwnAccount(options)
    this.#folders = new AccountFolders(options.dataFolder, options.log)
    this.encryption = new Encryption({
      keychain: options.keychain,
      state: options.state,
      accountsFolder: join(options.dataFolder, 'accounts'),
      files: () =>
        [...this.#running].map(([id, { engine }]) => ({
          database: this.#databaseOf(id),
          restart: () => engine.restart(),
        })),
      onChanged: options.onChanged,
      log: options.log,
    })
  }

  /** Starts the accounts without an engine. Called again when the list of accounts has been read. */
  start(): void {
    for (const stored of this.#options.state.state.accounts) {
      if (this.#running.has(stored.id)) continue
      this.#tryStart(stored)
    }
  }

  summaries(): AccountSummary[] {
    return this.#options.state.state.accounts.map((stored) => {
      return summaryOf(stored, this.#running.get(stored.id)?.status, this.#refused.get(stored.id))
    })
  }

  /** Whether an account's server has this origin. */
  isOwnOrigin(origin: string): boolean {
    return this.#options.state.state.accounts.some((account) => account.origin === origin)
  }

  get settings(): StoredSettings {
    return this.#options.state.state.settings
  }

  /** The number of changes of the settings since the start. */
  get settingsRevision(): number {
    return this.#settingsRevision
  }

  changeSettings(change: Partial<StoredSettings>): StoredSettings {
    this.#options.state.update({ settings: { ...this.settings, ...change } })
    this.#settingsRevision += 1
    this.#options.onChanged()
    return this.settings
  }

  has(accountId: string): boolean {
    return this.#running.has(accountId)
  }

  /** The folder of an account's database and pictures. */
  folderOf(accountId: string): string {
    return this.#folders.path(accountId)
  }

  #databaseOf(accountId: string): string {
    return join(this.#folders.path(accountId), 'cache.sqlite')
  }

  /** An account whose engine runs. */
  running(accountId: string): RunningAccount | undefined {
    return this.#running.get(accountId)
  }

  /** The source of an account's media and files. */
  media(accountId: string): Pick<RunningAccount, 'gate' | 'cache' | 'missing' | 'outgoing'> | undefined {
    return this.#running.get(accountId)
  }

  /** Sets whether the user looks at the window: engines do not notify of messages on screen. New engines get it too. */
  setFocused(isFocused: boolean): void {
    this.#isFocused = isFocused
    for (const running of this.#running.values()) running.engine.signal(isFocused ? 'focused' : 'blurred')
  }

  /** Sets whether the user is present, for the presence that others see. New engines get it too. */
  setPresent(isPresent: boolean): void {
    this.#isPresent = isPresent
    for (const running of this.#running.values()) running.engine.signal(isPresent ? 'present' : 'absent')
  }

  /** Sets the do-not-disturb of this computer, which is a reason of engines not to notify. New engines get it too. */
  setQuiet(quiet: Quiet | null): void {
    this.#quiet = quiet
    for (const running of this.#running.values()) running.engine.setQuiet(quiet)
  }

  /** Sorts the names of all accounts by the language that holds now. */
  languageChanged(): void {
    for (const running of this.#running.values()) running.engine.sendLanguage()
  }

  /** The counts of all accounts together, for the icons of the program. */
  totals(): { readonly unread: number; readonly mentions: number; readonly badge: number } {
    const sumOf = (count: 'unread' | 'mentions' | 'badge') =>
      [...this.#running.values()].reduce((sum, { status }) => sum + status[count], 0)
    return { unread: sumOf('unread'), mentions: sumOf('mentions'), badge: sumOf('badge') }
  }

  /** Adds an account, or gives a known one a new key. An account that a lost list contained gets its folder back. */
  async signIn(signedIn: SignedIn): Promise<{ accountId: string; keyIsStored: boolean }> {
    const { state, keychain } = this.#options
    // An unreadable list may already contain the account.
    state.requireRead()
    const known = state.state.accounts.find(
      (account) => account.origin === signedIn.origin && account.email.toLowerCase() === signedIn.email.toLowerCase(),
    )
    const stored: StoredAccount = known ?? {
      id: this.#folders.find(signedIn, new Set(state.state.accounts.map(({ id }) => id))) ?? randomUUID(),
      origin: signedIn.origin,
      email: signedIn.email,
      organization: signedIn.organization,
    }
    const keyIsStored = await keychain.write(stored.id, signedIn.apiKey)
    if (known === undefined) {
      try {
        state.update({ accounts: [...state.state.accounts, stored] })
      } catch (error) {
        await keychain.remove(stored.id)
        throw error
      }
      this.#start(stored)
    }
    const running = this.#running.get(stored.id)
    running?.gate.setCredentials({ email: stored.email, apiKey: signedIn.apiKey })
    running?.engine.signal('key_changed')
    this.#options.onChanged()
    return { accountId: stored.id, keyIsStored }
  }

  /** Deletes the event queue, then the key and all data on disk. False if there is no such account. */
  async signOut(accountId: string): Promise<boolean> {
    const { state, keychain, onSignedOut } = this.#options
    state.requireRead()
    if (!state.state.accounts.some(({ id }) => id === accountId)) return false
    const running = this.#running.get(accountId)
    if (running !== undefined) {
      await running.engine.call('queue.release', {})
      await running.engine.close()
      running.gate.close()
      this.#running.delete(accountId)
      await running.cache.close()
    }
    await onSignedOut(accountId)
    await keychain.remove(accountId)
    rmSync(this.#folders.path(accountId), { recursive: true, force: true })
    state.update({ accounts: state.state.accounts.filter((account) => account.id !== accountId) })
    this.#options.onChanged()
    return true
  }

  /**
   * Stores the order of the accounts; unnamed ones are last.
   * @throws StateFileError if the list cannot be read or written now
   */
  arrange(accountIds: readonly string[]): void {
    const { state } = this.#options
    state.requireRead()
    state.update({ accounts: orderedBy(state.state.accounts, accountIds) })
    this.#options.onChanged()
  }

  /**
   * Retries at the user's request: reads a missing key again, and starts an engine that was given up. A rate limit of
   * the server stays in force. Null if there is no such account.
   */
  async retry(accountId: string): Promise<RetryOutcome | null> {
    const running = this.#running.get(accountId)
    if (running === undefined) {
      const stored = this.#options.state.state.accounts.find((account) => account.id === accountId)
      if (stored === undefined) return null
      this.#tryStart(stored)
      return { kind: 'trying' }
    }
    const hasKey = () => running.gate.hasCredentials
    if (!hasKey()) await this.#loadKey(accountId)
    const until = running.status.rateLimitedUntil
    // An engine that could not be started is restarted even without a key.
    if (hasKey() || running.engine.isDown) running.engine.signal('retry')
    if (!hasKey()) return { kind: 'no_key' }
    return until !== null && until > Date.now() ? { kind: 'rate_limited', until } : { kind: 'trying' }
  }

  /** Makes every account poll at once after a suspension of the computer. */
  resume(): void {
    for (const running of this.#running.values()) running.engine.signal('resume')
  }

  async call<N extends keyof EngineCalls>(
    accountId: string,
    name: N,
    input: EngineCalls[N]['input'],
    from?: WindowId,
  ): Promise<Result<EngineCalls[N]['output']>> {
    const running = this.#running.get(accountId)
    if (running === undefined) {
      return { ok: false, error: { code: 'NO_ACCOUNT' } }
    }
    return running.engine.call(name, input, from)
  }

  /** Closes the views of a window that was closed or whose page was reloaded. */
  resetViews(windowId: WindowId): void {
    for (const running of this.#running.values()) void running.engine.call('views.reset', {}, windowId)
  }

  async stop(): Promise<void> {
    await Promise.all(
      [...this.#running.values()].map(async (running) => {
        await running.engine.close()
        running.gate.close()
      }),
    )
    this.#running.clear()
  }

  /** Starts an account. An unusable folder affects only this account, whose status reports it; `retry` tries again. */
  #tryStart(stored: StoredAccount): void {
    try {
      this.#start(stored)
      this.#refused.delete(stored.id)
      void this.#loadKey(stored.id)
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      this.#options.log('error', `an account could not be started: ${why}`)
      const isAddress = error instanceof AddressError
      this.#refused.set(stored.id, isAddress ? error.failure : { code: 'FOLDER_UNUSABLE', values: { detail: why } })
      this.#options.onChanged()
    }
  }

  #start(stored: StoredAccount): void {
    const { engineFiles, userAgent, proxyLogin, windows, onChanged, onNotify, onWithdraw, onEngineDied, log } =
      this.#options
    const gate = new Gate({ accountId: stored.id, origin: stored.origin, userAgent, proxyLogin })
    const folder = this.#folders.path(stored.id)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    this.#folders.note(stored)
    const outgoing = new Outgoing(join(folder, 'outgoing'))
    const engine = new EngineHost({
      outgoing,
      files: engineFiles,
      accountId: stored.id,
      language: this.#options.sortLanguage,
      database: this.#databaseOf(stored.id),
      encryption: this.encryption,
      gate,
      events: {
        onUpdate: (text, to) => {
          windows.send(text, to)
        },
        onStatus: (status) => {
          running.status = status
          this.#noteStatus(running, status)
          onChanged()
        },
        onRestarted: () => {
          windows.sendToAll({ type: 'engine_restarted', accountId: stored.id })
        },
        onDied: (cause) => {
          onEngineDied(stored.id, cause)
        },
        onNotify: (notification) => {
          onNotify(stored.id, notification)
        },
        onWithdraw: (messageIds) => {
          onWithdraw(stored.id, messageIds)
        },
        onLog: (level, message) => {
          log(level, `[${stored.id.slice(0, 8)}] ${message}`)
        },
      },
    })
    gate.onHold = (until) => {
      engine.hold(until)
    }
    const cache = new MediaCache(join(folder, 'media'))
    const missing = new MissingMedia()
    const running: RunningAccount = { stored, gate, cache, missing, outgoing, engine, status: starting }
    this.#running.set(stored.id, running)
    engine.start()
    if (this.#isFocused) engine.signal('focused')
    engine.signal(this.#isPresent ? 'present' : 'absent')
    if (this.#quiet !== null) engine.setQuiet(this.#quiet)
  }

  #noteStatus(running: RunningAccount, status: AccountStatus): void {
    const organization = status.organization === '' ? running.stored.organization : status.organization
    const email = status.email ?? running.stored.email
    const reported = status.language ?? ''
    const isKnown = reported !== '' && reported.length <= clientLimits.accountLanguage.most
    const language = isKnown ? reported : running.stored.language
    const isSame = organization === running.stored.organization && email === running.stored.email
    if (isSame && language === running.stored.language) return
    const stored = { ...running.stored, organization, email, language }
    const { state, log } = this.#options
    try {
      state.update({ accounts: state.state.accounts.map((account) => (account.id === stored.id ? stored : account)) })
      running.stored = stored
      this.#folders.note(stored)
      this.#isStoringFailing = false
    } catch (error) {
      // The next status is stored again.
      if (!this.#isStoringFailing) log('warn', `the name of an account was not stored: ${String(error)}`)
      this.#isStoringFailing = true
    }
  }

  async #loadKey(accountId: string): Promise<void> {
    const running = this.#running.get(accountId)
    if (running === undefined) return
    const answer = await this.#options.keychain.read(accountId, () => {
      running.engine.signal('waiting_for_keychain')
    })
    switch (answer.state) {
      case 'found':
        running.gate.setCredentials({ email: running.stored.email, apiKey: answer.key })
        running.engine.signal('key_changed')
        return
      case 'absent':
        running.engine.signal('no_key')
        return
      case 'unavailable':
        this.#options.log('warn', `keychain: ${failureLogText(answer.reason)}`)
        running.engine.signal('no_key', answer.reason)
        return
    }
  }
}
