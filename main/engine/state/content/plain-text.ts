import { Parser } from 'htmlparser2'
import { hiddenClass, hiddenSign } from '#shared/content/spoilers.ts'
import { blocks, hasClass } from './markup.ts'

/**
 * Returns the plain text of allow-listed HTML. Without `withHidden`, a spoiler has its header and a sign in place of
 * its contents.
 */
export function plainOf(html: string, { withHidden }: { readonly withHidden: boolean }): string {
  let plain = ''
  /** The offset at which the text of the last header starts. */
  let header = 0
  /** The depth inside the hidden part of a spoiler. */
  let hidden = 0
  const parser = new Parser({
    onopentag(name, attributes) {
      if (hidden > 0) {
        hidden += 1
        return
      }
      if (!withHidden && hasClass(attributes, hiddenClass)) {
        hidden = 1
        const hasHeader = plain.slice(header).trim() !== ''
        plain = plain.trimEnd() + (hasHeader ? ' ' : '\n') + hiddenSign
        return
      }
      if (blocks.has(name) && plain !== '' && !plain.endsWith('\n')) plain += '\n'
      if (hasClass(attributes, 'spoiler-header')) header = plain.length
      if (name === 'img') plain += attributes.alt ?? ''
    },
    ontext(text) {
      if (hidden === 0) plain += text
    },
    onclosetag() {
      if (hidden > 0) hidden -= 1
    },
  })
  parser.end(html)
  return plain.trim()
}

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
