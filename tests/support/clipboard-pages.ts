import domino from '@mixmark-io/domino'
import { draw } from '#server/markdown/drawing/draw.ts'
import { renderMarkdown, type Directory } from '#server/markdown/render.ts'
import { visibleText } from '#tests/corpora/visible-text.ts'

/** The body of a page, as a paste reads it. */
export function bodyOf(html: string): ParentNode {
  return domino.createDocument(html, true).body
}

const directory: Directory = {
  user: (name, id) =>
    name === 'Ada Brandt' && (id === undefined || id === 9) ? { id: 9, fullName: 'Ada Brandt' } : undefined,
  stream: (name) => (name === 'general' ? { id: 5, name: 'general' } : undefined),
  customEmoji: (name) => (name === 'party_parrot' ? { source: '/user_avatars/1/emoji/1.png' } : undefined),
  group: (name) => (name === 'crew' ? { id: 12, name: 'crew' } : undefined),
  linkify: () => [],
  drawn: (drawing) => draw(drawing) ?? undefined,
}

/**
 * The HTML that the server renders for a text, in an organization with Ada Brandt (9), the group crew and the stream
 * general.
 */
export function rendered(markdown: string): string {
  return renderMarkdown(markdown, directory).html
}

/** The words of a message in lines, with single blanks and no empty lines. */
export function wordsOf(html: string): string {
  const reader = { actor: null, locale: 'en-GB', timeZone: 'UTC' }
  return evened(
    visibleText(
      html.replaceAll('\n', ' ').replaceAll(/<pre>.*?<\/pre>/g, (pre) => pre),
      reader,
    ),
  )
}

export function evened(text: string): string {
  return text
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n')
}
