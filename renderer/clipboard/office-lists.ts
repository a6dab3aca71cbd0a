import { styleOf } from './element-looks.ts'
import type { Block, ListItem, RichList } from './rich-text.ts'

/** A paragraph that Word shows as an item of a list. */
interface OfficeItem {
  /** From 1. */
  readonly level: number
  readonly isOrdered: boolean
  readonly number: number
}

/** Word writes no lists: a paragraph names its list and level in its style, and its mark is a text that is to be ignored. */
export function officeItemOf(element: Element): OfficeItem | null {
  const list = /level(\d)/.exec(styleOf(element, 'mso-list'))
  if (list === null) return null
  const mark = Array.from(element.querySelectorAll('[style]')).find(isItemMarker)
  const text = (mark?.textContent ?? '').trim()
  const number = Number.parseInt(text, 10)
  return {
    level: Number(list[1]),
    isOrdered: /^\(?(?:\d+|[a-z]{1,4})[.)]/i.test(text),
    number: Number.isNaN(number) ? 1 : number,
  }
}

export function isItemMarker(element: Element): boolean {
  return styleOf(element, 'mso-list') === 'ignore'
}

interface OpenList {
  readonly level: number
  readonly isOrdered: boolean
  readonly start: number
  readonly items: { blocks: Block[] }[]
}

/** Makes lists of such paragraphs, one inside the other by their levels. */
export class OfficeLists {
  #open: OpenList[] = []
  #first: OpenList | null = null

  add({ level, isOrdered, number, blocks }: OfficeItem & ListItem): void {
    while ((this.#open.at(-1)?.level ?? 0) > level && this.#open.length > 1) this.#close()
    const list = this.#open.at(-1)
    if (list !== undefined && list.level >= level) {
      list.items.push({ blocks: [...blocks] })
      return
    }
    const opened: OpenList = { level, isOrdered, start: number, items: [{ blocks: [...blocks] }] }
    this.#first ??= opened
    this.#open.push(opened)
  }

  /** The list so far, which ends. */
  take(): RichList | null {
    while (this.#open.length > 1) this.#close()
    const list = this.#first
    this.#open = []
    this.#first = null
    return list === null ? null : listOf(list)
  }

  #close(): void {
    const list = this.#open.pop()
    const parent = this.#open.at(-1)?.items.at(-1)
    if (list !== undefined) parent?.blocks.push(listOf(list))
  }
}

function listOf({ isOrdered, start, items }: OpenList): RichList {
  return { type: 'list', isOrdered, start, items }
}
