import { skinTones, type SkinTone } from '#contract/base/choices.ts'
import { drawnEmoji } from './emoji-glyphs.ts'

/** A Unicode emoji in the picker. */
export interface CatalogueEmoji {
  /** The code in the protocol: code points in lower case, without the variation selector. */
  readonly code: string
  readonly character: string
  readonly label: string
  /** The server's names, the canonical one first; without any, the usual names. */
  readonly names: readonly string[]
  /** Whether the server knows the emoji, so that it can be a reaction. */
  readonly isKnown: boolean
  /** All searchable words, in lower case. */
  readonly words: string
  readonly group: number
  /** The variants with skin tones from light to dark, as far as the font draws them; empty without any. */
  readonly tones: readonly EmojiTone[]
}

/** An emoji with a skin tone. */
export interface EmojiTone {
  readonly tone: Exclude<SkinTone, 'none'>
  readonly code: string
  readonly character: string
  /** Whether the server knows the emoji, so that it can be a reaction. */
  readonly isKnown: boolean
}

/** The names of emoji by code, the canonical one first. */
type Names = Readonly<Record<string, readonly string[]>>

/** The groups in the order of their numbers. */
export const groupNames = [
  'smileys',
  'people',
  'components',
  'nature',
  'food',
  'travel',
  'activities',
  'objects',
  'symbols',
  'flags',
] as const

/** The group of skin tones and hair, which are components and cannot be chosen. */
const componentGroup = 2

type Entry = Omit<CatalogueEmoji, 'isKnown'>

/** The code points of the skin tones, as they occur in codes. */
const toneCodes = ['1f3fb', '1f3fc', '1f3fd', '1f3fe', '1f3ff']

let loaded: Promise<readonly Entry[]> | undefined

/** Loads every Unicode emoji that the font draws, once, in standard order and with the usual names. */
function loadEntries(): Promise<readonly Entry[]> {
  loaded ??= Promise.all([
    import('emojibase-data/en/compact.json'),
    import('emojibase-data/en/shortcodes/github.json'),
    import('emojibase-data/en/shortcodes/emojibase.json'),
  ]).then(([{ default: entries }, ...sources]) =>
    entries
      .filter((entry) => entry.group !== undefined && entry.group !== componentGroup)
      .sort((a, b) => (a.order ?? 0) - (b.order ?? 0))
      .flatMap((entry) => {
        const code = codeOf(entry.hexcode)
        const character = drawnEmoji(code)
        const names = [
          ...new Set(sources.flatMap(({ default: source }) => (source as Shortcodes)[entry.hexcode] ?? [])),
        ]
        const words = [entry.label, ...(entry.tags ?? []), ...names].join(' ').toLowerCase()
        return character === null
          ? []
          : [
              {
                code,
                character,
                label: entry.label,
                names,
                words,
                group: entry.group ?? 0,
                tones: tonesOf(entry.skins ?? []),
              },
            ]
      }),
  )
  return loaded
}

/** Returns the code in the protocol of a hex code. */
function codeOf(hexcode: string): string {
  return hexcode.toLowerCase().replaceAll('-fe0f', '')
}

/** Returns the variants in which all persons have the same skin tone. */
function tonesOf(skins: readonly { readonly hexcode: string }[]): EmojiTone[] {
  return skinTones.flatMap((tone, index) => {
    if (tone === 'none') return []
    const found = skins.map(({ hexcode }) => codeOf(hexcode)).find((each) => isToned(each, toneCodes[index - 1]))
    const character = found === undefined ? null : drawnEmoji(found)
    return found === undefined || character === null ? [] : [{ tone, code: found, character, isKnown: false }]
  })
}

function isToned(code: string, tone: string | undefined): boolean {
  const tones = code.split('-').filter((part) => toneCodes.includes(part))
  return tones.length > 0 && tones.every((each) => each === tone)
}

type Shortcodes = Readonly<Record<string, string | readonly string[]>>

/** Returns the emoji to choose from, which can be found by the server's names and by the usual words. */
export async function loadCatalogue(serverNames: Names): Promise<readonly CatalogueEmoji[]> {
  const taken = new Set(Object.values(serverNames).flat())
  return (await loadEntries()).map((entry) => {
    const known = serverNames[entry.code]
    const names = known ?? entry.names.filter((name) => !taken.has(name))
    const tones = entry.tones.map((each) => ({ ...each, isKnown: serverNames[each.code] !== undefined }))
    return {
      ...entry,
      names,
      tones,
      isKnown: known !== undefined,
      words: [...names, entry.words].join(' ').toLowerCase(),
    }
  })
}

interface Searchable {
  readonly label: string
  readonly names: readonly string[]
  readonly words: string
}

/** Returns the emoji that match every word of the query: exact names first, then prefixes of labels and of words. */
export function searchEmoji<T extends Searchable>(emoji: readonly T[], query: string): readonly T[] {
  const words = query.toLowerCase().replaceAll(':', ' ').split(/\s+/).filter(Boolean)
  if (words.length === 0) return emoji
  const [first = ''] = words
  const name = words.join('_')
  const rank = (entry: T) => {
    if (entry.names.includes(name)) return 0
    if (entry.label.toLowerCase().startsWith(first)) return 1
    return ` ${entry.words}`.includes(` ${first}`) ? 2 : 3
  }
  return emoji
    .filter((entry) => words.every((word) => entry.words.includes(word)))
    .map((entry, index) => ({ entry, index, rank: rank(entry) }))
    .sort((a, b) => a.rank - b.rank || a.index - b.index)
    .map(({ entry }) => entry)
}
