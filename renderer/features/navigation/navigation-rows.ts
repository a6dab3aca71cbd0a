import type { NavigationItem } from '#contract/navigation.ts'
import type { FoundNarrow } from '#contract/search.ts'
import type { StreamId } from '#shared/ids.ts'
import { narrowKey } from '../../state/routes/routes.ts'
import { narrowOfFound } from '../../parts/conversations/found-narrows.svelte.ts'
import type { MoreTopicsState } from './topics/more-topics.svelte.ts'
import { narrowOf, type NavigationGroup } from '../../parts/conversations/navigation-groups.ts'

type StreamEntry = Extract<NavigationItem, { kind: 'stream' }>

/** A row of the navigation below the views of the account. */
export type NavigationRow =
  | { readonly key: string; readonly kind: 'heading'; readonly group: NavigationGroup }
  | { readonly key: string; readonly kind: 'entry'; readonly item: NavigationItem }
  | { readonly key: string; readonly kind: 'more'; readonly stream: StreamEntry; readonly state: MoreTopicsState }
  | { readonly key: 'found'; readonly kind: 'found_heading' }
  | { readonly key: string; readonly kind: 'found'; readonly found: FoundNarrow }

/**
 * Returns the groups with their headings, and the found conversations before or after them.
 * @param moreOf returns the state of the row after a stream's topics; null for no row
 */
export function navigationRows(
  groups: readonly NavigationGroup[],
  found: readonly FoundNarrow[],
  isFoundFirst: boolean,
  moreOf: (stream: StreamEntry) => MoreTopicsState | null = () => null,
): NavigationRow[] {
  const listed = groups.flatMap((group): NavigationRow[] => [
    { key: `group:${group.kind}`, kind: 'heading', group },
    ...(group.isFolded ? group.items.map(entry) : withMore(group.items, moreOf)),
  ])
  const beyond: NavigationRow[] =
    found.length === 0
      ? []
      : [
          { key: 'found', kind: 'found_heading' },
          ...found.map((found) => ({
            key: `found:${narrowKey(narrowOfFound(found))}`,
            kind: 'found' as const,
            found,
          })),
        ]
  return isFoundFirst ? [...beyond, ...listed] : [...listed, ...beyond]
}

/** The rows by item: an unchanged item has the same row, so that its component has nothing to update. */
const entries = new WeakMap<NavigationItem, NavigationRow>()

function entry(item: NavigationItem): NavigationRow {
  const known = entries.get(item)
  if (known !== undefined) return known
  const row: NavigationRow = { key: item.key, kind: 'entry', item }
  entries.set(item, row)
  return row
}

function withMore(items: readonly NavigationItem[], moreOf: (stream: StreamEntry) => MoreTopicsState | null) {
  const rows: NavigationRow[] = []
  let stream: StreamEntry | null = null
  const end = () => {
    const state = stream === null ? null : moreOf(stream)
    if (stream !== null && state !== null) rows.push({ key: `more:${stream.streamId}`, kind: 'more', stream, state })
  }
  for (const item of items) {
    if (item.kind === 'stream') {
      end()
      stream = item
    }
    rows.push(entry(item))
  }
  end()
  return rows
}

/** Returns the index of the next focusable row in a direction; -1 if there is none. */
export function nextFocusable(rows: readonly NavigationRow[], from: number, step: 1 | -1): number {
  for (let index = from + step; index >= 0 && index < rows.length; index += step) {
    const kind = rows[index]?.kind
    if (kind === 'entry' || kind === 'found' || kind === 'more') return index
  }
  return -1
}

/** Returns the key of a row's conversation, the same for listed and found ones; null if the row has none. */
export function conversationKey(row: NavigationRow): string | null {
  if (row.kind === 'entry') return narrowKey(narrowOf(row.item))
  return row.kind === 'found' ? narrowKey(narrowOfFound(row.found)) : null
}

/** Returns the index of a stream's row; -1 if it is not listed. */
export function rowOfStream(rows: readonly NavigationRow[], streamId: StreamId): number {
  return rows.findIndex((row) => row.kind === 'entry' && row.item.kind === 'stream' && row.item.streamId === streamId)
}
