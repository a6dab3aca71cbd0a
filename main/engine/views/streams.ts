import type { StreamItem, StreamsMeta } from '#contract/streams.ts'
import type { QueryOf } from '#contract/views.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { NameQuery, foldName } from '#shared/name-query.ts'
import type { Change } from '../state/changes.ts'
import { privacyOf } from '../state/directory/directory.ts'
import { joinRefusal } from '../state/permissions/permissions.ts'
import type { ReadCore } from '../core/read-core.ts'
import type { StreamRow } from '../store/directory.ts'
import { streamCreation } from '../streams/creating.ts'
import { countedSubscribers, type SubscriberCounts } from '../streams/subscriber-counts.ts'
import type { PreferencesProjection } from '../projections/preferences.ts'
import type { StreamOrder } from '../projections/conversation-lists.ts'
import type { View } from './view.ts'

const perStep = clientLimits.listStep.most
const longest = clientLimits.streamLine.most

/** The parts of the engine that the view needs. */
export interface StreamsParts {
  readonly core: ReadCore
  readonly preferences: PreferencesProjection
  readonly order: StreamOrder
  readonly counts: SubscriberCounts
  readonly onDirty: () => void
}

/** The view of the organization's streams that pass a filter and a search. */
export class StreamsView implements View<'streams'> {
  readonly #parts: StreamsParts
  readonly #filter: QueryOf<'streams'>['filter']
  readonly #query: NameQuery
  #shown = perStep

  constructor(parts: StreamsParts, { filter, text }: Pick<QueryOf<'streams'>, 'filter' | 'text'>) {
    this.#parts = parts
    this.#filter = filter
    this.#query = new NameQuery(text, clientLimits.nameWords.most)
  }

  isAffected(change: Change): boolean {
    switch (change.kind) {
      case 'streams':
      case 'people':
      case 'organization':
      case 'preferences':
      case 'outbox':
        return true
      case 'part':
        return change.part === countedSubscribers
      default:
        return false
    }
  }

  compute(): { items: StreamItem[]; meta: StreamsMeta } {
    const { core } = this.#parts
    const found = this.#found()
    const judge = core.accountState.judge(core.ports.clock.now())
    const items = found.slice(0, this.#shown).map((stream): StreamItem => {
      const refusal = joinRefusal(stream, judge)
      return {
        key: `stream:${stream.id}`,
        kind: 'listed_stream',
        streamId: stream.id,
        name: stream.name,
        description: oneLine(stream.description, longest),
        color: stream.color,
        privacy: privacyOf(stream),
        isArchived: stream.is_archived === 1,
        isSubscribed: stream.is_subscribed === 1,
        isMuted: stream.is_subscribed === 1 && stream.is_muted === 1,
        isPinned: stream.is_subscribed === 1 && stream.is_pinned === 1,
        subscribers: this.#parts.counts.of(stream.id),
        weeklyTraffic: stream.weekly_traffic,
        canJoin: stream.is_subscribed === 0 && refusal === null,
      }
    })
    const meta = {
      total: core.accountState.streams.size,
      found: found.length,
      hasMore: found.length > this.#shown,
      creation: streamCreation(core),
    }
    return { items, meta }
  }

  /**
   * Returns the matching streams. Matches of names precede those of descriptions: equal names first, then names that
   * begin with the text, then names that contain it. Archived streams come last.
   */
  #found(): readonly StreamRow[] {
    const groups: StreamRow[][] = [[], [], [], [], []]
    for (const id of this.#parts.order.inOrder()) {
      const stream = this.#parts.preferences.stream(id)
      if (stream === undefined || !this.#passes(stream)) continue
      const rank = this.#rank(stream)
      if (rank !== null) groups[stream.is_archived === 1 ? 4 : rank]?.push(stream)
    }
    return groups.flat()
  }

  #passes(stream: StreamRow): boolean {
    return this.#filter === 'all' || (this.#filter === 'joined') === (stream.is_subscribed === 1)
  }

  #rank(stream: StreamRow): number | null {
    if (this.#query.isEmpty) return 0
    // The row with the pending choices is a new object each time, while the folded texts of the stored row are
    // cached.
    const stored = this.#parts.core.accountState.streams.get(stream.id) ?? stream
    const name = foldedName(stored)
    if (this.#query.matches(name)) return this.#query.rank(name)
    return this.#query.matches(foldedDescription(stored)) ? 3 : null
  }

  /** Shows more streams. */
  more(): void {
    this.#shown += perStep
    this.#parts.onDirty()
  }
}

/** Returns a description as one line, truncated at a whole character. @param longest the limit in UTF-16 units */
export function oneLine(description: string, longest: number): string {
  const line = description.replaceAll(/\s+/g, ' ').trim()
  return line.length <= longest ? line : `${line.slice(0, longest).replace(/[\ud800-\udbff]$/, '')}…`
}

/** Caches of folded names and descriptions, which live as long as the rows. */
const names = new WeakMap<object, string>()
const descriptions = new WeakMap<object, string>()

/** The name of a stream, a person or a user group in the form that `NameQuery` compares. */
function foldedName(row: { readonly name: string }): string {
  return folded(names, row, row.name)
}

/** A stream's name and description in the form that `NameQuery` compares. */
function foldedDescription(stream: StreamRow): string {
  return folded(descriptions, stream, `${stream.name}\n${stream.description}`)
}

function folded(kept: WeakMap<object, string>, row: object, text: string): string {
  const known = kept.get(row)
  if (known !== undefined) return known
  const made = foldName(text)
  kept.set(row, made)
  return made
}
