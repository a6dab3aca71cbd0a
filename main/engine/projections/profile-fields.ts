import { z } from 'zod'
import type { ProfileFieldItem, ProfileValue } from '#contract/people/profiles.ts'
import { clientLimits } from '#shared/client-limits.ts'
import type { ReadCore } from '../core/read-core.ts'
import { profileFields } from '../state/organization/profile-fields.ts'
import { readContent } from '../state/content/content.ts'
import type { PersonRow } from '../store/directory.ts'
import type { ProfileFieldRow } from '../store/organization.ts'
import { fieldTypes, parsedField, personIdsOf, readProfile, type Profile } from '../values/people.ts'

const optionsSchema = z.record(z.string(), z.object({ text: z.string() }).nullable().catch(null))
const accountSchema = z.object({ subtype: z.string(), url_pattern: z.string().catch('') })
const longestText = clientLimits.shownFieldText.most

/** Converts stored values of profile fields to values to draw, as the service renders them. */
export class ProfileReading {
  readonly #core: ReadCore
  readonly #origin: string

  constructor(core: ReadCore) {
    this.#core = core
    this.#origin = core.accountState.organization?.realmUri ?? ''
  }

  /** The filled-in fields of a person in the organization's order, without pronouns, which stand beside the name. */
  fields(person: PersonRow): ProfileFieldItem[] {
    const profile = profileOf(person)
    return this.#core.accountState
      .of(profileFields)
      .slice(0, clientLimits.profileFields.most)
      .flatMap((field): ProfileFieldItem[] => {
        if (field.type === fieldTypes.pronouns) return []
        const stored = profile[String(field.id)]
        const value = stored === undefined ? null : this.#valueOf(field, stored)
        if (value === null) return []
        const { id, name, in_summary: inSummary } = field
        return [{ key: `field:${id}`, kind: 'profile_field', id, name, value, isInSummary: inSummary === 1 }]
      })
  }

  /** The pronouns of a person: the first filled-in field of that type; null without one. */
  pronouns(person: PersonRow): string | null {
    const profile = profileOf(person)
    for (const { id, type } of this.#core.accountState.of(profileFields)) {
      const text = type === fieldTypes.pronouns ? profile[String(id)]?.value.trim() : undefined
      if (text !== undefined && text !== '') return cut(text)
    }
    return null
  }

  #valueOf(field: ProfileFieldRow, { value, html }: Profile[string]): ProfileValue | null {
    if (value.trim() === '') return null
    switch (field.type) {
      case fieldTypes.shortText:
      case fieldTypes.longText:
        return html === null || html.length > longestText
          ? { kind: 'text', text: cut(value) }
          : { kind: 'rendered', html: readContent(html, this.#origin).html }
      case fieldTypes.list:
        return { kind: 'text', text: cut(optionOf(field, value) ?? value) }
      case fieldTypes.date:
        return isDay(value) ? { kind: 'date', day: value } : { kind: 'text', text: cut(value) }
      case fieldTypes.link:
        return isAddress(value) ? { kind: 'link', address: value } : { kind: 'text', text: cut(value) }
      case fieldTypes.person:
        return this.#people(value)
      case fieldTypes.externalAccount:
        return { kind: 'account', name: cut(value), address: this.#accountAddress(field, value) }
      default:
        // A type of a later version, whose values may be meant for programs.
        return html === null ? { kind: 'text', text: cut(value) } : null
    }
  }

  #people(value: string): ProfileValue | null {
    const ids = personIdsOf(value)
    const { most } = clientLimits.profilePeople
    if (ids.length === 0) return null
    return {
      kind: 'people',
      people: ids.slice(0, most).map((id) => this.#core.accountState.person(id)),
      others: Math.max(0, ids.length - most),
    }
  }

  /** The address of an external account, by the pattern of the field or of the site it names. */
  #accountAddress(field: ProfileFieldRow, name: string): string | null {
    const account = accountSchema.safeParse(parsedField(field.data)).data
    if (account === undefined) return null
    const { default_external_accounts: sites } = this.#core.accountState.organizationSettings.organization
    const site = Object.hasOwn(sites, account.subtype) ? sites[account.subtype] : null
    const pattern = account.subtype === 'custom' ? account.url_pattern : (site?.url_pattern ?? '')
    if (!pattern.includes(placeholder)) return null
    const address = pattern.replace(placeholder, () => encodeURIComponent(name.trim()))
    return isAddress(address) ? address : null
  }
}

const placeholder = '%(username)s'

function profileOf({ profile }: PersonRow): Profile {
  try {
    return readProfile(profile)
  } catch {
    // One unreadable row costs its fields, not the person.
    return {}
  }
}

function optionOf({ data }: ProfileFieldRow, value: string): string | null {
  const options = optionsSchema.safeParse(parsedField(data)).data ?? {}
  return (Object.hasOwn(options, value) ? options[value]?.text : null) ?? null
}

/** Whether a text is a day of the calendar in the form `2026-11-30`. */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** Whether a text is a web address that may be opened. */
function isAddress(text: string): boolean {
  return text.length <= longestText && /^https?:\/\//i.test(text) && URL.canParse(text)
}

function cut(text: string): string {
  return text.length <= longestText ? text : `${text.slice(0, longestText).replace(/[\ud800-\udbff]$/, '')}…`
}
