/**
 * `npm run check` prints a table of the translations with this: for each section of the catalogue, its entries, and how
 * many of them another language lacks or has as English has them. A translation that is not complete fails the types.
 */
import { germanCatalogue } from '#i18n/de/catalogue.ts'
import { englishCatalogue } from '#i18n/en/catalogue.ts'
import { sameInGerman } from './same-in-german.ts'

/** An entry of a catalogue with its translation. */
export interface Entry {
  /** The keys that lead to the entry, joined by dots. */
  readonly path: string
  readonly english: unknown
  /** Undefined if it is missing. */
  readonly translation: unknown
}

/** All entries of English, each with that of another catalogue: texts and functions. */
export function entriesOf(english: unknown, translation: unknown, path = ''): Entry[] {
  if (typeof english !== 'object' || english === null) return [{ path, english, translation }]
  // A list of words, by which settings are found, may be longer or shorter.
  if (Array.isArray(english)) return [{ path, english, translation }]
  const parts = isRecord(translation) ? translation : {}
  return Object.entries(english).flatMap(([key, value]) =>
    entriesOf(value, parts[key], path === '' ? key : `${path}.${key}`),
  )
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

/** Whether a translation is a text of English, which is not listed as meant. Texts without words have no language. */
export function isUntranslated({ path, english, translation }: Entry): boolean {
  return typeof english === 'string' && english === translation && /\p{L}{2}/u.test(english) && !isMeant(path, english)
}

function isMeant(path: string, text: string): boolean {
  return sameInGerman.texts.has(text) || sameInGerman.paths.some((beginning) => path.startsWith(beginning))
}

/** The table, a line for each section and one for all. */
function table(): string {
  const entries = entriesOf(englishCatalogue, germanCatalogue)
  const sections = Map.groupBy(entries, ({ path }) =>
    path
      .split('.')
      .slice(0, path.startsWith('screens.') ? 2 : 1)
      .join('.'),
  )
  const row = (name: string, of: readonly Entry[]): string => {
    const missing = of.filter(({ translation }) => translation === undefined).length
    return `${name.padEnd(26)}${String(of.length).padStart(8)}${String(missing).padStart(12)}${String(of.filter(isUntranslated).length).padStart(12)}`
  }
  return [
    `${'Texts'.padEnd(26)}${'English'.padStart(8)}${'not German'.padStart(12)}${'as English'.padStart(12)}`,
    ...[...sections].map(([name, of]) => row(name, of)),
    row('all', entries),
  ].join('\n')
}

if (import.meta.main) {
  process.stdout.write(`${table()}\n`)
  const left = entriesOf(englishCatalogue, germanCatalogue).filter(
    (entry) => entry.translation === undefined || isUntranslated(entry),
  )
  for (const { path } of left) process.stdout.write(`not translated: ${path}\n`)
  process.exitCode = left.length === 0 ? 0 : 1
}
