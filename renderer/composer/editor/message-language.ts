import { commonmarkLanguage, markdown } from '@codemirror/lang-markdown'
import { LanguageDescription, type LanguageSupport, type Language } from '@codemirror/language'
import { languages } from '@codemirror/language-data'
import { tags, Tag, tagHighlighter } from '@lezer/highlight'
import { Autolink, Strikethrough, Table, type InlineContext, type MarkdownConfig } from '@lezer/markdown'

/** What this service adds to Markdown, each form with its own look. */
const ownTags = {
  mention: Tag.define(),
  place: Tag.define(),
  emoji: Tag.define(),
  time: Tag.define(),
  math: Tag.define(),
}

/** A form that a pattern recognizes, sticky at the place that is looked at. */
interface OwnForm {
  readonly name: string
  readonly tag: Tag
  /** The character that it begins with: the pattern is tried only there. */
  readonly first: string
  readonly pattern: RegExp
}

const ownForms: readonly OwnForm[] = [
  { name: 'Mention', tag: ownTags.mention, first: '@', pattern: /@_?\*\*[^*\s][^*\n]*\*\*|@_?\*[^*\s][^*\n]*\*/y },
  { name: 'PlaceLink', tag: ownTags.place, first: '#', pattern: /#\*\*[^*\s][^*\n]*\*\*/y },
  { name: 'EmojiName', tag: ownTags.emoji, first: ':', pattern: /:[a-z0-9_+-]+:/iy },
  { name: 'Time', tag: ownTags.time, first: '<', pattern: /<time:[^>\n]+>/y },
  { name: 'InlineMath', tag: ownTags.math, first: '$', pattern: /\$\$[^$\n]+\$\$/y },
]

function parserOf({ name, first, pattern }: OwnForm) {
  const code = first.charCodeAt(0)
  return {
    name,
    before: 'Emphasis',
    parse(context: InlineContext, next: number, position: number): number {
      if (next !== code) return -1
      // A letter before it makes an e-mail address of a mention, and a part of a number of a time.
      if (position > context.offset && /[\p{L}\p{N}]/u.test(context.slice(position - 1, position))) return -1
      pattern.lastIndex = 0
      const [found] = pattern.exec(context.slice(position, context.end)) ?? []
      if (found === undefined) return -1
      return context.addElement(context.elt(name, position, position + found.length))
    },
  }
}

/** Messages have no HTML, and their headings begin with `#`. */
const ofThisService: MarkdownConfig = {
  remove: ['HTMLBlock', 'HTMLTag', 'SetextHeading', 'LinkReference'],
  defineNodes: ownForms.map(({ name, tag }) => ({ name, style: tag })),
  parseInline: ownForms.map(parserOf),
}

/** The name of a code block's language, in lower case; empty without one. */
export function fenceName(info: string): string {
  return (/^\{?\.?([^\s{}]+)/.exec(info.trim())?.[1] ?? '').toLowerCase()
}

/** Whether the text between fences of this name is Markdown. */
export function isFenceOfText(name: string): boolean {
  return name === 'quote' || name === 'spoiler'
}

function codeLanguage(info: string): Language | LanguageDescription | null {
  const name = fenceName(info)
  if (name === '' || name === 'math' || name === 'text') return null
  if (isFenceOfText(name)) return message.language
  // People write the endings of files, too.
  const named = LanguageDescription.matchLanguageName(languages, name, false)
  return named ?? languages.find(({ extensions }) => extensions.includes(name)) ?? null
}

/** The language of messages: Markdown with mentions, places, emoji, times and formulas, and code in its own language. */
export const message: LanguageSupport = markdown({
  base: commonmarkLanguage,
  extensions: [Strikethrough, Table, Autolink, ofThisService],
  codeLanguages: codeLanguage,
  addKeymap: false,
  completeHTMLTags: false,
})

/** The classes of what is recognized (`styles/editor.css`). */
export const messageHighlighter = tagHighlighter([
  { tag: ownTags.mention, class: 'written-mention' },
  { tag: ownTags.place, class: 'written-place' },
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
