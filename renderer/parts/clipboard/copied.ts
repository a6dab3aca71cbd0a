import { inlineHtml, writeHtml } from './write-html.ts'
import { quoteFence } from './fences.ts'
import { languageOf } from './page-elements.ts'
import { readHtml } from './read-html.ts'
import { isFormatted, plainLook, textPiece, type Block } from './rich-text.ts'
import { writeMarkdown } from './write-blocks.ts'

/** The content for the clipboard. `html` is null if the plain text has all of it. */
export interface Copied {
  readonly text: string
  readonly html: string | null
}

/** HTML; the Markdown of a message that is not rendered yet; or the text of one piece of code, with its element. */
export type SelectedContent =
  | { readonly kind: 'html'; readonly root: ParentNode }
  | { readonly kind: 'source'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string; readonly isBlock: boolean; readonly element: Element }

/** The selected part of a message. */
export interface SelectedPart {
  readonly content: SelectedContent
  readonly author: string
  readonly time: string
}

const ofMessages = { protects: true, isForeign: false }

/** Returns messages as Markdown and as unstyled HTML. Each of several is quoted with its author and time. */
export function copiedOf(
  parts: readonly SelectedPart[],
  { server, aside }: { readonly server: string | null; readonly aside: (time: string) => string },
): Copied | null {
  const read = parts
    .map((part) => ({ ...part, blocks: blocksOf(part.content, server) }))
    .filter(({ blocks }) => blocks.length > 0)
  const [first, ...others] = read
  if (first === undefined) return null
  if (others.length === 0) return copiedAlone(first.content, first.blocks)
  const all = read.map(({ content, blocks, author, time }) => {
    const name = textPiece(author, { ...plainLook, isStrong: true })
    const head: Block = { type: 'paragraph', inlines: [name, textPiece(aside(time))] }
    const quoted =
      content.kind === 'source' ? quoteFence(content.text) : writeMarkdown([{ type: 'quote', blocks }], ofMessages)
    return {
      text: `${writeMarkdown([head], ofMessages)}\n${quoted}`,
      html: writeHtml([head, { type: 'quote', blocks }]),
    }
  })
  return { text: all.map(({ text }) => text).join('\n\n'), html: all.map(({ html }) => html).join('') }
}

/** Returns the Markdown of a part of a message. */
export function markdownOfPart(content: SelectedContent, server: string | null): string {
  return content.kind === 'source' ? content.text : writeMarkdown(blocksOf(content, server), ofMessages)
}

function blocksOf(content: SelectedContent, server: string | null): Block[] {
  switch (content.kind) {
    case 'html':
      return readHtml(content.root, { isMessage: true, server })
    case 'code': {
      const { text, isBlock, element } = content
      if (isBlock) return [{ type: 'code', text, language: languageOf(element.closest('pre') ?? element) }]
      return [{ type: 'paragraph', inlines: [{ kind: 'code', text, look: plainLook, href: null }] }]
    }
    case 'source': {
      const inlines = content.text
        .split('\n')
        .flatMap((line, index) => [...(index === 0 ? [] : [{ kind: 'break' } as const]), textPiece(line)])
      return content.text.trim() === '' ? [] : [{ type: 'paragraph', inlines }]
    }
  }
}

function copiedAlone(content: SelectedContent, blocks: readonly Block[]): Copied {
  if (content.kind !== 'html') return { text: content.text, html: null }
  const [only, ...others] = blocks
  if (only?.type === 'paragraph' && others.length === 0) {
    // A part of a paragraph is copied as its words, so characters that look like markup stay unprotected.
    const text = writeMarkdown(blocks, { protects: false, isForeign: false })
    return { text, html: isFormatted(blocks) ? inlineHtml(only.inlines) : null }
  }
  return { text: writeMarkdown(blocks, ofMessages), html: writeHtml(blocks) }
}
