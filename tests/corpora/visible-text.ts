import { Parser } from 'htmlparser2'

const blocks = /^(?:p|div|li|ul|ol|blockquote|pre|table|tr|th|td|br|hr|h[1-6])$/

/**
 * The visible words of a message that a server of the family renders. An emoji is its character, a picture of one its
 * name, a time the reader's own, a formula its source. A picture of another host is its address, unless a link in the
 * message contains that; `/me` is the sender.
 */
export function visibleText(
  html: string,
  reader: { readonly actor: string | null; readonly locale: string; readonly timeZone: string },
): string {
  const time = new Intl.DateTimeFormat(reader.locale, {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: reader.timeZone,
  })
  let text = ''
  /** The depth inside an element with replaced text, and inside the source of a formula. */
  let replaced = 0
  let source = 0
  const links = new Set<string>()
  let pictureLink: string | null = null
  let isInFrame = false
  const parser = new Parser({
    onopentag(name, attributes) {
      if (source > 0) source += 1
      if (replaced > 0) {
        replaced += 1
        if (name === 'annotation') source = 1
        return
      }
      if (blocks.test(name)) text += '\n'
      const classes = (attributes.class ?? '').split(' ')
      const code = classes.find((value) => value.startsWith('emoji-'))?.slice('emoji-'.length)
      if (name === 'span' && code !== undefined) {
        text += String.fromCodePoint(...code.split('-').map((point) => Number.parseInt(point, 16)))
        replaced = 1
      } else if (name === 'time') {
        text += time.format(new Date(attributes.datetime ?? ''))
        replaced = 1
      } else if (classes.includes('katex')) replaced = 1
      else if (name === 'img' && classes.includes('emoji')) text += attributes.alt ?? ''
      else if (classes.includes('message_inline_image')) isInFrame = true
      else if (name === 'a' && isInFrame) pictureLink = attributes.href ?? null
      else if (name === 'a') links.add(attributes.href ?? '')
    },
    ontext(piece) {
      if (replaced === 0 || source > 0) text += piece
    },
    onclosetag(name) {
      if (source > 0) source -= 1
      if (replaced > 0) replaced -= 1
      else if (blocks.test(name)) text += '\n'
      if (name !== 'div' || !isInFrame) return
      if (pictureLink !== null && !links.has(pictureLink)) text += `${pictureLink}\n`
      isInFrame = false
      pictureLink = null
    },
  })
  parser.end(html)
  return reader.actor === null ? text : text.replace('/me', reader.actor)
}
