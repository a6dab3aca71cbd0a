import { hiddenClass } from '#shared/content/spoilers.ts'
import { plainOf } from './plain-text.ts'

/** The parts of a stored message that its text is made of. */
export interface TextRow {
  readonly is_me: number
  readonly content: string
  /** With what spoilers hide: the search finds it. */
  readonly plain: string
}

/**
 * The text of a message outside of its conversation: in a notification, a preview, a search. A status message (`/me
 * waves`, `is_me_message`) starts with the sender's name, if it is known. It is made of the HTML, so that messages of
 * earlier versions hide what their spoilers hide, too.
 */
export function shownText(row: TextRow, senderName: string | null): string {
  const text = row.content.includes(hiddenClass) ? plainOf(row.content, { withHidden: false }) : row.plain
  return row.is_me === 1 && senderName !== null ? text.replace(/^\/me(?=\s)/, () => senderName) : text
}
