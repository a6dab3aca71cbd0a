import type { MessageItem } from '#contract/message-items.ts'
import { personName } from '#i18n/person-name.ts'
import { catalogue } from '#i18n/catalogue.ts'
import type { Row } from './rows.ts'

/** Messages that come together are said together. */
const gatheredMs = 300
/** The pause after what was said: in a busy conversation several messages are said as one number. */
const pauseMs = 3_000
/** More messages than these are counted. */
const mostRead = 3
/** Code points of a message that are said. */
const mostText = 300

/** What the list shows now. */
interface Shown {
  /** The list: another one has other newest messages. */
  readonly list: object
  readonly rows: readonly Row[]
  /** Whether its last row is the newest message of the conversation. */
  readonly isAtNewest: boolean
}

interface Parts {
  readonly selfId: () => number
  /** The text of a body as it is read aloud. */
  readonly textOf: (html: string) => string
}

/**
 * The messages that come while a list is shown, as a screen reader says them. The list itself is no live region: rows that
 * are drawn while one scrolls would be said too.
 */
export class SpokenMessages {
  readonly #parts: Parts
  /** Rows of the last look. */
  #rows: readonly Row[] = []
  #list: object | null = null
  /** The newest message that is not to be said; null while newer ones may be missing. */
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

  /** The number of texts: equal ones in a row are said each. */
  get count(): number {
    return this.#count
  }

  /** The rows of the list, after each change. */
  follow({ list, rows, isAtNewest }: Shown): void {
    if (list !== this.#list) this.#begin(list)
    this.#rows = rows
    const messages = rows.flatMap(({ item }) => (item.kind === 'message' ? [item] : []))
    const newest = Math.max(0, ...messages.map(({ id }) => id))
    const known = this.#newest
    this.#newest = isAtNewest && rows.length > 0 ? Math.max(newest, known ?? 0) : null
    // The newest messages were fetched, as when one scrolls to the end: they are read, not told.
    if (known === null || this.#newest === null) return
    const come = messages.filter((item) => item.id > known && this.#isToSay(item)).map(({ id }) => id)
    if (come.length === 0) return
    this.#waiting = [...this.#waiting, ...come]
    if (this.#timer === null) this.#sayAfter(gatheredMs)
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

  #isToSay({ sender, isHidden }: MessageItem): boolean {
    return !isHidden && sender.id !== this.#parts.selfId()
  }

  #sayAfter(delayMs: number): void {
    this.#timer = setTimeout(() => {
      this.#timer = null
      this.#say()
    }, delayMs)
  }

  #say(): void {
    const ids = new Set(this.#waiting)
    this.#waiting = []
    // As they are by now: a body may have followed, a message may be gone.
    const messages = this.#rows.flatMap(({ item }) => (item.kind === 'message' && ids.has(item.id) ? [item] : []))
    const last = messages.at(-1)
    if (last === undefined) return
    const { several } = catalogue.screens.conversation.spoken
    this.#text =
      messages.length > mostRead
        ? several({ count: messages.length, sender: personName(last.sender) })
        : messages.map((item) => this.#sentence(item)).join(' ')
    this.#count += 1
    this.#sayAfter(pauseMs)
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
