import type { NameQuery } from '../../values/folded-text.ts'
import type { StreamId } from '../../values/ids.ts'
import type { StreamRow } from '../directory.ts'
import type { EngineDatabase } from '../file/database.ts'
import { Best } from './best.ts'
import type { ChangedIds } from './changed-names.ts'
import { NamedRows } from './named-rows.ts'

type NamedStream = Pick<StreamRow, 'id' | 'name' | 'is_subscribed' | 'is_archived'>

/** The facts about streams that the file lacks, or does not contain yet. */
export interface StreamFacts {
  readonly muted: readonly StreamId[]
  readonly unread: readonly StreamId[]
}

/** Searches the streams by name. */
export class StreamFinder {
  readonly #rows: NamedRows<NamedStream>

  constructor(database: EngineDatabase) {
    this.#rows = new NamedRows(database, 'stream', ['id', 'name', 'is_subscribed', 'is_archived'])
  }

  /** Applies the changes to the names in memory. */
  applyChanges(changed: ChangedIds<StreamId>): void {
    this.#rows.applyChanges(changed)
  }

  /** Frees the memory of the names; the next query reads them again. */
  forget(): void {
    this.#rows.forget()
  }

  /** Prepares some names for `near`. @returns whether names are left */
  indexWords(most: number): boolean {
    return this.#rows.indexWords(most)
  }

  /** Returns the streams whose names contain a word. */
  withWord(word: string): ReadonlySet<StreamId> {
    const ids = new Set<StreamId>()
    for (const { row } of this.#rows.matching([word])) ids.add(row.id)
    return ids
  }

  /**
   * Returns the streams whose names contain every word. Equal names come first, then names that begin with the text;
   * in each group archived, unsubscribed or muted streams come last, unread ones and then shorter names first.
   */
  find(query: NameQuery, facts: StreamFacts, limit: number): StreamId[] {
    const [muted, unread] = [new Set(facts.muted), new Set(facts.unread)]
    const found = new Best<StreamId>(limit)
    for (const { row, name } of this.#rows.matching(query.words)) {
      found.offer(row.id, query.rank(name), () => {
        const isUnread = row.is_subscribed === 1 && unread.has(row.id)
        return [unlikeliness(row, muted.has(row.id)), isUnread ? 0 : 1, name.length, row.id]
      })
    }
    return found.items
  }

  /** Returns the streams whose names nearly contain every word, in the same order. */
  near(words: NameQuery['words'], facts: StreamFacts, limit: number): StreamId[] {
    const muted = new Set(facts.muted)
    const rows = this.#rows.near(words, limit)
    const order = (row: NamedStream) => unlikeliness(row, muted.has(row.id))
    return rows.sort((a, b) => order(a) - order(b) || a.id - b.id).map(({ id }) => id)
  }
}

/** Returns a number that is higher the less likely a stream, or a topic in it, is the target. */
export function unlikeliness(
  { is_archived, is_subscribed }: Pick<StreamRow, 'is_archived' | 'is_subscribed'>,
  isMuted: boolean,
): number {
  return (is_archived === 1 ? 4 : 0) + (is_subscribed === 1 ? 0 : 2) + (isMuted ? 1 : 0)
}
