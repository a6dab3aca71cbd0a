import type { LinkifierItem } from '#contract/organization/organization-lists.ts'
import { orderedBy } from '#shared/ordered-by.ts'
import type { ListChanges } from './list-changes.svelte.ts'

/** The order of the linkifiers, which is changed by dragging or by keys. */
export class LinkifierOrder {
  readonly #changes: Pick<ListChanges, 'make'>
  /** The order while a linkifier is dragged, or until the server has it; empty otherwise. */
  #wanted = $state.raw<readonly string[]>([])
  /** The linkifier that is being dragged; null if none is. */
  dragged = $state.raw<LinkifierItem | null>(null)

  constructor(changes: Pick<ListChanges, 'make'>) {
    this.#changes = changes
  }

  /** Returns the linkifiers in the order that is shown. */
  shown(items: readonly LinkifierItem[]): readonly LinkifierItem[] {
    return orderedBy(
      items.map((item) => ({ id: item.key, item })),
      this.#wanted,
    ).map(({ item }) => item)
  }

  /** Moves the dragged linkifier to the position of another one. @param shown the linkifiers as they are shown */
  over(shown: readonly LinkifierItem[], { key }: LinkifierItem): void {
    const keys = shown.map((item) => item.key)
    const [from, to] = [keys.indexOf(this.dragged?.key ?? ''), keys.indexOf(key)]
    if (from >= 0 && to >= 0 && from !== to) this.#wanted = keys.toSpliced(from, 1).toSpliced(to, 0, keys[from] ?? '')
  }

  /** Stores the order after the linkifier was dropped in the list. */
  async drop(shown: readonly LinkifierItem[]): Promise<void> {
    const { dragged } = this
    if (dragged === null) return
    this.dragged = null
    await this.#store(
      dragged,
      shown.findIndex(({ key }) => key === dragged.key),
    )
  }

  /** Ends the dragging outside the list: the linkifier returns to its position. */
  cancel(): void {
    if (this.dragged === null) return
    this.dragged = null
    this.#wanted = []
  }

  /** Moves a linkifier by one position. @returns its new index; null if it is at the end already or was not moved */
  async move(shown: readonly LinkifierItem[], item: LinkifierItem, step: 1 | -1): Promise<number | null> {
    const keys = shown.map(({ key }) => key)
    const from = keys.indexOf(item.key)
    if (from < 0 || keys[from + step] === undefined) return null
    this.#wanted = keys.toSpliced(from, 1).toSpliced(from + step, 0, item.key)
    return (await this.#store(item, from + step)) ? from + step : null
  }

  async #store({ linkifierId }: LinkifierItem, to: number): Promise<boolean> {
    const wanted = this.#wanted
    const isDone = await this.#changes.make({ kind: 'move_linkifier', linkifierId, to })
    if (this.#wanted === wanted) this.#wanted = []
    return isDone
  }
}
