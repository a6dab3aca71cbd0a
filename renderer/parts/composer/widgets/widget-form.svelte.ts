import type { Failure } from '#contract/base/failures.ts'

/** A poll or a to-do list while it is written. */
export interface WrittenWidget<Entry> {
  /** The question or the title. */
  readonly title: string
  /** The options or the tasks. */
  readonly entries: readonly Entry[]
}

/** The reason why a form cannot be sent. */
export interface WidgetProblem {
  readonly failure: Failure
  /** The index of the entry with the problem; null for the title. */
  readonly at: number | null
}

/** The properties of a kind of widget. */
export interface WidgetKind<Entry extends object> {
  /** The smallest number of entries of an opened form. */
  readonly fewest: number
  readonly empty: Readonly<Entry>
  readonly isEmpty: (entry: Entry) => boolean
  /** Reads a text. The lines of a text that is no such widget become one. */
  readonly read: (content: string) => WrittenWidget<Entry>
  /** Returns the message of a widget (wire-protocol.md §2.4.5). */
  readonly write: (widget: WrittenWidget<Entry>) => string
  readonly problem: (widget: WrittenWidget<Entry>) => WidgetProblem | null
}

/** An entry with an identity that survives changes of other entries. */
export type FormEntry<Entry> = Entry & { readonly id: number }

/** A poll or a to-do list as a form. Each change becomes the text of the composer, so the form need not be stored. */
export class WidgetForm<Entry extends object> {
  readonly kind: WidgetKind<Entry>
  title = $state('')
  entries = $state<FormEntry<Entry>[]>([])
  problem = $state.raw<WidgetProblem | null>(null)
  readonly #onchange: (content: string) => void
  #nextId = 0

  /** @param content the text of the composer: a widget, or lines that become one with the first change */
  constructor(kind: WidgetKind<Entry>, content: string, onchange: (content: string) => void) {
    this.kind = kind
    this.#onchange = onchange
    // The server removes empty lines at the start of a message.
    const { title, entries } = kind.read(content.replace(/^\n+/, ''))
    this.title = title
    this.entries = entries.map((entry) => this.#entry(entry))
    while (this.entries.length < kind.fewest) this.entries.push(this.#entry(kind.empty))
  }

  /** Handles a change by the user. */
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

  /** Removes an entry, or empties the only one. @returns the id of the entry that takes its position */
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

  /** Returns whether the form can be sent. Otherwise, `problem` has the reason. */
  check(): boolean {
    this.problem = this.kind.problem(this)
    return this.problem === null
  }

  #entry(entry: Readonly<Entry>): FormEntry<Entry> {
    this.#nextId += 1
    return { ...entry, id: this.#nextId }
  }
}

/** The properties that every field of an entry has in common. */
export interface EntryPart {
  /** Whether the entry prevents sending the form. */
  readonly isWrong: boolean
  /** The id of the element that describes the problem. */
  readonly describedBy: string | undefined
  readonly oninput: () => void
  readonly onkeydown: (event: KeyboardEvent) => void
}

/** The properties of the fields of an entry. */
export interface EntryFields<Entry> {
  readonly entry: FormEntry<Entry>
  /** The position of the entry, from 1. */
  readonly number: number
  readonly part: EntryPart
}
