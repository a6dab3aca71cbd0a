import type { Core } from '../core.ts'
import { intervalAt, intervalOf, union, type Interval } from '../values/ranges.ts'
import type { MessageRow } from '../store/messages.ts'
import { beyondAll, type RowSource } from './row-source.ts'
import { keptOf, mostRows, type Eye } from './window-arithmetic.ts'

/** Rows that a step on one side adds. */
const rowsPerStep = 80
/** More single rows than this are read all at once. */
const mostSingleReads = 60

/** How many rows a window holds when it is put somewhere. */
export interface WindowSizes {
  readonly atEnd: number
  readonly before: number
  readonly after: number
}

/**
 * A part of a long list of messages, around where the reader is. It grows on the side that the reader goes to, and
 * loses rows on the other one when it has become too long: never both in what is shown next, so that a page can keep
 * in place what is under the eye. Rows are read once, then one by one as they change; one that did not is the same
 * object as before.
 */
export class MessageWindow {
  readonly #core: Core
  readonly #sizes: WindowSizes
  /** What was held back from this update needs another one. */
  readonly #onDirty: () => void
  #source: RowSource
  /** All rows of the source from low to high are the window's, both included. */
  #low = 0
  #high = beyondAll
  #eye: Eye = 'high'
  #rows: MessageRow[] = []
  #stale: Set<number> | 'all' = 'all'
  #shown: ReadonlySet<number> = new Set()
  #isTrimDue = false
  #isEndShown = false

  constructor(core: Core, source: RowSource, sizes: WindowSizes, onDirty: () => void) {
    this.#core = core
    this.#source = source
    this.#sizes = sizes
    this.#onDirty = onDirty
  }

  get source(): RowSource {
    return this.#source
  }

  get eye(): Eye {
    return this.#eye
  }

  get low(): number {
    return this.#low
  }

  /** Whether it follows new messages. */
  get isAtEnd(): boolean {
    return this.#high === beyondAll
  }

  /**
   * Whether the last update has led to the end. Rows up to it may have been held back; then a page would follow an end
   * that it has not reached yet. Who has reached it stays there, whatever is held back.
   */
  get isEndShown(): boolean {
    return this.isAtEnd && this.#isEndShown
  }

  /** Puts the window around a message, or at the end. */
  place(anchor: number | null): void {
    const { atEnd, before, after } = this.#sizes
    const older = this.#source.before(anchor ?? beyondAll, anchor === null ? atEnd : before)
    const newer = anchor === null ? undefined : this.#source.after(anchor - 1, after)
    this.#high = newer?.reached ?? beyondAll
    this.#rows = [...older.rows, ...(newer?.rows ?? [])]
    this.#low = Math.max(older.reached, this.#claimedFrom(this.#rows[0]?.id ?? anchor ?? 0))
    this.#rows = this.#rows.filter((row) => row.id >= this.#low)
    this.#stale = new Set()
    this.#isTrimDue = false
    this.#eye = anchor === null ? 'high' : { low: anchor, high: anchor }
  }

  /** The conversation is another one now, with rows of its own in the same part of the list. */
  follow(source: RowSource): void {
    this.#source = source
    const older = source.before(beyondAll, this.#sizes.before)
    this.#low = Math.min(this.#low, older.rows[0]?.id ?? this.#low)
    this.#stale = 'all'
  }

  /** The reader sees these messages. */
  look(shown: Interval | null): void {
    if (shown !== null) this.#eye = shown
  }

  /** Where what is complete begins that an id lies in; the id where nothing is known of it. */
  #claimedFrom(id: number): number {
    return intervalAt(this.claims(), id)?.low ?? id
  }

  /** Where every message is stored. */
  claims(): Interval[] {
    const { world, store } = this.#core
    return union(
      this.#source.containers.flatMap((container) =>
        store.ranges.of(container).map((row) => intervalOf(row, world.epoch, world.epochHighs)),
      ),
    )
  }

  /** Where what is stored was fetched in the present epoch, and is kept right since. */
  fresh(): Interval[] {
    const { store } = this.#core
    return union(this.#source.containers.flatMap((container) => store.ranges.fresh(container)))
  }

  /**
   * Adds rows from the disk on the older side; whether there were any. What lies behind a hole is added only where that
   * is all that can be had.
   */
  growOlder(overHoles: boolean): boolean {
    const rows = this.rows()
    const bound = overHoles ? 0 : this.#claimedFrom(rows[0]?.id ?? this.#low)
    const page = this.#source.before(this.#low, rowsPerStep)
    const added = page.rows.filter((row) => row.id >= bound)
    const low = Math.min(this.#low, Math.max(page.reached, bound))
    const hasGrown = added.length > 0 || (overHoles && low < this.#low)
    this.#low = low
    this.#rows = [...added, ...rows]
    if (hasGrown) this.#eye = 'low'
    return hasGrown
  }

  /** The same on the newer side, where the end may be reached. */
  growNewer(): void {
    const rows = this.rows()
    const page = this.#source.after(this.#high, rowsPerStep)
    this.#high = page.reached
    this.#rows = [...rows, ...page.rows]
    this.#eye = 'high'
  }

  /** Everything may be other than before. */
  noteAll(): void {
    this.#stale = 'all'
  }

  /** A row may be other than before, new or gone. */
  note(id: number): void {
    if (this.#stale === 'all') return
    this.#stale.add(id)
    if (this.#stale.size > mostSingleReads) this.#stale = 'all'
  }

  /** Whether an id lies between the window's bounds. */
  reaches(id: number): boolean {
    return this.#low <= id && id <= this.#high
  }

  /** Whether a message is among the rows, as they were read last, or was when the last update left. */
  shows(id: number): boolean {
    return this.#shown.has(id) || this.#rows.some((row) => row.id === id)
  }

  /** The rows as they are stored now. */
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

  /** Of the rows those that stay when the window is as long as it may be. */
  kept(): readonly MessageRow[] {
    const rows = this.rows()
    const { start, end } = keptOf(
      rows.map((row) => row.id),
      this.#eye,
    )
    return rows.slice(start, end)
  }

  /**
   * The rows of the next update. One that has added rows is followed by one that takes others away, and that holds back
   * what came meanwhile.
   */
  take(): readonly MessageRow[] {
    let rows = this.rows()
    if (this.#isTrimDue) {
      this.#isTrimDue = false
      rows = this.#trim(rows.filter((row) => this.#shown.has(row.id)))
    }
    this.#shown = new Set(rows.map((row) => row.id))
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

/** The known row where the other says the same. */
function same(known: MessageRow | undefined, row: MessageRow): MessageRow {
  if (known === undefined) return row
  const keys = Object.keys(row) as (keyof MessageRow)[] // a row's columns
  return keys.every((key) => known[key] === row[key]) ? known : row
}

/** Rows, of which those with some ids were read anew: others of these ids are gone. */
function merged(rows: readonly MessageRow[], ids: ReadonlySet<number>, read: readonly MessageRow[]): MessageRow[] {
  const known = new Map(rows.map((row) => [row.id, row]))
  for (const id of ids) if (!read.some((row) => row.id === id)) known.delete(id)
  const isNew = read.some((row) => !known.has(row.id))
  for (const row of read) known.set(row.id, same(known.get(row.id), row))
  const all = [...known.values()]
  return isNew ? all.sort((a, b) => a.id - b.id) : all
}
