import type { FoundPlace } from '../../preload/contract/calls/search.ts'
import type { NavigationItem } from '../../preload/contract/views/navigation.ts'
import type { StreamId } from '../../shared/ids.ts'
import { narrowKey } from '../app/places.ts'
import { narrowOfPlace } from './found-places.svelte.ts'
import type { NavigationGroup } from './navigation-groups.ts'

/** A row of the navigation below the views of the account. */
export type NavigationRow =
  | { readonly key: string; readonly kind: 'heading'; readonly group: NavigationGroup }
  | { readonly key: string; readonly kind: 'entry'; readonly item: NavigationItem }
  | { readonly key: 'found'; readonly kind: 'found_heading' }
  | { readonly key: string; readonly kind: 'found'; readonly place: FoundPlace }

/** The groups with their headings, and what was found beyond them, before or after. */
export function navigationRows(
  groups: readonly NavigationGroup[],
  found: readonly FoundPlace[],
  isFoundFirst: boolean,
): NavigationRow[] {
  const listed = groups.flatMap((group): NavigationRow[] => [
    { key: `group:${group.kind}`, kind: 'heading', group },
    ...group.items.map((item) => ({ key: item.key, kind: 'entry' as const, item })),
  ])
  const beyond: NavigationRow[] =
    found.length === 0
      ? []
      : [
          { key: 'found', kind: 'found_heading' },
          ...found.map((place) => ({
            key: `found:${narrowKey(narrowOfPlace(place))}`,
            kind: 'found' as const,
            place,
          })),
        ]
  return isFoundFirst ? [...beyond, ...listed] : [...listed, ...beyond]
}

/** The next row in a direction that can have the focus; -1 if there is none. */
export function nextFocusable(rows: readonly NavigationRow[], from: number, step: 1 | -1): number {
  for (let index = from + step; index >= 0 && index < rows.length; index += step) {
    const kind = rows[index]?.kind
    if (kind === 'entry' || kind === 'found') return index
  }
  return -1
}

/** The row of a stream; -1 if it is not listed. */
export function rowOfStream(rows: readonly NavigationRow[], streamId: StreamId): number {
  return rows.findIndex((row) => row.kind === 'entry' && row.item.kind === 'stream' && row.item.streamId === streamId)
}
