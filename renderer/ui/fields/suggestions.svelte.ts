import type { Failure, Result } from '#contract/values.ts'

/** Something by which a typed text can be completed. */
export interface Suggestion {
  readonly key: string
  readonly label: string
}

interface Ports<Item extends Suggestion> {
  readonly find: (text: string) => Promise<Result<readonly Item[]>>
  /** The best one is marked as soon as something is typed: the text alone is no value. */
  readonly marksBest: boolean
}

/** A field with the list of what its text can be completed to. The list is that of the newest text that was answered. */
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

  /** -1 if none is marked. */
  get markedIndex(): number {
    const index = this.items.findIndex(({ key }) => key === this.#markedKey)
    return index < 0 && this.#ports.marksBest && this.items.length > 0 ? 0 : index
  }

  /** Whether one is marked, or will be as soon as what was typed is answered. */
  get hasChoice(): boolean {
    return this.isOpen && (this.markedIndex >= 0 || (this.#ports.marksBest && this.#isLooking))
  }

  /** Shows what a text can be completed to. */
  open(text: string): void {
    this.isOpen = true
    this.#markedKey = null
    this.#search = this.#run(text)
  }

  /** @returns whether there was a list */
  close(): boolean {
    const wasShown = this.isOpen && this.items.length > 0
    this.isOpen = false
    this.items = []
    this.#markedKey = null
    this.#round += 1
    this.#isLooking = false
    return wasShown
  }

  /** Marks another one, around the ends. @returns whether there is one */
  move(step: 1 | -1): boolean {
    if (!this.isOpen || this.items.length === 0) return false
    const { length } = this.items
    const from = this.markedIndex < 0 && step === -1 ? 0 : this.markedIndex
    this.#markedKey = this.items[(from + step + length) % length]?.key ?? null
    return true
  }

  /** The marked one, also if what was typed is still being looked for. */
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
