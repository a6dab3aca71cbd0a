import type { PersonName } from '#contract/base/values.ts'
import type { FormTexts } from '#contract/drafts.ts'
import type { UserId } from '#shared/ids.ts'

/** The name of a custom field's value. */
export type FieldKey = `field:${number}`

/** The name of a custom field's value. */
export function keyOfField(fieldId: number): FieldKey {
  return `field:${fieldId}`
}

/** The id of the custom field whose value has a name; null if it is the name of another value. */
export function fieldOfKey(key: string): number | null {
  return key.startsWith('field:') ? Number(key.slice(key.indexOf(':') + 1)) : null
}

/** The ids in the value of a field of people, which only the forms and the engine write. */
function idsIn(value: string): readonly UserId[] {
  return value === '' ? [] : (JSON.parse(value) as readonly UserId[])
}

/**
 * The values of a profile's form. A change from elsewhere fills the fields that the user has not changed, and is shown
 * beside those that the user has changed.
 */
export class ProfileValues {
  /** The texts in the fields. */
  values = $state.raw<Readonly<Record<string, string>>>({})
  /** The texts that the fields had before the user changed them. */
  #base = $state.raw<Readonly<Record<string, string>>>({})
  /** The newest texts. */
  #newest = $state.raw<Readonly<Record<string, string>>>({})
  /** The refusals of the last attempt to save, as sentences, by the names of the values. */
  protected problems = $state.raw<Readonly<Record<string, string>>>({})
  #names: ReadonlyMap<UserId, PersonName> = new Map()

  /** Whether there is a value that the user has changed. */
  get isChanged(): boolean {
    return this.changed.length > 0
  }

  /** The changed values, which are kept if the form is abandoned. */
  get texts(): FormTexts {
    return Object.fromEntries(this.changed.map((key) => [key, this.valueOf(key)]))
  }

  /** Restores the changed values of an abandoned form. The others have the newest ones. */
  fill(texts: FormTexts): void {
    this.values = { ...this.#base, ...texts }
    this.problems = {}
  }

  valueOf(key: string): string {
    return this.values[key] ?? ''
  }

  set(key: string, value: string): void {
    this.values = { ...this.values, [key]: value }
    if (this.problems[key] !== undefined) this.problems = { ...this.problems, [key]: '' }
  }

  /** The people in a field of people. */
  peopleOf(key: string): readonly PersonName[] {
    return idsIn(this.valueOf(key)).map((id) => this.#names.get(id) ?? { id, name: null })
  }

  addPeople(key: string, people: readonly PersonName[]): void {
    this.#know(people)
    const ids = new Set([...idsIn(this.valueOf(key)), ...people.map(({ id }) => id)])
    this.set(key, JSON.stringify([...ids]))
  }

  removePerson(key: string, id: UserId): void {
    const rest = idsIn(this.valueOf(key)).filter((other) => other !== id)
    this.set(key, rest.length === 0 ? '' : JSON.stringify(rest))
  }

  /** What is wrong with a value, as a sentence; null if nothing is. */
  problemOf(key: string): string | null {
    const problem = this.problems[key] ?? ''
    return problem === '' ? null : problem
  }

  /** The newest value, if it changed elsewhere after the user had changed the field; otherwise null. */
  changedElsewhere(key: string): string | null {
    const newest = this.#newest[key] ?? ''
    return this.isTouched(key) && newest !== (this.#base[key] ?? '') && newest !== this.valueOf(key) ? newest : null
  }

  /** The names of the values that the user has changed. */
  protected get changed(): readonly string[] {
    return Object.keys(this.values).filter((key) => this.isTouched(key))
  }

  /** Whether the user has changed a value. */
  isTouched(key: string): boolean {
    return this.valueOf(key).trim() !== (this.#base[key] ?? '').trim()
  }

  /** Takes over the newest texts, and the names of the people in them. */
  protected take(newest: Readonly<Record<string, string>>, people: readonly PersonName[]): void {
    this.#know(people)
    this.#newest = newest
    const touched = new Set<string>(this.changed)
    const keep = (own: Readonly<Record<string, string>>) =>
      Object.fromEntries(Object.entries(newest).map(([key, text]) => [key, touched.has(key) ? (own[key] ?? '') : text]))
    const base = keep(this.#base)
    // A field that was removed keeps its text, which cannot be saved any more.
    this.values = {
      ...Object.fromEntries([...touched].map((key) => [key, this.values[key] ?? ''])),
      ...keep(this.values),
    }
    this.#base = base
  }

  /** Notes that a value was saved with a text. */
  protected saved(key: string, value: string): void {
    this.values = { ...this.values, [key]: value }
    this.#base = { ...this.#base, [key]: value }
    this.#newest = { ...this.#newest, [key]: value }
  }

  #know(people: readonly PersonName[]): void {
    this.#names = new Map([...this.#names, ...people.map((person) => [person.id, person] as const)])
  }
}

/** A form of a profile as its fields use it. What waits for the server or was refused by it exists in some forms only. */
export interface ProfileFields extends Pick<
  ProfileValues,
  'valueOf' | 'set' | 'peopleOf' | 'removePerson' | 'problemOf' | 'changedElsewhere'
> {
  /** Whether a change of the value waits for the server. */
  isWaiting?(key: string): boolean
  /** Whether the server has refused a value, which the user can send again or discard. */
  isRefused?(key: string): boolean
  retry?(key: string): Promise<void>
  discard?(key: string): Promise<void>
}
