import type { MessageId } from '#shared/ids.ts'
import type { KeptPosition } from '#renderer/ui/list/list-scroll.ts'
import type { OnScreen } from '#renderer/ui/on-screen.ts'
import type { Observation } from './reading-progress.ts'
import { textTop } from './reading-anchors.ts'
import type { Row } from '../rows.ts'
import type { RowPosition } from './steady-list.svelte.ts'

/** Returns the drawn messages of a list in order, pending ones included. */
export function drawnArticles(list: Element): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>('article.message')]
}

/** Returns the article of a message; undefined if it is not drawn. */
export function articleOf(list: Element | undefined, messageId: MessageId): HTMLElement | undefined {
  return list?.querySelector<HTMLElement>(`article[data-message-id="${messageId}"]`) ?? undefined
}

/** Returns the first and the last message that are at least partly in view. */
export function articlesOnScreen(list: Element | undefined): OnScreen {
  const view = list?.getBoundingClientRect()
  if (list === undefined || view === undefined) return null
  const ids = [...list.querySelectorAll<HTMLElement>('article[data-message-id]')].flatMap((article) => {
    const { top, bottom } = article.getBoundingClientRect()
    return top < view.bottom && bottom > view.top ? [Number(article.dataset.messageId)] : []
  })
  return ids.length === 0 ? null : { first: Math.min(...ids), last: Math.max(...ids) }
}

/**
 * Returns the first message in view, and the distance from the upper edge of the view to its text; null if there is
 * none.
 */
export function positionOf(list: Element): KeptPosition | null {
  const view = list.getBoundingClientRect()
  const articles = [...list.querySelectorAll<HTMLElement>('article[data-message-id]')]
  const index = articles.findIndex((article) => article.getBoundingClientRect().bottom > view.top + 1)
  const article = articles[index]
  if (article === undefined) return null
  return { row: article.dataset.messageId ?? '', index, offset: textTop(article) - view.top, isAtEnd: false }
}

/** Returns the positions of the drawn articles and of the unread ones among them; null if none is drawn. */
export function observationOf(list: Element, unread: ReadonlySet<number>): Observation | null {
  const articles = drawnArticles(list)
  const first = articles[0]
  const last = articles.at(-1)
  if (first === undefined || last === undefined) return null
  return {
    view: list.getBoundingClientRect(),
    drawn: { top: first.getBoundingClientRect().top, bottom: last.getBoundingClientRect().bottom },
    rows: articles.flatMap((article) => {
      const id = Number(article.dataset.messageId)
      if (!unread.has(id)) return []
      const { top, bottom } = article.getBoundingClientRect()
      return [{ id, top, bottom }]
    }),
  }
}

/** The distance of the first unread message from the upper edge, in CSS pixels. */
export const unreadOffset = 80

/**
 * Returns where a list continues for a reader who returns: at the message that was read or, if it was deleted, at the
 * next one. The end stays the end, unless later messages are unread: the first of them is next.
 * @returns null for the end of the list
 */
export function keptRow(rows: readonly Row[], kept: KeptPosition): RowPosition | null {
  const id = Number(kept.row)
  if (kept.isAtEnd) {
    const unread = rows.findIndex(({ item }) => item.kind === 'message' && item.id > id && !item.isRead)
    return unread < 0 ? null : { index: unread, align: 'start', offset: unreadOffset }
  }
  const next = rows.findIndex(({ item }) => item.kind === 'message' && item.id >= id)
  const index = next < 0 ? rows.findLastIndex(({ item }) => item.kind === 'message') : next
  const row = rows[index]
  if (row?.item.kind !== 'message') return null
  // A negative offset belongs to the text of the kept message only.
  return { index, align: 'start', offset: row.item.id === id ? kept.offset : Math.max(0, kept.offset) }
}
