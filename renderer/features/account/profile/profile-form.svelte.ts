import type { Result } from '#contract/base/failures.ts'
import type { OwnAccountMeta, OwnFieldItem, OwnSetting, OwnState } from '#contract/people/own-account.ts'
import { sentenceOf } from '#i18n/catalogue.ts'
import { fieldOfKey, keyOfField, ProfileValues } from '#renderer/parts/people/profile-values.svelte.ts'
import type { AccountCalls } from '#renderer/state/account-calls.ts'

const settings = ['full_name', 'email_address_visibility', 'timezone'] as const

/** The form of the own profile. */
export class ProfileForm extends ProfileValues {
  readonly #calls: Pick<AccountCalls, 'askOf'>
  readonly #accountId: string
  /** The states of the values, by their names. */
  #states = $state.raw<Readonly<Record<string, OwnState>>>({})
  isSaving = $state.raw(false)

  constructor(calls: Pick<AccountCalls, 'askOf'>, accountId: string) {
    super()
    this.#calls = calls
    this.#accountId = accountId
  }

  /** Whether a change of the value waits for the server. */
  isWaiting(key: string): boolean {
    return this.#states[key]?.kind === 'saving'
  }

  /** What is wrong with a value: a refusal before or after it was sent; null if nothing is. */
  override problemOf(key: string): string | null {
    const problem = super.problemOf(key)
    if (problem !== null) return problem
    const state = this.#states[key]
    return state?.kind === 'failed' && !this.isTouched(key) ? sentenceOf(state.failure) : null
  }

  /** Takes over the newest state of the account. */
  follow(meta: OwnAccountMeta, items: readonly OwnFieldItem[]): void {
    const { name, emailVisibility, timezone } = meta
    const ofFields = items.map((item) => [keyOfField(item.fieldId), item] as const)
    this.#states = {
      full_name: name.state,
      email_address_visibility: emailVisibility.state,
      timezone: timezone.state,
      ...Object.fromEntries(ofFields.map(([key, { state }]) => [key, state])),
    }
    const newest = {
      full_name: name.value,
      email_address_visibility: String(emailVisibility.value),
      timezone: timezone.value,
      ...Object.fromEntries(ofFields.map(([key, { value }]) => [key, value])),
    }
    this.take(
      newest,
      items.flatMap(({ content }) => (content.type === 'person' ? content.people : [])),
    )
  }

  /** Queues the changed values. @returns whether all of them were accepted */
  async save(): Promise<boolean> {
    if (this.isSaving) return false
    this.isSaving = true
    const problems: Record<string, string> = {}
    for (const key of this.changed) {
      const value = this.valueOf(key).trim()
      const result = await this.#save(key, value)
      if (result.ok) this.saved(key, value)
      else problems[key] = sentenceOf(result.error)
    }
    this.problems = problems
    this.isSaving = false
    return Object.keys(problems).length === 0
  }

  /** Sends a value again that the server has refused. */
  async retry(key: string): Promise<void> {
    const state = this.#states[key]
    if (state?.kind !== 'failed') return
    const result = await this.#calls.askOf(this.#accountId, 'outbox.retry', { localId: state.localId })
    if (!result.ok) this.problems = { ...this.problems, [key]: sentenceOf(result.error) }
  }

  /** Discards a value that the server has refused. */
  async discard(key: string): Promise<void> {
    const state = this.#states[key]
    if (state?.kind !== 'failed') return
    const result = await this.#calls.askOf(this.#accountId, 'outbox.discard', { localId: state.localId })
    if (!result.ok) this.problems = { ...this.problems, [key]: sentenceOf(result.error) }
  }

  /** Whether the server has refused a value, which the user can send again or discard. */
  isRefused(key: string): boolean {
    return this.#states[key]?.kind === 'failed' && !this.isTouched(key)
  }

  #save(key: string, value: string): Promise<Result<null>> {
    const property = settings.find((name) => name === key)
    if (property === undefined) {
      return this.#calls.askOf(this.#accountId, 'account.setField', { fieldId: fieldOfKey(key) ?? 0, value })
    }
    const change: OwnSetting =
      property === 'email_address_visibility' ? { property, value: Number(value) } : { property, value }
    return this.#calls.askOf(this.#accountId, 'account.change', { change })
  }
}
