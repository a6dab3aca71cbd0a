import type { AccountSummary } from '#contract/accounts.ts'
import type { Failure, Result } from '#contract/base/failures.ts'
import type { NavigationItem } from '#contract/navigation.ts'
import { foldName, NameQuery } from '#shared/name-query.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { organizationOf } from '../../state/account-facts.ts'
import { narrowKey, type Route } from '../../state/routes/routes.ts'
import {
  FoundNarrows,
  lookingAgain,
  nameOfNarrow,
  type FoundAim,
} from '../../parts/conversations/found-narrows.svelte.ts'
import type { RunnableCommand } from '../../state/commands/command.ts'
import type { PaletteAim } from '../../state/overlays.svelte.ts'
import type { FrequentChoices } from '../../state/frequent-choices.ts'
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
  type Ranked,
} from './palette-entries.ts'

const most = clientLimits.paletteRows.most
/**
 * The time for which the previous list stays during a search, in milliseconds: drawing an interim list delays the
 * results.
 */
const heldMs = 100
/** The number of conversations that are offered before the user types. */
const mostUsual = 8

/** The parts of the window that the palette uses. */
export interface PaletteParts {
  /** Returns the accounts, which may change while the palette is open. */
  readonly accounts: () => readonly PaletteAccount[]
  /** The shown account, whose conversations come first among equals; null if there is none. */
  readonly shownId: string | null
  /** The shown route, which is not offered. */
  readonly shownRoute: Route | null
  /** The entries of the shown account's navigation. */
  readonly listed: readonly NavigationItem[]
  /** The commands that can be run now. */
  readonly commands: readonly RunnableCommand[]
  readonly find: (accountId: string, query: string) => Promise<Result<readonly FoundAim[]>>
  readonly frequent: FrequentChoices
  /** Returns the addresses of organizations in a text; if there are any, nothing else is offered. */
  readonly links?: (text: string) => readonly PastedLink[]
  /** The use of the chosen conversation, unless it is opened. */
  readonly aim?: PaletteAim
}

/** An account that is searched. */
export type PaletteAccount = Pick<AccountSummary, 'id' | 'organization' | 'email'>

/** A group of the palette's list. A group without a name is the whole list. */
export interface PaletteGroup {
  readonly name: 'routes' | 'commands' | null
  readonly entries: readonly PaletteEntry[]
}

/**
 * The palette: a field that opens every conversation and group of every organization, and runs every command. An empty
 * field offers frequent conversations and all commands.
 */
export class Palette {
  readonly #parts: PaletteParts
  /** The searches by account, the shown one first. */
  #searches = $state.raw<readonly { readonly accountId: string; readonly foundNarrows: FoundNarrows<FoundAim> }[]>([])
  #text = $state('')
  /** The entries of addresses in the text. */
  #links = $state.raw<readonly PaletteEntry[]>([])
  /** The previous list, during a search; null if the current list is shown. */
  #held = $state.raw<readonly PaletteGroup[] | null>(null)
  #holding: ReturnType<typeof setTimeout> | undefined
  /** The key of the entry that the arrow keys marked; null for the best one. */
  #marked = $state.raw<string | null>(null)

  constructor(parts: PaletteParts) {
    this.#parts = parts
  }

  get text(): string {
    return this.#text
  }

  /** The use of the chosen conversation; null if it is opened. */
  get aim(): PaletteAim | null {
    return this.#parts.aim ?? null
  }

  /**
   * Returns the organization of an account, if there are several; equal names are distinguished by the user's e-mail
   * address.
   */
  organizationOf(accountId: string): string | null {
    return organizationOf(this.#parts.accounts(), accountId)
  }

  /** Whether an account has not answered yet. */
  get isSearching(): boolean {
    return this.#searches.some(({ foundNarrows }) => foundNarrows.isSearching)
  }

  /** The failure of an account's search; null if there is none. */
  get failure(): Failure | null {
    return this.#searches.find(({ foundNarrows }) => foundNarrows.failure !== null)?.foundNarrows.failure ?? null
  }

  /**
   * The current list; during a search, the previous one until all accounts have answered or a short time has passed.
   */
  readonly groups: readonly PaletteGroup[] = $derived.by(() => this.#held ?? this.#found())

  #found(): readonly PaletteGroup[] {
    if (this.#links.length > 0) return [{ name: null, entries: this.#links }]
    const query = new NameQuery(this.#text.slice(0, clientLimits.nameQuery.most))
    if (query.isEmpty) {
      const groups: PaletteGroup[] = [
        { name: 'routes', entries: this.#usual() },
        { name: 'commands', entries: this.#commands(query).map(({ entry }) => entry) },
      ]
      return groups.filter(({ entries }) => entries.length > 0)
    }
    const all = [...this.#aims(query), ...this.#commands(query)]
    const exact = all.filter(({ rank }) => rank < 3)
    // Similar names are shown only if no organization has a name that matches.
    const ranked = exact.length > 0 || this.isSearching ? exact : all
    return [{ name: null, entries: inOrder(ranked, this.#parts.frequent, most) }]
  }

  readonly entries: readonly PaletteEntry[] = $derived(this.groups.flatMap(({ entries }) => entries))

  /** The entry that Enter opens; null if there is none. */
  get marked(): PaletteEntry | null {
    return this.entries[this.markedIndex] ?? null
  }

  /** The index of the marked entry; -1 if there is none. */
  get markedIndex(): number {
    const { entries } = this
    const index = entries.findIndex(({ key }) => key === this.#marked)
    return index < 0 && entries.length > 0 ? 0 : index
  }

  /** Whether the arrow keys have marked an entry since the last input. */
  get hasMoved(): boolean {
    return this.#marked !== null
  }

  /** Searches for another text and marks the best entry. */
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
    // The searches by name ignore addresses.
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

  /** Follows the current accounts. */
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

  /** Repeats the searches that failed. */
  retry(): void {
    for (const { foundNarrows } of this.#searches) if (foundNarrows.failure !== null) foundNarrows.retry()
  }

  /** Repeats searches without results at intervals, for an effect. @returns a function that ends this */
  lookingAgain(): () => void {
    return lookingAgain(this.#searches.map(({ foundNarrows }) => foundNarrows))
  }

  /** Marks the next entry in a direction, cyclically. */
  move(step: 1 | -1): void {
    const { entries, markedIndex } = this
    this.#marked = entries[(markedIndex + step + entries.length) % entries.length]?.key ?? null
  }

  /**
   * Waits until all accounts have answered, so that Enter opens a result of the current text and not of an earlier one.
   */
  async settled(): Promise<void> {
    await Promise.all(this.#searches.map(({ foundNarrows }) => foundNarrows.settled()))
  }

  /** Records the choice of an entry. */
  note(entry: PaletteEntry): void {
    const { frequent } = this.#parts
    // Opening a conversation records its own choice.
    if (entry.kind === 'command') frequent.note(commandOwner, entry.command.id)
    else if (entry.kind === 'group') frequent.note(entry.accountId, groupKey(entry.groupId))
  }

  /** Returns the frequently visited conversations, then unread ones, in the order of the navigation. */
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
