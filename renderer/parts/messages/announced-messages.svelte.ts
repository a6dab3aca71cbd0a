import type { MessageItem } from '#contract/messages.ts'
import { personName } from '#i18n/names.ts'
import { catalogue } from '#i18n/catalogue.ts'
import type { Row } from './rows.ts'

/** The time in which new messages are gathered before they are announced together, in milliseconds. */
const gatheredMs = 300
/** The pause after an announcement, in milliseconds: in a busy conversation, several messages become one number. */
const pauseMs = 3_000
/** The number of messages up to which each is announced; more are announced as a number. */
const mostRead = 3
/** The number of code points of a message that are announced. */
const mostText = 300

/** The current state of a list. */
interface Shown {
  /** The identity of the list: another list has other newest messages. */
  readonly list: object
  readonly rows: readonly Row[]
  /** Whether the last row is the newest message of the conversation. */
  readonly isAtNewest: boolean
}

interface Parts {
  readonly selfId: () => number
  /** Returns the text of a body for screen readers. */
  readonly textOf: (html: string) => string
}

/**
 * Announces new messages of a shown list to screen readers. The list itself is not a live region, since rows that are
 * drawn during scrolling would be announced, too.
 */
export class AnnouncedMessages {
  readonly #parts: Parts
  /** The rows of the last change. */
  #rows: readonly Row[] = []
  #list: object | null = null
  /** The newest message that is not announced; null while newer ones may be missing. */
  #newest: number | null = null
  #text = $state('')
  #count = $state(0)
  #waiting: readonly number[] = []
  #timer: ReturnType<typeof setTimeout> | null = null

  constructor(parts: Parts) {
    this.#parts = parts
  }

  get text(): string {
    return this.#text
  }

  /** The number of announcements, so that equal texts in succession are announced each. */
  get count(): number {
    return this.#count
  }

  /** Reads the rows of a list; called after each change. */
  follow({ list, rows, isAtNewest }: Shown): void {
    if (list !== this.#list) this.#begin(list)
    this.#rows = rows
    const messages = rows.flatMap(({ item }) => (item.kind === 'message' ? [item] : []))
    const newest = Math.max(0, ...messages.map(({ id }) => id))
    const known = this.#newest
    this.#newest = isAtNewest && rows.length > 0 ? Math.max(newest, known ?? 0) : null
    // Newest messages that were fetched, as after scrolling to the end, are read and not announced.
    if (known === null || this.#newest === null) return
    const come = messages.filter((item) => item.id > known && this.#isAnnounced(item)).map(({ id }) => id)
    if (come.length === 0) return
    this.#waiting = [...this.#waiting, ...come]
    if (this.#timer === null) this.#announceAfter(gatheredMs)
  }

  close(): void {
    this.#begin(null)
  }

  #begin(list: object | null): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    this.#list = list
    this.#rows = []
    this.#newest = null
    this.#waiting = []
    this.#text = ''
  }

  #isAnnounced({ sender, isHidden }: MessageItem): boolean {
    return !isHidden && sender.id !== this.#parts.selfId()
  }

  #announceAfter(delayMs: number): void {
    this.#timer = setTimeout(() => {
      this.#timer = null
      this.#announce()
    }, delayMs)
  }

  #announce(): void {
    const ids = new Set(this.#waiting)
    this.#waiting = []
    // The rows are read now: a body may have arrived, and a message may be gone.
    const messages = this.#rows.flatMap(({ item }) => (item.kind === 'message' && ids.has(item.id) ? [item] : []))
    const last = messages.at(-1)
    if (last === undefined) return
    const { several } = catalogue.screens.conversation.spoken
    this.#text =
      messages.length > mostRead
        ? several({ count: messages.length, sender: personName(last.sender) })
        : messages.map((item) => this.#sentence(item)).join(' ')
    this.#count += 1
    this.#announceAfter(pauseMs)
  }

  #sentence({ sender, html }: MessageItem): string {
    const { message, withoutText } = catalogue.screens.conversation.spoken
    const text = html === null ? '' : this.#parts.textOf(html).replaceAll(/\s+/gu, ' ').trim()
    const name = personName(sender)
    if (text === '') return withoutText(name)
    const points = [...text.slice(0, 2 * (mostText + 1))]
    const shown = points.length > mostText ? `${points.slice(0, mostText).join('')}…` : text
    return message({ sender: name, text: shown })
  }
}

/**
 * Returns the text of the server's HTML for screen readers: pictures and emoji by name, formulas as TeX, and nothing
 * that a spoiler hides. A separate document parses the HTML, so that nothing of it is loaded or run.
 */
export function announcedText(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const hidden of body.querySelectorAll('.spoiler-content, script, style')) hidden.remove()
  for (const header of body.querySelectorAll('.spoiler-header')) {
    if (header.textContent.trim() === '') header.append(catalogue.screens.message.body.spoiler)
  }
  for (const formula of body.querySelectorAll('.katex')) {
    formula.replaceWith(formula.querySelector('annotation')?.textContent ?? '')
  }
  for (const picture of body.querySelectorAll('img[alt]')) picture.replaceWith(` ${picture.getAttribute('alt') ?? ''} `)
  // A space keeps the texts of two blocks from becoming one word.
  for (const block of body.querySelectorAll('p, li, br, td, th, div, blockquote, pre')) block.append(' ')
  for (const line of body.querySelectorAll('br')) line.replaceWith(' ')
  return body.textContent
}
