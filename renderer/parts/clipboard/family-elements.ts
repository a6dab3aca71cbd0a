import { firstIn } from './element-looks.ts'
import { plainLook, type Attributes, type Inline, type Look, type Shown } from './rich-text.ts'

/** The origin of the HTML that is read. */
export interface Reading {
  /** Whether the HTML is that of messages of a server of the family. */
  readonly isMessage: boolean
  /** The address of the organization's server, for links in its messages; null if it is unknown. */
  readonly server: string | null
}

type Form = { readonly look: Look; readonly href: string | null }

/**
 * An element that means more than its text: a mention, an emoji, a link to a conversation or a time, as the servers of
 * the family and this program write it, or a formula of any page.
 */
export type FamilyElement =
  | { readonly type: 'inline'; readonly inline: Inline }
  | { readonly type: 'formula'; readonly source: string }

/** Returns what an element means in addition to its text; null if it is none of these elements. */
export function familyElement(element: Element, name: string, form: Form, reading: Reading): FamilyElement | null {
  const classes = new Set((element.getAttribute('class') ?? '').split(/\s+/))
  const formula = formulaOf(element, name, classes)
  if (formula !== null) return formulaElement(formula, form)
  const found =
    name === 'span'
      ? (emojiOf(element, classes) ?? mentionOf(element, classes))
      : name === 'img'
        ? emojiPicture(element, classes)
        : name === 'a'
          ? narrowLinkOf(element, classes, reading)
          : name === 'time'
            ? timeOf(element, classes, reading)
            : null
  if (found === null) return null
  // The family reads emphasis around a mention, but no link around it.
  return { type: 'inline', inline: { kind: 'source', ...found, look: form.look, href: null } }
}

interface Source {
  readonly text: string
  readonly shown: Shown
}

function source(type: Shown['type'], text: string, shown: string, attributes: Attributes = {}): Source {
  return { text, shown: { type, text: shown, attributes } }
}

function textOf(element: Element): string {
  return element.textContent.replaceAll(/\s+/g, ' ').trim()
}

function emojiOf(element: Element, classes: ReadonlySet<string>): Source | null {
  const code = [...classes].find((name) => /^emoji-[0-9a-f]+(?:-[0-9a-f]+)*$/.test(name))
  if (code === undefined) return null
  const name = element.getAttribute('title') ?? element.getAttribute('aria-label') ?? ''
  const text = /^[\w+ -]+$/.test(name) ? `:${name.replaceAll(' ', '_')}:` : textOf(element)
  const character = String.fromCodePoint(
    ...code
      .slice('emoji-'.length)
      .split('-')
      .map((point) => Math.min(Number.parseInt(point, 16), 0x10ffff)),
  )
  return source('emoji', text, character, { class: `emoji ${code}`, title: name })
}

/** Reads a custom emoji, or an emoji that Slack or a mail program writes as a picture. */
function emojiPicture(element: Element, classes: ReadonlySet<string>): Source | null {
  const alt = element.getAttribute('alt') ?? ''
  const name = element.getAttribute('data-stringify-emoji') ?? alt
  const isEmoji = classes.has('emoji') || element.hasAttribute('data-stringify-emoji')
  if (isEmoji && /^:[\w+-]+:$/.test(name))
    return source('emoji', name, name, { class: 'emoji-name', 'data-emoji': name })
  return null
}

const wildcards = new Set(['all', 'everyone', 'stream', 'channel', 'topic'])

function mentionOf(element: Element, classes: ReadonlySet<string>): Source | null {
  const shown = textOf(element)
  if (classes.has('emoji-name')) {
    const name = element.getAttribute('data-emoji') ?? shown
    return /^:[\w+-]+:$/.test(name) ? source('emoji', name, name, { class: 'emoji-name', 'data-emoji': name }) : null
  }
  const name = shown.replace(/^@/, '')
  const at = classes.has('silent') ? '@_' : '@'
  if (name === '' || /[*\n]/.test(name)) return null
  const kept = (attributes: Attributes) => ({
    class: [...classes].filter((each) => each !== 'me').join(' '),
    ...attributes,
  })
  const userId = element.getAttribute('data-user-id')
  const groupId = element.getAttribute('data-user-group-id')
  if (classes.has('user-group-mention') && groupId !== null) {
    return source('mention', `${at}*${name}*`, shown, kept({ 'data-user-group-id': groupId }))
  }
  if (classes.has('topic-mention') || (classes.has('user-mention') && userId === '*')) {
    const attributes: Readonly<Record<string, string>> = userId === null ? {} : { 'data-user-id': userId }
    return wildcards.has(name) ? source('mention', `${at}**${name}**`, shown, kept(attributes)) : null
  }
  if (!classes.has('user-mention') || userId === null || !/^\d+$/.test(userId)) return null
  return source('mention', `${at}**${name}|${userId}**`, shown, kept({ 'data-user-id': userId }))
}

