import type { ReadCore } from '../../core/read-core.ts'
import { intervalAt, intervalOf, union, type Interval } from '../../values/ranges.ts'
import type { MessageRow } from '../../store/message-row.ts'
import { beyondAll, type RowSource } from './row-source.ts'
import { keptOf, mostRows, type ReaderPosition } from './window-arithmetic.ts'

/** The number of rows that a step adds on one side. */
const rowsPerStep = 80
/** If more single rows than this changed, all rows are read. */
const mostSingleReads = 60

/** The number of rows of a newly placed window. */
export interface WindowSizes {
  readonly atEnd: number
  readonly before: number
  readonly after: number
}

/**
 * A part of a long list of messages around the reader. It grows on the side to which the reader scrolls, and loses
 * rows on the other side when it is too long, but never both in one update, so that the page can keep the read row at
 * its position. Rows are read once, then singly as they change; an unchanged row stays the same object.
 */
export class MessageWindow {
  readonly #core: ReadCore
  readonly #sizes: WindowSizes
  /** It is called when an update has delayed changes, so that another update is needed. */
  readonly #onDirty: () => void
  #source: RowSource
  /** All rows of the source from low to high, inclusive, belong to the window. */
  #low = 0
  #high = beyondAll
  #eye: ReaderPosition = 'high'
  #rows: MessageRow[] = []
  #stale: Set<number> | 'all' = 'all'
  #shown: ReadonlySet<number> = new Set()
  #isTrimDue = false
  #isEndShown = false
  /** The last ids of the two latest different updates, because the page may not have drawn the latest one yet. */
  #ends: readonly [number, number] = [beyondAll, beyondAll]

  constructor(core: ReadCore, source: RowSource, sizes: WindowSizes, onDirty: () => void) {
    this.#core = core
    this.#source = source
    this.#sizes = sizes
    this.#onDirty = onDirty
  }

  get source(): RowSource {
    return this.#source
  }

  get readerPosition(): ReaderPosition {
    return this.#eye
  }

  get low(): number {
    return this.#low
  }

  /** Returns whether the window follows new messages. */
  get isAtEnd(): boolean {
    return this.#high === beyondAll
  }

  /**
   * Returns whether the last update has reached the end. Rows up to the end may be delayed, and a page must not follow
   * an end that it has not reached. Once the end was reached this stays true, even if rows are delayed.
   */
  get isEndShown(): boolean {
    return this.isAtEnd && this.#isEndShown
  }

  /** Places the window around a message, or at the end if the anchor is null. */
  place(anchor: number | null): void {
    const { atEnd, before, after } = this.#sizes
    const older = this.#source.before(anchor ?? beyondAll, anchor === null ? atEnd : before)
    const newer = anchor === null ? undefined : this.#source.after(anchor - 1, after)
    this.#high = newer?.reached ?? beyondAll
    this.#rows = [...older.rows, ...(newer?.rows ?? [])]
    this.#low = Math.max(older.reached, this.#coveredFrom(this.#rows[0]?.id ?? anchor ?? 0))
    this.#rows = this.#rows.filter((row) => row.id >= this.#low)
    this.#stale = new Set()
    this.#isTrimDue = false
    this.#eye = anchor === null ? 'high' : { low: anchor, high: anchor }
  }

  /** Replaces the conversation by another one, which has its own rows in the same range of ids. */
  follow(source: RowSource): void {
    this.#source = source
    const older = source.before(beyondAll, this.#sizes.before)
    this.#low = Math.min(this.#low, older.rows[0]?.id ?? this.#low)
    this.#stale = 'all'
  }

  /**
   * Sets the visible messages. A reader who sees the last message continues with new ones: if they are more than the
   * window can contain, its end stays and its beginning is removed.
   */
  look(shown: Interval | null): void {
    if (shown === null) return
    const isAtLast = this.isAtEnd && this.#ends.some((end) => shown.high >= end)
    this.#eye = isAtLast ? 'high' : shown
  }

  /** Returns the start of the range that contains an id; the id itself if there is none. */
  #coveredFrom(id: number): number {
    return intervalAt(this.coverage(), id)?.low ?? id
  }

