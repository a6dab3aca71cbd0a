/** The forms of a word by count; a language has those of its plural rules, and always `other`. */
export type PluralForms = { readonly [R in Intl.LDMLPluralRule]?: string } & { readonly other: string }

/** What the sentences of a language need of `Intl`. */
export interface Format {
  /** The form for a count. */
  readonly plural: (count: number, forms: PluralForms) => string
  /** `1,182` in English. */
  readonly number: (value: number) => string
  /** `a, b and c` in English. */
  readonly list: (items: readonly string[]) => string
  /** A calendar day in this computer's time zone. @param milliseconds UNIX milliseconds */
  readonly date: (milliseconds: number) => string
  /** The name of a language; the tag itself where it is not known. @param tag BCP 47 */
  readonly languageName: (tag: string) => string
}

/** @param locale BCP 47 */
export function formatFor(locale: string): Format {
  const rules = new Intl.PluralRules(locale)
  const numbers = new Intl.NumberFormat(locale)
  const lists = new Intl.ListFormat(locale, { type: 'conjunction' })
  const dates = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric' })
  const languages = new Intl.DisplayNames([locale], { type: 'language' })
  return {
    plural: (count, forms) => forms[rules.select(count)] ?? forms.other,
    number: (value) => numbers.format(value),
    list: (items) => lists.format(items),
    date: (milliseconds) => dates.format(milliseconds),
    languageName(tag) {
      try {
        return languages.of(tag) ?? tag
      } catch {
        // No well-formed tag.
        return tag
      }
    },
  }
}