/** Reads a link to a stream or topic as `#**stream**` or `#**stream>topic**`, if its names allow that form. */
function narrowLinkOf(element: Element, classes: ReadonlySet<string>, reading: Reading): Source | null {
  if (!element.hasAttribute('data-stream-id')) return null
  const shown = textOf(element)
  const [, stream, topic] = /^#([^*>`]+?)(?: > ([^*`]+))?$/.exec(shown) ?? []
  if (stream === undefined || (topic !== undefined) !== classes.has('stream-topic')) return null
  const target = topic === undefined ? stream : `${stream}>${topic}`
  const href = absoluteAddressOf(element, reading) ?? element.getAttribute('href') ?? ''
  return source('narrow_link', `#**${target}**`, shown, {
    class: topic === undefined ? 'stream' : 'stream-topic',
    'data-stream-id': element.getAttribute('data-stream-id') ?? '',
    href,
  })
}

/** Reads a time. The times of other pages are only text, such as “yesterday”. */
function timeOf(element: Element, classes: ReadonlySet<string>, { isMessage }: Reading): Source | null {
  const moment = element.getAttribute('datetime') ?? ''
  if (!(isMessage || classes.has('message-time')) || !/^[\dT:.+Z-]{8,40}$/.test(moment)) return null
  return source('time', `<time:${moment}>`, textOf(element), { class: 'message-time', datetime: moment })
}

interface Formula {
  readonly source: string
  readonly isDisplay: boolean
}

/** Returns the TeX of KaTeX, of MathML, and of Wikipedia's pictures. */
function formulaOf(element: Element, name: string, classes: ReadonlySet<string>): Formula | null {
  const own = element.getAttribute('data-tex')
  if (own !== null) return { source: own, isDisplay: classes.has('tex-display') }
  const display = element.getAttribute('data-tex-display')
  if (display !== null) return { source: display, isDisplay: true }
  if (classes.has('tex')) return { source: element.textContent, isDisplay: classes.has('tex-display') }
  if (name === 'img' && /mwe-math-fallback/.test(element.getAttribute('class') ?? '')) {
    return { source: withoutDisplayStyle(element.getAttribute('alt') ?? ''), isDisplay: false }
  }
  if (!classes.has('katex') && !classes.has('katex-display') && name !== 'math' && name !== 'mjx-container') return null
  const annotation = firstIn(element, 'annotation[encoding="application/x-tex"]')
  const math = name === 'math' ? element : firstIn(element, 'math')
  const tex = annotation?.textContent ?? math?.getAttribute('alttext') ?? ''
  const isDisplay =
    classes.has('katex-display') ||
    math?.getAttribute('display') === 'block' ||
    element.getAttribute('display') === 'true'
  return tex.trim() === '' ? null : { source: withoutDisplayStyle(tex), isDisplay }
}

function withoutDisplayStyle(tex: string): string {
  return /^\{\\displaystyle ([^]*)\}$/.exec(tex.trim())?.[1] ?? tex
}

/** Returns a formula within a line. One that the family could not read there becomes code. */
function formulaElement({ source: tex, isDisplay }: Formula, { look, href }: Form): FamilyElement {
  if (isDisplay) return { type: 'formula', source: tex }
  const line = tex.replaceAll(/\s+/g, ' ').trim()
  if (line === '' || /^_|(?<!\\)\$|\\$/.test(line)) {
    return { type: 'inline', inline: { kind: 'code', text: line, look: plainLook, href: null } }
  }
  const text = `$$${line}$$`
  return {
    type: 'inline',
    inline: { kind: 'source', ...source('formula', text, text, { 'data-tex': line }), look, href },
  }
}

const schemes = /^(?:https?|mailto|tel|ftp|sftp|xmpp|magnet|matrix):/i

/** Returns the address of a link in a form that means the same elsewhere; null if there is none. */
export function absoluteAddressOf(element: Element, { isMessage, server }: Reading): string | null {
  const href = (element.getAttribute('href') ?? '').trim()
  if (schemes.test(href)) return href
  if (!isMessage || server === null || !/^[/#]/.test(href) || !URL.canParse(href, server)) return null
  return new URL(href.startsWith('#') ? `/${href}` : href, server).href
}
