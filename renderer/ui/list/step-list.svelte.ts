import { tick } from 'svelte'
import { keepFocus } from '../focus.ts'
import type { ListScroll, KeptPosition } from './list-scroll.ts'
import { whenIdle } from '../after-frame.ts'

/** A list that is never virtual, drawn in steps. The buttons that open its rows (`ListRow`) take the focus. */
export class StepList<T extends { readonly key: string }> {
  readonly #scroll: ListScroll
  readonly #items: () => readonly T[]
  readonly #before: (() => void) | undefined
  readonly #drawn: DrawnInSteps
  #element: HTMLElement | null = null

  /** @param before focuses what precedes the list, which takes the focus above the first row and without rows */
  constructor(scroll: ListScroll, items: () => readonly T[], before?: () => void) {
    this.#scroll = scroll
    this.#items = items
    this.#before = before
    this.#drawn = new DrawnInSteps(scroll.wanted)
  }

  get items(): readonly T[] {
    return this.#items()
  }

  /** The rows to draw. */
  get drawn(): readonly T[] {
    return this.#drawn.of(this.items)
  }

  /** Draws further rows while some are missing; the body of an effect. */
  follow(): void {
    this.#drawn.follow(this.items.length)
  }

  /** Attaches the drawn list and restores its position. @returns a function that detaches it */
  attach(element: HTMLElement): () => void {
    this.#element = element
    const detach = this.#scroll.attach(element)
    return () => {
      if (this.#element === element) this.#element = null
      detach()
    }
  }

  /** The buttons that open the rows, in the order of the rows. A row that is being edited has none. */
  get buttons(): HTMLElement[] {
    return [...(this.#element?.querySelectorAll<HTMLElement>('.open-row') ?? [])]
  }

  /** Moves the focus from a row to the next one in a direction. */
  walk(index: number, step: 1 | -1): void {
    if (index + step < 0) this.#before?.()
    else this.buttons[index + step]?.focus()
  }

  /** Focuses the row at an index, or the last one if there are fewer, after the page has changed. */
  async focusRow(index: number): Promise<void> {
    await tick()
    this.#focusAt(index)
  }

  /** Keeps the focus in the list when the focused row is removed: the row at its index takes it. */
  keepFocusAt(index: number): void {
    keepFocus(() => {
      this.#focusAt(index)
    })
  }

  #focusAt(index: number): void {
    const { buttons } = this
    const button = buttons[Math.min(index, buttons.length - 1)]
    if (button === undefined) this.#before?.()
    else button.focus()
  }
}

/** The number of rows per step: more than a window shows. */
const step = 80

/**
 * The drawn part of a list that is not virtual. At first it has the rows down to the reader's position and those in
 * view; further rows follow while the page is idle. A thousand rows would delay the first frame.
 */
export class DrawnInSteps {
  #most = $state(0)
  readonly #soon: (task: () => void) => void

  /** @param position the reader's position, which `ListScroll` restores */
  constructor(position: KeptPosition | null, soon: (task: () => void) => void = whenIdle) {
    this.#most = step + (position?.index ?? 0)
    this.#soon = soon
  }

  /** Returns the rows to draw. */
  of<T>(items: readonly T[]): readonly T[] {
    return items.length <= this.#most ? items : items.slice(0, this.#most)
  }

  /** Draws further rows while some are missing; the body of an effect. */
  follow(count: number): void {
    const most = this.#most
    if (most >= count) return
    this.#soon(() => {
      this.#most = Math.max(this.#most, most + step)
    })
  }
}
