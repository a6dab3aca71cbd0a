import type { Result } from '#contract/base/failures.ts'
import type { PersonName } from '#contract/base/values.ts'
import type { FormTexts } from '#contract/drafts.ts'
import type { OwnAccountMeta, OwnFieldItem, OwnSetting, OwnState } from '#contract/people/own-account.ts'
import type { UserId } from '#shared/ids.ts'
import { sentenceOf } from '#i18n/catalogue.ts'
import type { AccountCalls } from '#renderer/state/account-calls.ts'

const settings = ['full_name', 'email_address_visibility', 'timezone'] as const

/** The name of a value in the form: that of a setting, or that of a custom field. */
export type ProfileKey = OwnSetting['property'] | `field:${number}`

/** The name of a custom field's value. */
export function keyOfField(fieldId: number): ProfileKey {
  return `field:${fieldId}`
}

/** The ids in the value of a field of people, which only this form and the engine write. */
function idsIn(value: string): readonly UserId[] {
  return value === '' ? [] : (JSON.parse(value) as readonly UserId[])
}

/**
 * The form of the own profile. A change of another device or an administrator fills the fields that the user has not
 * changed, and is shown beside those that the user has changed.
 */
export class ProfileForm {
  readonly #calls: Pick<AccountCalls, 'askOf'>
  readonly #accountId: string
  /** The texts in the fields. */
  values = $state.raw<Readonly<Record<string, string>>>({})
  /** The texts that the fields had before the user changed them. */
  #base = $state.raw<Readonly<Record<string, string>>>({})
  /** The newest texts of the account. */
  #newest = $state.raw<Readonly<Record<string, string>>>({})
  /** The states of the values, by their names. */
  #states = $state.raw<Readonly<Record<string, OwnState>>>({})
  /** The refusals of the last attempt to save, as sentences, by the names of the values. */
  #problems = $state.raw<Readonly<Record<string, string>>>({})
  isSaving = $state.raw(false)
  #names: ReadonlyMap<UserId, PersonName> = new Map()

  constructor(calls: Pick<AccountCalls, 'askOf'>, accountId: string) {
    this.#calls = calls
    this.#accountId = accountId
  }

  /** Whether there is a value that the user has changed. */
  get isChanged(): boolean {
    return this.#changed.length > 0
  }

