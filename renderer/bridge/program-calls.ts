import type { Result } from '#contract/base/failures.ts'
import type { Bridge } from '#contract/bridge.ts'
import type { Input, MainCallName, Output } from '#contract/calls.ts'
import { sentenceOf } from '#i18n/catalogue.ts'

/** The calls about the program as a whole. A failure becomes a notice. */
export class ProgramCalls {
  readonly #bridge: Bridge
  readonly #notify: (sentence: string) => void

  constructor(bridge: Bridge, notify: (sentence: string) => void) {
    this.#bridge = bridge
    this.#notify = notify
  }

  /** Returns the licence of Skein and the notices of the third-party code in it. */
  licences(): Promise<Result<Output<'app.licences'>>> {
    return this.#bridge.call('app.licences', {})
  }

  /** Shows a notification, to see whether the system does. */
  testNotification(): Promise<Result<Output<'app.testNotification'>>> {
    return this.#bridge.call('app.testNotification', {})
  }

  /** Checks for a newer version of Skein, downloads it, or starts it. The progress is part of the program's state. */
  async update(action: Input<'app.update'>['action']): Promise<void> {
    this.#done(await this.#bridge.call('app.update', { action }))
  }

  /** Answers a proxy's question for credentials. Null declines. */
  async answerProxy(id: number, credentials: Input<'app.answerProxy'>['credentials']): Promise<void> {
    this.#done(await this.#bridge.call('app.answerProxy', { id, credentials }))
  }

  /** Reads the settings file again, or hides the notice that a damaged one was replaced. */
  async answerSettingsProblem(answer: 'retry' | 'dismiss'): Promise<void> {
    this.#done(await this.#bridge.call('app.settingsProblem', { answer }))
  }

  /** Trusts the certificate authorities of a file, if the user confirms it. */
  addAuthorities(file: string): Promise<Result<Output<'app.addAuthorities'>>> {
    return this.#bridge.call('app.addAuthorities', { file })
  }

  /** Trusts a certificate authority no longer. */
  removeAuthority(fingerprint: string): Promise<Result<null>> {
    return this.#bridge.call('app.removeAuthority', { fingerprint })
  }

  /** Chooses what is checked for spelling, if the user agrees to the download of dictionaries. */
  async changeSpelling(choice: Input<'app.spelling'>): Promise<Output<'app.spelling'> | null> {
    const result = await this.#bridge.call('app.spelling', choice)
    this.#done(result)
    return result.ok ? result.value : null
  }

  /** Calls the main process about an own account and leaves a failure to the caller. */
  account<N extends Extract<MainCallName, `account.${string}`>>(name: N, input: Input<N>): Promise<Result<Output<N>>> {
    return this.#bridge.call(name, input)
  }

  /** Adds an emoji to the organization. */
  addEmoji(input: Input<'organization.addEmoji'>): Promise<Result<null>> {
    return this.#bridge.call('organization.addEmoji', input)
  }

  /** Asks for a folder and begins an export. The progress is part of the program's state. */
  startExport(input: Input<'exports.start'>): Promise<Result<Output<'exports.start'>>> {
    return this.#bridge.call('exports.start', input)
  }

  /** Cancels an export, shows its folder, or dismisses it. */
  async endExport(act: 'cancel' | 'show' | 'dismiss', id: number): Promise<void> {
    this.#done(await this.#bridge.call(`exports.${act}`, { id }))
  }

  #done(result: Result<unknown>): void {
    if (!result.ok) this.#notify(sentenceOf(result.error))
  }
}
