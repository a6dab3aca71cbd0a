import type { SkinTone } from '#contract/base/choices.ts'
import type { EmojiChoice } from '#contract/emoji.ts'
import { catalogue } from '#i18n/catalogue.ts'
import type { EmojiPick, EmojiUse } from '../../state/overlays.svelte.ts'
import type { AccountCalls } from '../../state/account-calls.ts'
import { groupNames, loadCatalogue, searchEmoji, type CatalogueEmoji } from './emoji-catalogue.ts'

/** The largest number of search results that are shown. */
const foundAtMost = 180

/** An emoji that can be chosen. */
export interface EmojiEntry extends EmojiPick {
  readonly label: string
  readonly names: readonly string[]
  /** All searchable words, in lower case. */
  readonly words: string
  readonly character: string
}

interface Section {
  readonly title: string
  readonly entries: readonly EmojiEntry[]
}

export interface EmojiChoosingPorts {
  readonly calls: Pick<AccountCalls, 'emojiChoice'>
  readonly use: EmojiUse
  /** The account whose emoji are offered; null for the shown account. */
  readonly accountId: string | null
  /** Returns the user's current skin tone. */
  readonly tone: () => SkinTone
  readonly onpick: (entry: EmojiEntry) => void
}

/** The state of an emoji picker: the query, and the emoji to choose from in sections. */
export class EmojiChoosing {
  readonly #ports: EmojiChoosingPorts
  query = $state('')
  hovered = $state.raw<EmojiEntry | null>(null)
  isLoaded = $state.raw(false)
  #catalogue = $state.raw<readonly CatalogueEmoji[]>([])
  #choice = $state.raw<EmojiChoice>({ custom: [], frequent: [], names: {} })
  /** Whether Enter was pressed before the emoji were loaded. The first result is chosen once they are. */
  #wantsFirst = false

  readonly #custom = $derived(this.#choice.custom.map(customEntry))
  readonly #unicode = $derived.by(() =>
    this.#catalogue
      .filter((emoji) => emoji.isKnown || this.#ports.use === 'text')
      .map((emoji) => ({ ...unicodeEntry(emoji, this.#ports), group: emoji.group, plain: emoji.code })),
  )
  /** Whether a skin tone changes any of the emoji. */
  readonly hasTones: boolean = $derived(
    this.#catalogue.some(({ tones }) => tones.some(({ isKnown }) => isKnown || this.#ports.use === 'text')),
  )
  readonly #frequent = $derived(
    this.#choice.frequent.flatMap(({ type, code }) =>
      type === 'unicode_emoji'
        ? this.#unicode.filter((entry) => entry.plain === code || entry.code === code).slice(0, 1)
        : this.#custom.filter((entry) => entry.type === type && entry.code === code).slice(0, 1),
    ),
  )
  /** The sections that have entries. */
  readonly sections: readonly Section[] = $derived(
    (this.#isSearching ? this.#found() : this.#all()).filter(({ entries }) => entries.length > 0),
  )
  readonly #first = $derived(this.sections[0]?.entries[0] ?? null)
  /** The emoji that is shown large. */
  readonly preview = $derived(this.hovered ?? (this.#isSearching ? this.#first : null))

  constructor(ports: EmojiChoosingPorts) {
    this.#ports = ports
    void this.#load()
  }

  /** Chooses the first emoji, even if the emoji are still being loaded. */
  chooseFirst(): void {
    if (this.#first !== null) this.#ports.onpick(this.#first)
    else this.#wantsFirst = !this.isLoaded
  }

  /** Drops a choice that waits for the emoji, because the picker has closed. */
  close(): void {
    this.#wantsFirst = false
  }

  get #isSearching(): boolean {
    return this.query.trim() !== ''
  }

  #all(): Section[] {
    const { frequent, custom, groups } = catalogue.screens.emojiPicker
    return [
      { title: frequent, entries: this.#frequent },
      { title: custom, entries: this.#custom },
      ...groupNames.map((name, group) => ({
        title: groups[name],
        entries: this.#unicode.filter((entry) => entry.group === group),
      })),
    ]
  }

  #found(): Section[] {
    const found = searchEmoji<EmojiEntry>([...this.#custom, ...this.#unicode], this.query)
    return [{ title: catalogue.screens.emojiPicker.found, entries: found.slice(0, foundAtMost) }]
  }

  async #load(): Promise<void> {
    const choice = await this.#ports.calls.emojiChoice(this.#ports.accountId)
    this.#catalogue = await loadCatalogue(choice.names)
    this.#choice = choice
    this.isLoaded = true
    if (this.#wantsFirst) this.chooseFirst()
  }
}

function customEntry(emoji: EmojiChoice['custom'][number]): EmojiEntry {
  const label = emoji.name.replaceAll('_', ' ')
  return {
    type: emoji.type,
    code: emoji.id,
    text: `:${emoji.name}:`,
    label,
    name: emoji.name,
    names: [emoji.name],
    words: `${emoji.name} ${label}`.toLowerCase(),
    character: '',
    picture: emoji.picture,
  }
}

/** Returns an emoji in the user's skin tone if the emoji has one and the server accepts it. */
function unicodeEntry(
  { code: plain, character: plainCharacter, label, names, words: searched, tones }: CatalogueEmoji,
  { tone, use }: Pick<EmojiChoosingPorts, 'tone' | 'use'>,
): EmojiEntry {
  const wanted = tone()
  const toned = tones.find((each) => each.tone === wanted && (use === 'text' || each.isKnown))
  const { code, character } = toned ?? { code: plain, character: plainCharacter }
  const name = names[0] ?? label
  return { type: 'unicode_emoji', code, text: character, label, name, names, words: searched, character, picture: null }
}
