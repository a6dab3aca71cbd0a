import type { Failure } from '#contract/values.ts'

/** A poll or a to-do list as it is written. */
export interface WrittenWidget<Entry> {
  /** The question, or the title. */
  readonly title: string
  /** The options, or the tasks. */
  readonly entries: readonly Entry[]
}

/** Why a form cannot be sent. */
export interface WidgetProblem {
  readonly failure: Failure
  /** The index of the entry that it is about; null: the title. */
  readonly at: number | null
}

/** What a form is of. */
export interface WidgetKind<Entry extends object> {
  /** How many entries an opened form has at least. */
  readonly fewest: number
  readonly empty: Readonly<Entry>
  readonly isEmpty: (entry: Entry) => boolean
  /** Reads a text; the lines of one that is no such widget become one. */
  readonly read: (content: string) => WrittenWidget<Entry>
  /** The message of a widget (wire-protocol.md §2.4.5). */
  readonly write: (widget: WrittenWidget<Entry>) => string
  readonly problem: (widget: WrittenWidget<Entry>) => WidgetProblem | null
}

/** An entry with an identity that outlives the changes of others. */
export type FormEntry<Entry> = Entry & { readonly id: number }

/** A poll or a list as a form. What it holds is the text of the composer at any time: nothing else has to be kept. */
export class WidgetForm<Entry extends object> {
  readonly kind: WidgetKind<Entry>
  title = $state('')
  entries = $state<FormEntry<Entry>[]>([])
  problem = $state.raw<WidgetProblem | null>(null)
  readonly #onchange: (content: string) => void
  #nextId = 0

  /** @param content what the composer holds: a widget, or lines that become one with the first change */
  constructor(kind: WidgetKind<Entry>, content: string, onchange: (content: string) => void) {
    this.kind = kind
    this.#onchange = onchange
    // The service leaves out empty lines at the start of a message.
    const { title, entries } = kind.read(content.replace(/^\n+/, ''))
    this.title = title
    this.entries = entries.map((entry) => this.#entry(entry))
    while (this.entries.length < kind.fewest) this.entries.push(this.#entry(kind.empty))
  }

  /** The user changed something. */
  changed(): void {
    this.problem = null
    this.#onchange(this.kind.write(this))
  }

  /** Adds an entry below another. @returns its id */
  addBelow(index: number): number {
    const entry = this.#entry(this.kind.empty)
    this.entries.splice(index + 1, 0, entry)
    this.problem = null
    return entry.id
  }

  /** Removes an entry; the last one is only emptied. @returns the id of the one that is in its place then */
  remove(index: number): number | null {
    const only = this.entries.length === 1 ? this.entries[0] : undefined
    if (only === undefined) this.entries.splice(index, 1)
    else Object.assign(only, this.kind.empty)
    this.changed()
    return this.entries[Math.min(index, this.entries.length - 1)]?.id ?? null
  }

  move(index: number, step: 1 | -1): void {
    const [entry, other] = [this.entries[index], this.entries[index + step]]
    if (entry === undefined || other === undefined) return
    this.entries[index] = other
    this.entries[index + step] = entry
    this.changed()
  }

  /** Whether it can be sent; else `problem` says why not. */
  check(): boolean {
    this.problem = this.kind.problem(this)
    return this.problem === null
  }

  #entry(entry: Readonly<Entry>): FormEntry<Entry> {
    this.#nextId += 1
    return { ...entry, id: this.#nextId }
  }
}
