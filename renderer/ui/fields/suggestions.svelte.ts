import type { Failure, Result } from '#contract/base/failures.ts'

/** A completion of a typed text. */
export interface Suggestion {
  readonly key: string
  readonly label: string
}

interface Ports<Item extends Suggestion> {
  readonly find: (text: string) => Promise<Result<readonly Item[]>>
  /** Whether the best suggestion is marked after each input, for fields whose text alone is no value. */
  readonly marksBest: boolean
}

/** The suggestions of a field: those of the latest text with an answer. */
export class Suggestions<Item extends Suggestion> {
  readonly #ports: Ports<Item>
  items = $state.raw<readonly Item[]>([])
  isOpen = $state.raw(false)
  failure = $state.raw<Failure | null>(null)
  #markedKey = $state.raw<string | null>(null)
  #round = 0
  #isLooking = false
  #search: Promise<void> = Promise.resolve()

  constructor(ports: Ports<Item>) {
    this.#ports = ports
  }

  /** The index of the marked suggestion; -1 if none is marked. */
  get markedIndex(): number {
    const index = this.items.findIndex(({ key }) => key === this.#markedKey)
    return index < 0 && this.#ports.marksBest && this.items.length > 0 ? 0 : index
  }

  /** Whether a suggestion is marked, or will be once the current text has an answer. */
  get hasChoice(): boolean {
    return this.isOpen && (this.markedIndex >= 0 || (this.#ports.marksBest && this.#isLooking))
  }

  /** Opens the list with the suggestions for a text. */
  open(text: string): void {
    this.isOpen = true
    this.#markedKey = null
    this.#search = this.#run(text)
  }

  /** Closes the list. @returns whether it was visible */
  close(): boolean {
    const wasShown = this.isOpen && this.items.length > 0
    this.isOpen = false
    this.items = []
    this.#markedKey = null
    this.#round += 1
    this.#isLooking = false
    return wasShown
  }

  /** Marks the next suggestion in a direction, cyclically. @returns whether there is one */
  move(step: 1 | -1): boolean {
    if (!this.isOpen || this.items.length === 0) return false
    const { length } = this.items
    const from = this.markedIndex < 0 && step === -1 ? 0 : this.markedIndex
    this.#markedKey = this.items[(from + step + length) % length]?.key ?? null
    return true
  }

  /** Returns the marked suggestion, after the answer to the current text; null if there is none. */
  async chosen(): Promise<Item | null> {
    if (!this.isOpen) return null
    await this.#search
    return this.items[this.markedIndex] ?? null
  }

  async #run(text: string): Promise<void> {
    const round = (this.#round += 1)
    this.#isLooking = true
    const result = await this.#ports.find(text)
    if (round !== this.#round) return
    this.#isLooking = false
    this.items = result.ok ? result.value : []
    this.failure = result.ok ? null : result.error
  }
}
