import { z } from 'zod'
import { clientLimits } from '#shared/client-limits.ts'
import { lenientRecord } from '../api/lenient.ts'
import type { ReadCore } from '../core/read-core.ts'
import { profileFields } from '../state/organization/profile-fields.ts'
import type { PersonRow } from '../store/directory.ts'
import type { ProfileFieldRow } from '../store/organization.ts'
import { foldName } from '../values/folded-text.ts'
import { fieldTypes, parsedField } from '../values/people.ts'

const longest = clientLimits.profileSearched.most

/** The types of fields whose value is text. */
const textTypes: ReadonlySet<number> = new Set([
  fieldTypes.shortText,
  fieldTypes.longText,
  fieldTypes.link,
  fieldTypes.externalAccount,
  fieldTypes.pronouns,
])

/** The options of a field by their keys (Service API, Custom profile field, type 3); unreadable ones are left out. */
const optionsSchema = lenientRecord(z.object({ text: z.string() }))

/** Returns the text by which a value is found; empty for values without one, such as days and people. */
type TextOfValue = (value: string) => string

/** Yields the ids of the fields of a stored profile with their values; unreadable ones are left out. */
function* valuesOf(profile: string): Generator<readonly [id: string, value: string], void, void> {
  let parsed: unknown
  try {
    parsed = JSON.parse(profile)
  } catch {
    return
  }
  if (typeof parsed !== 'object' || parsed === null) return
  // The values are checked one by one, since a schema takes several times as long for twenty thousand people.
  for (const [id, field] of Object.entries(parsed) as [string, unknown][]) {
    if (typeof field !== 'object' || field === null || !('value' in field)) continue
    if (typeof field.value === 'string') yield [id, field.value]
  }
}

function textOfValue({ type, data }: ProfileFieldRow): TextOfValue | null {
  if (textTypes.has(type)) return (value) => value
  if (type !== fieldTypes.list) return null
  const options = optionsSchema.safeParse(parsedField(data))
  return options.success ? (key) => options.data[key]?.text ?? '' : null
}

/**
 * The texts of people's profile fields, folded, for the search of the directory. The index of people keeps each until
 * its person or the organization's fields change.
 */
export class ProfileTexts {
  readonly #core: ReadCore
  #fields: readonly ProfileFieldRow[] | null = null
  #readers: ReadonlyMap<string, TextOfValue> = new Map()

  constructor(core: ReadCore) {
    this.#core = core
  }

  /** Returns the text of a person's profile, at most `clientLimits.profileSearched` characters. */
  of(row: PersonRow): string {
    if (row.profile === '{}') return ''
    let text = ''
    for (const [id, value] of valuesOf(row.profile)) {
      const found = this.#readers.get(id)?.(value) ?? ''
      if (found !== '') text += `\n${found}`
      if (text.length > longest) break
    }
    return foldName(text.slice(0, longest)).slice(0, longest)
  }

  /** Follows the organization's fields, before a search. If they have changed, the index drops its texts. */
  follow(): void {
    const { accountState } = this.#core
    const fields = accountState.of(profileFields)
    if (fields === this.#fields) return
    this.#fields = fields
    this.#readers = new Map(
      fields.flatMap((field): [string, TextOfValue][] => {
        const read = textOfValue(field)
        return read === null ? [] : [[String(field.id), read]]
      }),
    )
    accountState.peopleByName.forgetTexts()
  }

  /**
   * Makes some of the texts that are missing, in a few milliseconds, so that the first search waits for none.
   * @returns whether some are left
   */
  prepare(most: number): boolean {
    this.follow()
    return this.#core.accountState.peopleByName.prepareTexts(most, (row) => this.of(row))
  }
}
