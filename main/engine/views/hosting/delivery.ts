import type { MessageItem } from '#contract/messages.ts'
import type { ViewItem } from '#contract/views.ts'
import type { Interval } from '../../values/ranges.ts'
import type { Snapshot } from './diff.ts'

/** The budget of a batch in characters of JSON. The first message is always included. */
export class BatchBudget {
  readonly #most: number
  #spent = 0

  constructor(most: number) {
    this.#most = most
  }

  take(characters: number): boolean {
    if (this.#spent > 0 && this.#spent + characters > this.#most) return false
    this.#spent += characters
    return true
  }
}

/** The page's content after a batch, and whether it is complete. */
export interface Delivery {
  readonly page: Snapshot
  readonly isWhole: boolean
}

/**
 * Computes the page's next content within the budget, messages nearest the reader first. The list is complete and
 * ordered from the beginning, with everything small. A message beyond the budget keeps the page's version; one that
 * the page lacks is sent without its body, which follows.
 * @param shown the page's content; null if it is unknown
 * @param near the index of the item where the reader is
 */
export function delivered(wanted: Snapshot, shown: Snapshot | null, near: number, budget: BatchBudget): Delivery {
  const positions = new Map(shown?.items.map((item, index) => [item.key, index]))
  const items = [...wanted.items]
  const texts = [...wanted.texts]
  let isWhole = true
  for (const index of outwards(items.length, near)) {
    const item = items[index]
    const text = texts[index] ?? ''
    if (item?.kind !== 'message') continue
    const position = positions.get(item.key) ?? -1
    if (shown?.texts[position] === text || budget.take(text.length)) continue
    isWhole = false
    const before = shown?.items[position]
    const isKept = before?.kind === 'message' && before.html !== null
    const instead = isKept ? before : withoutBody(item)
    items[index] = instead
    texts[index] = isKept ? (shown?.texts[position] ?? '') : JSON.stringify(instead)
  }
  return isWhole ? { page: wanted, isWhole } : { page: { ...wanted, items, texts }, isWhole }
}

function withoutBody(item: MessageItem): MessageItem {
  return { ...item, html: null, reactions: [], widget: null }
}

/**
 * Returns the index of the item where the reader is: in the middle of the visible rows, otherwise at the anchor of
 * the page, otherwise at the end.
 * @param anchor the message at which the page opens the view; null for the end
 */
export function nearestTo(items: readonly ViewItem[], onScreen: Interval | null, anchor: number | null): number {
  if (onScreen !== null) {
    const isOnScreen = (item: ViewItem) =>
      item.kind === 'message' && onScreen.low <= item.id && item.id <= onScreen.high
    const first = items.findIndex(isOnScreen)
    if (first !== -1) return Math.floor((first + items.findLastIndex(isOnScreen)) / 2)
  }
  const at = anchor === null ? -1 : items.findIndex((item) => item.kind === 'message' && item.id >= anchor)
  return at === -1 ? items.length - 1 : at
}

/** Yields all indexes of a list, ordered by their distance from one of them. */
function* outwards(length: number, near: number): Generator<number> {
  for (let distance = 0; distance < length; distance += 1) {
    if (near + distance < length) yield near + distance
    if (distance > 0 && near - distance >= 0) yield near - distance
  }
}
