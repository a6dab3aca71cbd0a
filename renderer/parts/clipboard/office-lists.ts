import { styleOf } from './element-looks.ts'
import type { Block, ListItem, RichList } from './rich-text.ts'

/** A paragraph that Word shows as a list item. */
interface OfficeItem {
  /** The level, from 1. */
  readonly level: number
  readonly isOrdered: boolean
  readonly number: number
}

/** Reads a list item of Word, whose paragraphs name their list and level in the style and have the mark as text. */
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

/** Returns whether an element is the mark of a list item of Word, which is not part of its text. */
export function isItemMarker(element: Element): boolean {
  return styleOf(element, 'mso-list') === 'ignore'
}

interface OpenList {
  readonly level: number
  readonly isOrdered: boolean
  readonly start: number
  readonly items: { blocks: Block[] }[]
}

/** Builds lists from such paragraphs and nests them by their levels. */
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

  /** Ends the current list and returns it; null if there is none. */
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
