import { z } from 'zod'
import type { OwnFieldContent } from '#contract/people/own-account.ts'
import { clientLimits } from '#shared/client-limits.ts'
import type { ReadCore } from '../../core/read-core.ts'
import type { ProfileFieldRow } from '../../store/organization.ts'
import { fieldTypes, parsedField, personIdsOf } from '../../values/people.ts'

const choicesSchema = z.record(
  z.string(),
  z.object({ text: z.string(), order: z.union([z.string(), z.number()]).catch(0) }),
)

/** Returns what the editor of a custom field needs; null if this version does not know the type of the field. */
export function fieldContent(core: ReadCore, field: ProfileFieldRow, value: string): OwnFieldContent | null {
  const [short, long] = [clientLimits.profileText.most, clientLimits.profileLongText.most]
  switch (field.type) {
    case fieldTypes.shortText:
      return { type: 'short_text', most: short }
    case fieldTypes.longText:
      return { type: 'long_text', most: long }
    case fieldTypes.list:
      return { type: 'list', choices: choicesOf(field.data) }
    case fieldTypes.date:
      return { type: 'date' }
    case fieldTypes.link:
      return { type: 'link', most: long }
    case fieldTypes.person: {
      const ids = personIdsOf(value).slice(0, clientLimits.profilePeople.most)
      return { type: 'person', people: ids.map((id) => core.accountState.person(id)) }
    }
    case fieldTypes.externalAccount:
      return { type: 'external_account', most: short }
    case fieldTypes.pronouns:
      return { type: 'pronouns', most: short }
    default:
      return null
  }
}

/** Returns a value as the page gets it: the page reads the ids of people, so that it gets no other text. */
export function shownFieldValue(content: OwnFieldContent, value: string): string {
  if (content.type !== 'person') return value
  const ids = personIdsOf(value)
  return ids.length === 0 ? '' : JSON.stringify(ids)
}

/** Returns the options of a list in their order; an unreadable list has none. */
function choicesOf(data: string): { readonly value: string; readonly text: string }[] {
  const parsed = choicesSchema.safeParse(parsedField(data))
  return Object.entries(parsed.success ? parsed.data : {})
    .map(([value, { text, order }]) => ({ value, text, order: Number(order) }))
    .sort((a, b) => a.order - b.order)
    .slice(0, clientLimits.profileChoices.most)
    .map(({ value, text }) => ({ value, text }))
}
