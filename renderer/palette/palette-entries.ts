import type { FoundPlace } from '../../preload/contract/calls/search.ts'
import type { Narrow } from '../../preload/contract/values.ts'
import type { NavigationItem } from '../../preload/contract/views/navigation.ts'
import { foldText, type NameQuery, type NameRank } from '../../shared/name-query.ts'
import { narrowKey } from '../app/places.ts'
import type { CommandId } from '../../shared/command-keys.ts'
import { nameOf, narrowOf } from '../navigation/navigation-groups.ts'
import { nameOfPlace, narrowOfPlace } from '../navigation/found-places.svelte.ts'
import type { FrequentChoices } from './frequent-choices.ts'

/** What commands are counted under: they belong to no account. */
export const commandOwner = 'commands'

/** A command that can be run now. */
export interface RunnableCommand {
  readonly id: CommandId
  readonly title: string
  readonly keys: readonly string[]
  readonly run: () => void
}

/** What an entry of the palette is: a place of an organization, or a command. */
export type PaletteEntry =
  | {
      readonly kind: 'place'
      readonly key: string
      readonly accountId: string
      readonly narrow: Narrow
      readonly name: string
      /** The name is that of the empty topic. */
      readonly isNameless: boolean
      readonly icon: { readonly color: string; readonly isArchived: boolean; readonly isPrivate: boolean } | null
      readonly isGroup: boolean
      readonly isMuted: boolean
      /** The stream of a topic. */
      readonly streamName: string | null
      /** The e-mail of a person whose name is not enough. */
      readonly email: string | null
    }
  | { readonly kind: 'command'; readonly key: string; readonly command: RunnableCommand }

/** An entry with how well its name matches. */
export interface Ranked {
  readonly entry: PaletteEntry
  readonly rank: NameRank
}

/** The entry of a place that was found in an account. */
export function entryOfFound(accountId: string, place: FoundPlace): PaletteEntry {
  const narrow = narrowOfPlace(place)
  return {
    kind: 'place',
    key: keyOf(accountId, narrow),
    accountId,
    narrow,
    name: nameOfPlace(place),
    isNameless: place.kind === 'topic' && place.topic === '',
    icon: place.kind === 'direct' ? null : place,
    isGroup: place.kind === 'direct' && place.people.length > 1,
    isMuted: place.isMuted,
    streamName: place.kind === 'topic' ? place.streamName : null,
    email: place.kind === 'direct' ? place.email : null,
  }
}

/** The entries of the navigation, with the streams of topics. */
export function entriesOfNavigation(accountId: string, items: readonly NavigationItem[]): PaletteEntry[] {
  let stream: Extract<NavigationItem, { kind: 'stream' }> | null = null
  return items.map((item): PaletteEntry => {
    if (item.kind === 'stream') stream = item
    const narrow = narrowOf(item)
    return {
      kind: 'place',
      key: keyOf(accountId, narrow),
      accountId,
      narrow,
      name: nameOf(item),
      isNameless: item.kind === 'topic' && item.topic === '',
      icon: item.kind === 'direct' ? null : stream,
      isGroup: item.kind === 'direct' && item.people.length > 1,
      isMuted: item.isMuted,
      streamName: item.kind === 'topic' ? (stream?.name ?? null) : null,
      email: null,
    }
  })
}

function keyOf(accountId: string, narrow: Narrow): string {
  return `${accountId} ${narrowKey(narrow)}`
}

/** The commands whose title has every word of the query. */
export function matchingCommands(commands: readonly RunnableCommand[], query: NameQuery): Ranked[] {
  return commands.flatMap((command) => {
    const title = foldText(command.title)
    if (!query.matches(title)) return []
    return [{ entry: { kind: 'command', key: `command ${command.id}`, command }, rank: query.rank(title) }]
  })
}

/** How often an entry was chosen lately. */
export function weightOf(frequent: Pick<FrequentChoices, 'weight'>, entry: PaletteEntry): number {
  return entry.kind === 'command'
    ? frequent.weight(commandOwner, entry.command.id)
    : frequent.weight(entry.accountId, narrowKey(entry.narrow))
}

/**
 * The best entries in order: an exact name first; then what begins with the query before what contains it, unless the
 * latter is chosen often. Equals stay in the order in which they were given.
 */
export function inOrder(
  ranked: readonly Ranked[],
  frequent: Pick<FrequentChoices, 'weight'>,
  most: number,
): PaletteEntry[] {
  const valued = ranked.map(({ entry, rank }) => ({
    entry,
    value: rank === 0 ? -1 : rank - Math.min(1.4, 0.5 * Math.log2(1 + weightOf(frequent, entry))),
  }))
  return valued
    .sort((a, b) => a.value - b.value)
    .slice(0, most)
    .map(({ entry }) => entry)
}
