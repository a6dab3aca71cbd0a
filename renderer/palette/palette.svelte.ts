import type { AccountSummary } from '#contract/app-state.ts'
import type { Failure, Narrow, Result } from '#contract/values.ts'
import type { NavigationItem } from '#contract/views/navigation.ts'
import { foldName, NameQuery } from '#shared/name-query.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { organizationOf } from '../app/organization-of.ts'
import { narrowKey, type Route } from '../app/routes.ts'
import { FoundNarrows, lookingAgain, nameOfNarrow, type FoundAim } from '../navigation/found-narrows.svelte.ts'
import type { FrequentChoices } from './frequent-choices.ts'
import type { PastedLink } from './pasted-links.ts'
import {
  commandOwner,
  entriesOfNavigation,
  entryOfFound,
  groupKey,
  inOrder,
  matchingCommands,
  weightOf,
  type PaletteEntry,
  type RunnableCommand,
  type Ranked,
} from './palette-entries.ts'

const most = clientLimits.paletteRows.most
/** How long the list of the text before stays while the new one is looked for: what is drawn at once delays the answer. */
const heldMs = 100
/** Places that are offered before anything is typed. */
const mostUsual = 8

export interface PaletteParts {
  /** Some may come while the palette is open. */
  readonly accounts: () => readonly PaletteAccount[]
  /** The account that is shown; its places come first among equals. */
  readonly shownId: string | null
  /** The place that is shown, which is not offered. */
  readonly shownRoute: Route | null
  /** What the navigation of the shown account lists. */
  readonly listed: readonly NavigationItem[]
  /** The commands that can be run now. */
  readonly commands: readonly RunnableCommand[]
  readonly find: (accountId: string, query: string) => Promise<Result<readonly FoundAim[]>>
  readonly frequent: FrequentChoices
  /** The addresses of organizations in a text; they are offered alone. */
  readonly links?: (text: string) => readonly PastedLink[]
  /** What is done with the chosen place, if it is not shown; and how the field is called then. */
  readonly aim?: PaletteAim
}

/** A place is chosen for something else than to be shown. */
export interface PaletteAim {
  readonly label: string
  /** In the empty field. */
  readonly example: string
  readonly choose: (narrow: Narrow) => Promise<void>
}

/** An account that is searched. */
export type PaletteAccount = Pick<AccountSummary, 'id' | 'organization' | 'email'>

/** A part of the palette's list; without a name, it is the whole list. */
export interface PaletteGroup {
  readonly name: 'routes' | 'commands' | null
  readonly entries: readonly PaletteEntry[]
}

/**
 * The palette: one field that leads to every place and group of every organization, and to every command. Before anything
 * is typed, it offers the usual places and all commands.
 */
export class Palette {
  readonly #parts: PaletteParts
  /** A search in each account, the shown one first. */
  #searches = $state.raw<readonly { readonly accountId: string; readonly foundNarrows: FoundNarrows<FoundAim> }[]>([])
  #text = $state('')
  /** The addresses in the text. */
  #links = $state.raw<readonly PaletteEntry[]>([])
  /** The list of the text before; null where the list is that of the text. */
  #held = $state.raw<readonly PaletteGroup[] | null>(null)
  #holding: ReturnType<typeof setTimeout> | undefined
  /** The key of the entry that was marked by arrows; null for the best one. */
  #marked = $state.raw<string | null>(null)

  constructor(parts: PaletteParts) {
    this.#parts = parts
  }

  get text(): string {
    return this.#text
  }

  /** Null where places are shown. */
  get aim(): PaletteAim | null {
    return this.#parts.aim ?? null
  }