  /** Returns the ranges in which every message is stored. */
  coverage(): Interval[] {
    const { accountState, store } = this.#core
    return union(
      this.#source.containers.flatMap((container) =>
        store.ranges.of(container).map((row) => intervalOf(row, accountState.epoch, accountState.epochHighs)),
      ),
    )
  }

  /** Returns the ranges whose rows were fetched in the current epoch and kept fresh since. */
  fresh(): Interval[] {
    const { store } = this.#core
    return union(this.#source.containers.flatMap((container) => store.ranges.fresh(container)))
  }

  /**
   * Adds older rows from disk. Rows beyond a gap are added only if there are no others.
   * @returns whether there were any
   */
  growOlder(overHoles: boolean): boolean {
    const rows = this.rows()
    const bound = overHoles ? 0 : this.#coveredFrom(rows[0]?.id ?? this.#low)
    const page = this.#source.before(this.#low, rowsPerStep)
    const added = page.rows.filter((row) => row.id >= bound)
    const low = Math.min(this.#low, Math.max(page.reached, bound))
    const hasGrown = added.length > 0 || (overHoles && low < this.#low)
    this.#low = low
    this.#rows = [...added, ...rows]
    if (hasGrown) this.#eye = 'low'
    return hasGrown
  }

  /** Adds newer rows from disk, which may reach the end. */
  growNewer(): void {
    const rows = this.rows()
    const page = this.#source.after(this.#high, rowsPerStep)
    this.#high = page.reached
    this.#rows = [...rows, ...page.rows]
    this.#eye = 'high'
  }

  /** Records that all rows may have changed. */
  noteAll(): void {
    this.#stale = 'all'
  }

  /** Records that a row may be changed, new or removed. */
  note(id: number): void {
    if (this.#stale === 'all') return
    this.#stale.add(id)
    if (this.#stale.size > mostSingleReads) this.#stale = 'all'
  }

  /** Returns whether an id is within the window's bounds. */
  reaches(id: number): boolean {
    return this.#low <= id && id <= this.#high
  }

  /** Returns whether a message is among the rows as last read, or was at the last update. */
  shows(id: number): boolean {
    return this.#shown.has(id) || this.#rows.some((row) => row.id === id)
  }

  /** Returns the rows as currently stored. */
  rows(): readonly MessageRow[] {
    if (this.#stale === 'all') {
      const known = new Map(this.#rows.map((row) => [row.id, row]))
      this.#rows = this.#source.between(this.#low, this.#high).map((row) => same(known.get(row.id), row))
    } else if (this.#stale.size > 0) {
      const read = [...this.#stale].flatMap((id) => {
        const row = this.reaches(id) ? this.#core.store.messages.get(id) : undefined
        return row !== undefined && this.#source.has(row) ? [row] : []
      })
      this.#rows = merged(this.#rows, this.#stale, read)
    }
    this.#stale = new Set()
    return this.#rows
  }

  /** Returns the rows that stay when the window is cut to its maximal length. */
  kept(): readonly MessageRow[] {
    const rows = this.rows()
    const { start, end } = keptOf(
      rows.map((row) => row.id),
      this.#eye,
    )
    return rows.slice(start, end)
  }

  /**
   * Returns the rows of the next update. An update that adds rows is followed by one that removes others, which
   * delays rows that arrived meanwhile.
   */
  take(): readonly MessageRow[] {
    let rows = this.rows()
    if (this.#isTrimDue) {
      this.#isTrimDue = false
      rows = this.#trim(rows.filter((row) => this.#shown.has(row.id)))
    }
    this.#shown = new Set(rows.map((row) => row.id))
    const end = rows.at(-1)?.id ?? beyondAll
    if (end !== this.#ends[0]) this.#ends = [end, this.#ends[0]]
    const isHeldBack = this.#rows.length > rows.length
    this.#isEndShown = this.isAtEnd && (this.#isEndShown || rows.at(-1) === this.#rows.at(-1))
    if (rows.length > mostRows) this.#isTrimDue = true
    if (isHeldBack || this.#isTrimDue) this.#core.ports.clock.schedule(0, this.#onDirty)
    return rows
  }

  #trim(rows: readonly MessageRow[]): readonly MessageRow[] {
    const { start, end } = keptOf(
      rows.map((row) => row.id),
      this.#eye,
    )
    const first = rows[start]
    const last = rows[end - 1]
    if (start > 0 && first !== undefined) this.#low = first.id
    if (end < rows.length && last !== undefined) this.#high = last.id
    this.#rows = this.#rows.filter((row) => this.reaches(row.id))
    return rows.slice(start, end)
  }
}

/** Returns the known row if the new one is equal. */
function same(known: MessageRow | undefined, row: MessageRow): MessageRow {
  if (known === undefined) return row
  const keys = Object.keys(row) as (keyof MessageRow)[] // the keys are a row's columns
  return keys.every((key) => known[key] === row[key]) ? known : row
}

/** Merges rows with those of some ids that were read again. Other rows of these ids are removed. */
function merged(rows: readonly MessageRow[], ids: ReadonlySet<number>, read: readonly MessageRow[]): MessageRow[] {
  const known = new Map(rows.map((row) => [row.id, row]))
  for (const id of ids) if (!read.some((row) => row.id === id)) known.delete(id)
  const isNew = read.some((row) => !known.has(row.id))
  for (const row of read) known.set(row.id, same(known.get(row.id), row))
  const all = [...known.values()]
  return isNew ? all.sort((a, b) => a.id - b.id) : all
}
