/** The HTML that a program puts on the clipboard, and the result of pasting it. */
export interface ClipboardEntry {
  readonly name: string
  readonly html: string
  /** The pasted Markdown; null if the plain text is pasted because it contains as much. */
  readonly markdown: string | null
  /** The words of the sent message in lines; by default those of the HTML in the same order. */
  readonly words?: string
  /** Elements that the sent message has, as selectors with their number. */
  readonly has?: Readonly<Record<string, number>>
}
