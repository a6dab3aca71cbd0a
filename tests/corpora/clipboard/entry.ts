/** What a program puts on the clipboard as HTML, and what becomes of it. */
export interface ClipboardEntry {
  readonly name: string
  readonly html: string
  /** The Markdown that is pasted; null where the plain text is, since it says as much. */
  readonly markdown: string | null
  /** The words of the sent message, in lines; without it those of the HTML, in the same order. */
  readonly words?: string
  /** Elements that the sent message has, as selectors with their number. */
  readonly has?: Readonly<Record<string, number>>
}
