import { hiddenClass } from '#shared/content/spoilers.ts'
import { plainOf } from './plain-text.ts'

/** The columns of a message from which its text is made. */
export interface TextRow {
  readonly is_me: number
  readonly content: string
  /** The text includes hidden spoilers, so that the search finds them. */
  readonly plain: string
}

/**
 * Returns the text of a message outside of its conversation: in a notification, a preview, a search. A status message
 * (`/me waves`, `is_me_message`) starts with the sender's name, if it is known. Hidden spoilers are left out, which
 * needs the HTML, because `plain` contains them.
 */
export function previewText(row: TextRow, senderName: string | null): string {
  const text = row.content.includes(hiddenClass) ? plainOf(row.content, { withHidden: false }) : row.plain
  return row.is_me === 1 && senderName !== null ? text.replace(/^\/me(?=\s)/, () => senderName) : text
}
