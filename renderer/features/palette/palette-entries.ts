import { inBothWords } from '#i18n/stream-word.ts'
import type { Narrow } from '#contract/base/values.ts'
import type { NavigationItem } from '#contract/navigation.ts'
import type { FoundGroup } from '#contract/people/groups.ts'
import type { PresenceState } from '#contract/people.ts'
import { foldName, type NameQuery, type NameRank } from '#shared/name-query.ts'
import { isNearName } from '#shared/near-match.ts'
import { narrowKey } from '../../state/routes/routes.ts'
import type { RunnableCommand } from '../../state/commands/command.ts'
import type { GroupId } from '#shared/ids.ts'
import { nameOf, narrowOf } from '../../parts/conversations/navigation-groups.ts'
import { nameOfNarrow, narrowOfFound, type FoundAim } from '../../parts/conversations/found-narrows.svelte.ts'
import type { FrequentChoices } from '../../state/frequent-choices.ts'
import type { PastedLink } from './pasted-links.ts'

/** The owner of choices of commands, which belong to no account. */
export const commandOwner = 'commands'

/** An entry of the palette: a conversation or a user group of an organization, a command, or a pasted address. */
export type PaletteEntry =
  | {
      readonly kind: 'narrow'
      readonly key: string
      readonly accountId: string
      readonly narrow: Narrow
      readonly name: string
      /** Whether the name is that of the empty topic. */
      readonly isNameless: boolean
      readonly icon: { readonly color: string; readonly isArchived: boolean; readonly isPrivate: boolean } | null
      readonly isGroup: boolean
      readonly isMuted: boolean
      /** The stream of a topic; null for others. */
      readonly streamName: string | null
      /** The e-mail address of a person whose name is ambiguous; null for others. */
      readonly email: string | null
      /** The presence of a person; null for other conversations and if it is unknown. */
      readonly presence: PresenceState | null
    }
  | ({ readonly kind: 'group'; readonly key: string; readonly accountId: string } & Pick<
      FoundGroup,
      'groupId' | 'name' | 'memberCount'
    >)
  | { readonly kind: 'command'; readonly key: string; readonly command: RunnableCommand }
  | ({ readonly kind: 'link'; readonly key: string } & PastedLink)

/** An entry and the rank of its match. */
export interface Ranked {
  readonly entry: PaletteEntry
  readonly rank: NameRank
}

type GroupEntry = Extract<PaletteEntry, { kind: 'group' }>
type NarrowEntry = Extract<PaletteEntry, { kind: 'narrow' }>

/** The properties of a conversation's entry that its caller supplies. */
type NarrowEntryParts = Pick<NarrowEntry, 'name' | 'icon' | 'isMuted' | 'streamName' | 'email' | 'presence'>

function narrowEntry(accountId: string, narrow: Narrow, parts: NarrowEntryParts): NarrowEntry {
  return {
    ...parts,
    kind: 'narrow',
    key: `${accountId} ${narrowKey(narrow)}`,
    accountId,
    narrow,
    isNameless: narrow.kind === 'topic' && narrow.topic === '',
    isGroup: narrow.kind === 'direct' && narrow.userIds.length > 1,
  }
}

/** Returns the entry of an object that was found in an account. */
export function entryOfFound(accountId: string, found: FoundAim): NarrowEntry | GroupEntry {
  if (found.kind === 'group') {
    const { groupId, name, memberCount } = found
    return { kind: 'group', key: `${accountId} ${groupKey(groupId)}`, accountId, groupId, name, memberCount }
  }
  return narrowEntry(accountId, narrowOfFound(found), {
    name: nameOfNarrow(found),
    icon: found.kind === 'direct' ? null : found,
    isMuted: found.isMuted,
    streamName: found.kind === 'topic' ? found.streamName : null,
    email: found.kind === 'direct' ? found.email : null,
    presence: found.kind === 'direct' ? found.presence : null,
  })
}

/** Returns the entries of the navigation, topics with their streams. */
export function entriesOfNavigation(accountId: string, items: readonly NavigationItem[]): NarrowEntry[] {
  let stream: Extract<NavigationItem, { kind: 'stream' }> | null = null
  return items.map((item): NarrowEntry => {
    if (item.kind === 'stream') stream = item
    return narrowEntry(accountId, narrowOf(item), {
      name: nameOf(item),
      icon: item.kind === 'direct' ? null : stream,
      isMuted: item.isMuted,
      streamName: item.kind === 'topic' ? (stream?.name ?? null) : null,
      email: null,
      presence: item.kind === 'direct' ? item.presence : null,
    })
  })
}

/** Returns the commands whose title has every word of the query; if there are none, those with similar words. */
export function matchingCommands(commands: readonly RunnableCommand[], query: NameQuery): Ranked[] {
  // A command about streams is found by both words for them, whichever the organization uses.
  const titled = commands.flatMap((command) =>
    inBothWords(() => command.title).map((title) => ({ command, title: foldName(title) })),
  )
  const found = onceEach(titled.filter(({ title }) => query.matches(title)))
  if (found.length > 0) return found.map(({ command, title }) => ranked(command, query.rank(title)))
  return onceEach(titled.filter(({ title }) => isNearName(query.words, title))).map(({ command }) => ranked(command, 3))
}

/** The first of the titles of each command. */
function onceEach<T extends { readonly command: RunnableCommand }>(titled: readonly T[]): readonly T[] {
  return titled.filter(({ command }, index) => titled.findIndex((other) => other.command === command) === index)
}

function ranked(command: RunnableCommand, rank: NameRank): Ranked {
  const { id, part } = command
  return { entry: { kind: 'command', key: `command ${part === undefined ? id : `${id} ${part}`}`, command }, rank }
}

/** Returns the key of a group's choices, which differs from those of conversations. */
export function groupKey(groupId: GroupId): string {
  return `group:${groupId}`
}

/** Returns the weight of an entry's recent choices. */
export function weightOf(frequent: Pick<FrequentChoices, 'weight'>, entry: PaletteEntry): number {
  switch (entry.kind) {
    case 'command':
      return frequent.weight(commandOwner, entry.command.id)
    case 'link':
      return 0
    case 'group':
      return frequent.weight(entry.accountId, groupKey(entry.groupId))
    case 'narrow':
      return frequent.weight(entry.accountId, narrowKey(entry.narrow))
  }
}

/**
 * Sorts entries and returns the best ones: an exact name first, then names that begin with the query, then names that
 * contain it; frequent choices rank higher. Equal entries keep their order.
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
