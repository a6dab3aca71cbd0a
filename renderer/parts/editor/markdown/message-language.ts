import { commonmarkLanguage, pasteURLAsLink } from '@codemirror/lang-markdown'
import { Language, LanguageDescription, LanguageSupport, ParseContext } from '@codemirror/language'
import { languages } from '@codemirror/language-data'
import { parseMixed, type Parser } from '@lezer/common'
import { styleTags, tags, Tag, tagHighlighter } from '@lezer/highlight'
import type { KnownNames } from './family/inline.ts'
import { FamilyParser } from './family/parser.ts'
import { Compartment, type Extension } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import type { Completing } from '../completion/offer.ts'

/** The tags of the forms that the family adds to Markdown. */
const ownTags = {
  mention: Tag.define(),
  narrowLink: Tag.define(),
  emoji: Tag.define(),
  time: Tag.define(),
  math: Tag.define(),
}

const styles = styleTags({
  'ATXHeading1/... ATXHeading2/... ATXHeading3/... ATXHeading4/... ATXHeading5/... ATXHeading6/...': tags.heading,
  'StrongEmphasis/...': tags.strong,
  'Emphasis/...': tags.emphasis,
  'Strikethrough/...': tags.strikethrough,
  'Blockquote/...': tags.quote,
  'InlineCode CodeText CodeBlock': tags.monospace,
  'Link/...': tags.link,
  URL: tags.url,
  'HeaderMark ListMark QuoteMark EmphasisMark StrikethroughMark CodeMark LinkMark CodeInfo': tags.processingInstruction,
  'TableDelimiter HorizontalRule': tags.contentSeparator,
  'TableHeader/...': tags.heading,
  Mention: ownTags.mention,
  NarrowLink: ownTags.narrowLink,
  EmojiName: ownTags.emoji,
  Time: ownTags.time,
  'InlineMath FencedMath/...': ownTags.math,
})

/** Returns the name of a code block's language, in lower case; empty without one. */
export function fenceName(info: string): string {
  return (/^\{?\.?([^\s{}]+)/.exec(info.trim())?.[1] ?? '').toLowerCase()
}

/** Returns whether the text between fences with this name is Markdown. */
export function isFenceOfText(name: string): boolean {
  return name === 'quote' || name === 'spoiler'
}

function codeLanguage(info: string): LanguageDescription | null {
  const name = fenceName(info)
  if (name === '' || name === 'text') return null
  // Users also write the extensions of files.
  const named = LanguageDescription.matchLanguageName(languages, name, false)
  return named ?? languages.find(({ extensions }) => extensions.includes(name)) ?? null
}

/** Returns the parser of a language, which is loaded when code is first written in it; null for an unknown language. */
function codeParser(info: string): Parser | null {
  const found = codeLanguage(info)
  if (found === null) return null
  return found.support?.language.parser ?? ParseContext.getSkippingParser(found.load())
}

const inCode = parseMixed((node, input) => {
  if (node.name !== 'FencedCode') return null
  const info = node.node.getChild('CodeInfo')
  const parser = info === null ? null : codeParser(input.read(info.from, info.to))
  return parser === null ? null : { parser, overlay: ({ name }) => name === 'CodeText', bracketed: true }
})

/** Creates the language of messages: Markdown by the rules of the family's servers, with code in its own language. */
export function languageOfMessages(names: KnownNames): LanguageSupport {
  // The Markdown commands of the editor require this language data.
  const { data } = commonmarkLanguage
  const parser = new FamilyParser({ data, styles, names, wrap: inCode })
  return new LanguageSupport(new Language(data, parser, [], 'markdown'), [pasteURLAsLink])
}

/** The language of messages without known names. */
export const message: LanguageSupport = languageOfMessages({})

/** The highlighter, whose classes are in `styles/editor.css`. */
export const messageHighlighter = tagHighlighter([
  { tag: ownTags.mention, class: 'written-mention' },
  { tag: ownTags.narrowLink, class: 'written-narrow' },
  { tag: ownTags.emoji, class: 'written-emoji' },
  { tag: ownTags.time, class: 'written-time' },
  { tag: ownTags.math, class: 'written-code' },
  { tag: tags.heading, class: 'written-strong' },
  { tag: tags.strong, class: 'written-strong' },
  { tag: tags.emphasis, class: 'written-emphasis' },
  { tag: tags.strikethrough, class: 'written-struck' },
  { tag: tags.monospace, class: 'written-code' },
  { tag: tags.link, class: 'written-link' },
  { tag: tags.url, class: 'written-url' },
  { tag: tags.quote, class: 'written-quoted' },
  { tag: tags.processingInstruction, class: 'written-mark' },
  { tag: tags.contentSeparator, class: 'written-mark' },
  { tag: [tags.keyword, tags.modifier, tags.operatorKeyword, tags.typeName], class: 'written-keyword' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp, tags.inserted], class: 'written-string' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], class: 'written-number' },
  {
    tag: [tags.function(tags.variableName), tags.definition(tags.variableName), tags.className, tags.tagName],
    class: 'written-name',
  },
  { tag: [tags.standard(tags.variableName), tags.propertyName, tags.attributeName], class: 'written-builtin' },
  { tag: [tags.comment, tags.meta], class: 'written-comment' },
  { tag: tags.deleted, class: 'written-deleted' },
])

/** The emoji of the organization. They are loaded once a name is written; until then, every name counts as an emoji. */
export class KnownEmoji {
  readonly #language = new Compartment()
  #isAsked = false

  get extension(): Extension {
    return this.#language.of(message)
  }

  /** Drops the names, because the field shows another conversation, possibly of another organization. */
  forget(view: EditorView): void {
    if (!this.#isAsked) return
    this.#isAsked = false
    view.dispatch({ effects: this.#language.reconfigure(message) })
  }

  /** Loads the names if the text has an emoji. */
  look(view: EditorView, completing: Completing | null): void {
    if (this.#isAsked || completing?.emojiNames === undefined) return
    if (!/:[a-z0-9_+-]+:/i.test(view.state.doc.toString())) return
    this.#isAsked = true
    void completing.emojiNames().then((names) => {
      if (names === null || !this.#isAsked) return
      const language = languageOfMessages({ hasEmoji: (name) => names.has(name) })
      view.dispatch({ effects: this.#language.reconfigure(language) })
    })
  }
}