  /** To which organization an account belongs, where there are several; equal names are told apart by the user's e-mail. */
  organizationOf(accountId: string): string | null {
    return organizationOf(this.#parts.accounts(), accountId)
  }

  /** Whether an account has not answered yet. */
  get isSearching(): boolean {
    return this.#searches.some(({ foundNarrows }) => foundNarrows.isSearching)
  }

  /** Why an account could not be searched; null if all could. */
  get failure(): Failure | null {
    return this.#searches.find(({ foundNarrows }) => foundNarrows.failure !== null)?.foundNarrows.failure ?? null
  }

  /** What is shown: the list of the text, or for a moment that of the text before, until all accounts have answered. */
  readonly groups: readonly PaletteGroup[] = $derived.by(() => this.#held ?? this.#found())

  #found(): readonly PaletteGroup[] {
    if (this.#links.length > 0) return [{ name: null, entries: this.#links }]
    const query = new NameQuery(this.#text.slice(0, clientLimits.placeQuery.most))
    if (query.isEmpty) {
      const groups: PaletteGroup[] = [
        { name: 'routes', entries: this.#usual() },
        { name: 'commands', entries: this.#commands(query).map(({ entry }) => entry) },
      ]
      return groups.filter(({ entries }) => entries.length > 0)
    }
    const all = [...this.#aims(query), ...this.#commands(query)]
    const exact = all.filter(({ rank }) => rank < 3)
    // What is only near is of interest where no organization has what was typed.
    const ranked = exact.length > 0 || this.isSearching ? exact : all
    return [{ name: null, entries: inOrder(ranked, this.#parts.frequent, most) }]
  }

  readonly entries: readonly PaletteEntry[] = $derived(this.groups.flatMap(({ entries }) => entries))

  /** The entry that Enter opens; null if there is none. */
  get marked(): PaletteEntry | null {
    return this.entries[this.markedIndex] ?? null
  }

  /** Its place among the entries; -1 if there is none. */
  get markedIndex(): number {
    const { entries } = this
    const index = entries.findIndex(({ key }) => key === this.#marked)
    return index < 0 && entries.length > 0 ? 0 : index
  }

  /** Whether arrows have marked an entry since something was typed. */
  get hasMoved(): boolean {
    return this.#marked !== null
  }

  /** Another text is typed: the best entry is marked. */
  search(text: string): void {
    const shown = this.groups
    this.#text = text
    this.#marked = null
    this.#links = (this.#parts.links?.(text) ?? []).map((link) => ({
      kind: 'link',
      key: `link ${link.accountId}`,
      ...link,
    }))
    this.#follow()
    // An address is no name.
    const name = this.#links.length > 0 ? '' : text
    for (const { foundNarrows } of this.#searches) foundNarrows.search(name)
    if (this.isSearching) this.#hold(shown)
    else this.#release()
  }

  #hold(shown: readonly PaletteGroup[]): void {
    this.#held = shown
    clearTimeout(this.#holding)
    const holding = setTimeout(() => this.#release(), heldMs)
    this.#holding = holding
    void this.settled().then(() => {
      if (this.#holding === holding) this.#release()
    })
  }

  #release(): void {
    clearTimeout(this.#holding)
    this.#held = null
  }

  /** Searches in the accounts that there are now. */
  #follow(): void {
    const { accounts, shownId, find } = this.#parts
    const ids = accounts().map(({ id }) => id)
    this.#searches = ids
      .sort((a, b) => Number(b === shownId) - Number(a === shownId))
      .map((accountId) => {
        const known = this.#searches.find((search) => search.accountId === accountId)
        return known ?? { accountId, foundNarrows: new FoundNarrows<FoundAim>((query) => find(accountId, query)) }
      })
  }

  /** Searches again where it failed. */
  retry(): void {
    for (const { foundNarrows } of this.#searches) if (foundNarrows.failure !== null) foundNarrows.retry()
  }

  /** Looks again for what an account does not know yet; for an effect. Returns what ends it. */
  lookingAgain(): () => void {
    return lookingAgain(this.#searches.map(({ foundNarrows }) => foundNarrows))
  }

  /** Marks another entry, around the ends. */
  move(step: 1 | -1): void {
    const { entries, markedIndex } = this
    this.#marked = entries[(markedIndex + step + entries.length) % entries.length]?.key ?? null
  }

  /** Waits until all accounts have answered, so that Enter takes what was typed and not what was found before. */
  async settled(): Promise<void> {
    await Promise.all(this.#searches.map(({ foundNarrows }) => foundNarrows.settled()))
  }

  /** The entry was chosen: it comes earlier the next time. */
  note(entry: PaletteEntry): void {
    const { frequent } = this.#parts
    // A visited place is counted by the visit.
    if (entry.kind === 'command') frequent.note(commandOwner, entry.command.id)
    else if (entry.kind === 'group') frequent.note(entry.accountId, groupKey(entry.groupId))
  }

  /** The places that are visited often, then unread ones, as the navigation has them. */
  #usual(): PaletteEntry[] {
    const { shownId, shownRoute, listed, frequent } = this.#parts
    if (shownId === null) return []
    const shownKey = shownRoute?.kind === 'conversation' ? narrowKey(shownRoute.narrow) : null
    return entriesOfNavigation(shownId, listed)
      .map((entry, index) => ({
        entry,
        value: weightOf(frequent, entry) + ((listed[index]?.unread ?? 0) > 0 ? 0.01 : 0),
      }))
      .filter(({ entry }) => narrowKey(entry.narrow) !== shownKey)
      .sort((a, b) => b.value - a.value)
      .slice(0, mostUsual)
      .map(({ entry }) => entry)
  }

  #aims(query: NameQuery): Ranked[] {
    return this.#searches.flatMap(({ accountId, foundNarrows }) =>
      foundNarrows.items.map((found) => ({
        entry: entryOfFound(accountId, found),
        rank: found.isNear ? 3 : query.rank(foldName(nameOfNarrow(found))),
      })),
    )
  }

  #commands(query: NameQuery): Ranked[] {
    return matchingCommands(this.#parts.commands, query)
  }
}