  /** The changed values, which are kept if the form is abandoned. */
  get texts(): FormTexts {
    return Object.fromEntries(this.#changed.map((key) => [key, this.valueOf(key)]))
  }

  /** Restores the changed values of an abandoned form. The others have those of the account. */
  fill(texts: FormTexts): void {
    this.values = { ...this.#base, ...texts }
    this.#problems = {}
  }

  valueOf(key: ProfileKey): string {
    return this.values[key] ?? ''
  }

  set(key: ProfileKey, value: string): void {
    this.values = { ...this.values, [key]: value }
    if (this.#problems[key] !== undefined) this.#problems = { ...this.#problems, [key]: '' }
  }

  /** The people in a field of people. */
  peopleOf(key: ProfileKey): readonly PersonName[] {
    return idsIn(this.valueOf(key)).map((id) => this.#names.get(id) ?? { id, name: null })
  }

  addPeople(key: ProfileKey, people: readonly PersonName[]): void {
    for (const person of people) this.#names = new Map([...this.#names, [person.id, person]])
    const ids = new Set([...idsIn(this.valueOf(key)), ...people.map(({ id }) => id)])
    this.set(key, JSON.stringify([...ids]))
  }

  removePerson(key: ProfileKey, id: UserId): void {
    const rest = idsIn(this.valueOf(key)).filter((other) => other !== id)
    this.set(key, rest.length === 0 ? '' : JSON.stringify(rest))
  }

  /** Whether a change of the value waits for the server. */
  isWaiting(key: ProfileKey): boolean {
    return this.#states[key]?.kind === 'saving'
  }

  /** What is wrong with a value: a refusal before or after it was sent; null if nothing is. */
  problemOf(key: ProfileKey): string | null {
    const problem = this.#problems[key] ?? ''
    if (problem !== '') return problem
    const state = this.#states[key]
    return state?.kind === 'failed' && !this.#isTouched(key) ? sentenceOf(state.failure) : null
  }

  /** The newest value of the account, if it changed elsewhere after the user had changed the field; otherwise null. */
  changedElsewhere(key: ProfileKey): string | null {
    const newest = this.#newest[key] ?? ''
    return this.#isTouched(key) && newest !== (this.#base[key] ?? '') && newest !== this.valueOf(key) ? newest : null
  }

  /** Takes over the newest state of the account. */
  follow(meta: OwnAccountMeta, items: readonly OwnFieldItem[]): void {
    const { name, emailVisibility, timezone } = meta
    const ofFields = items.map((item) => [keyOfField(item.fieldId), item] as const)
    for (const { content } of items) {
      if (content.type !== 'person') continue
      this.#names = new Map([...this.#names, ...content.people.map((person) => [person.id, person] as const)])
    }
    this.#newest = {
      full_name: name.value,
      email_address_visibility: String(emailVisibility.value),
      timezone: timezone.value,
      ...Object.fromEntries(ofFields.map(([key, { value }]) => [key, value])),
    }
    this.#states = {
      full_name: name.state,
      email_address_visibility: emailVisibility.state,
      timezone: timezone.state,
      ...Object.fromEntries(ofFields.map(([key, { state }]) => [key, state])),
    }
    const touched = new Set<string>(this.#changed)
    const keep = (own: Readonly<Record<string, string>>) =>
      Object.fromEntries(
        Object.entries(this.#newest).map(([key, newest]) => [key, touched.has(key) ? (own[key] ?? '') : newest]),
      )
    const base = keep(this.#base)
    // A field that was removed keeps its text, which cannot be saved any more.
    this.values = {
      ...Object.fromEntries([...touched].map((key) => [key, this.values[key] ?? ''])),
      ...keep(this.values),
    }
    this.#base = base
  }

  /** Queues the changed values. @returns whether all of them were accepted */
  async save(): Promise<boolean> {
    if (this.isSaving) return false
    this.isSaving = true
    const problems: Record<string, string> = {}
    for (const key of this.#changed) {
      const value = this.valueOf(key).trim()
      const result = await this.#save(key, value)
      if (!result.ok) {
        problems[key] = sentenceOf(result.error)
        continue
      }
      this.values = { ...this.values, [key]: value }
      this.#base = { ...this.#base, [key]: value }
      this.#newest = { ...this.#newest, [key]: value }
    }
    this.#problems = problems
    this.isSaving = false
    return Object.keys(problems).length === 0
  }

  /** Sends a value again that the server has refused. */
  async retry(key: ProfileKey): Promise<void> {
    const state = this.#states[key]
    if (state?.kind !== 'failed') return
    const result = await this.#calls.askOf(this.#accountId, 'outbox.retry', { localId: state.localId })
    if (!result.ok) this.#problems = { ...this.#problems, [key]: sentenceOf(result.error) }
  }

  /** Discards a value that the server has refused. */
  async discard(key: ProfileKey): Promise<void> {
    const state = this.#states[key]
    if (state?.kind !== 'failed') return
    const result = await this.#calls.askOf(this.#accountId, 'outbox.discard', { localId: state.localId })
    if (!result.ok) this.#problems = { ...this.#problems, [key]: sentenceOf(result.error) }
  }

  /** Whether the server has refused a value, which the user can send again or discard. */
  isRefused(key: ProfileKey): boolean {
    return this.#states[key]?.kind === 'failed' && !this.#isTouched(key)
  }

  get #changed(): readonly ProfileKey[] {
    // All names of values are names in this form.
    return (Object.keys(this.values) as ProfileKey[]).filter((key) => this.#isTouched(key))
  }

  #isTouched(key: ProfileKey): boolean {
    return this.valueOf(key).trim() !== (this.#base[key] ?? '').trim()
  }

  #save(key: ProfileKey, value: string): Promise<Result<null>> {
    const property = settings.find((name) => name === key)
    if (property === undefined) {
      const fieldId = Number(key.slice(key.indexOf(':') + 1))
      return this.#calls.askOf(this.#accountId, 'account.setField', { fieldId, value })
    }
    const change: OwnSetting =
      property === 'email_address_visibility' ? { property, value: Number(value) } : { property, value }
    return this.#calls.askOf(this.#accountId, 'account.change', { change })
  }
}
