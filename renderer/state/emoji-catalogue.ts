/** An emoji of Unicode as the picker shows it. */
export interface CatalogueEmoji {
  /** The service's code: code points in lower case, without the variation selector. */
  readonly code: string
  readonly character: string
  readonly label: string
  /** All words that find it, in lower case. */
  readonly words: string
  readonly group: number
}

export const groupNames: readonly string[] = [
  'Smileys',
  'People',
  'Components',
  'Animals and nature',
  'Food and drink',
  'Travel and places',
  'Activities',
  'Objects',
  'Symbols',
  'Flags',
]

/** Skin tones and hair are parts of other emoji, not emoji to choose. */
const componentGroup = 2

let catalogue: Promise<readonly CatalogueEmoji[]> | undefined

/** Every emoji of Unicode in its usual order; loaded when a picker opens for the first time. */
export function loadCatalogue(): Promise<readonly CatalogueEmoji[]> {
  catalogue ??= Promise.all([
    import('emojibase-data/en/compact.json'),
    import('emojibase-data/en/shortcodes/github.json'),
    import('emojibase-data/en/shortcodes/emojibase.json'),
  ]).then(([{ default: entries }, ...names]) =>
    entries
      .filter((entry) => entry.group !== undefined && entry.group !== componentGroup)
      .sort((a, b) => (a.order ?? 0) - (b.order ?? 0))
      .map((entry) => {
        const shortcodes = names.flatMap(({ default: source }) => (source as Shortcodes)[entry.hexcode] ?? [])
        return {
          code: entry.hexcode.toLowerCase().replaceAll('-fe0f', ''),
          character: entry.unicode,
          label: entry.label,
          words: [entry.label, ...(entry.tags ?? []), ...shortcodes].join(' ').toLowerCase(),
          group: entry.group ?? 0,
        }
      }),
  )
  return catalogue
}

type Shortcodes = Readonly<Record<string, string | readonly string[]>>

/** The emoji that have every word of the query, those whose label or a name begins with it first. */
export function searchEmoji<T extends { readonly label: string; readonly words: string }>(
  emoji: readonly T[],
  query: string,
): readonly T[] {
  const words = query.toLowerCase().replaceAll(':', ' ').split(/\s+/).filter(Boolean)
  if (words.length === 0) return emoji
  const [first = ''] = words
  const rank = (entry: T) =>
    entry.label.toLowerCase().startsWith(first) ? 0 : ` ${entry.words}`.includes(` ${first}`) ? 1 : 2
  return emoji
    .filter((entry) => words.every((word) => entry.words.includes(word)))
    .map((entry, index) => ({ entry, index, rank: rank(entry) }))
    .sort((a, b) => a.rank - b.rank || a.index - b.index)
    .map(({ entry }) => entry)
}
