import type { UserId } from '#shared/ids.ts'
import DOMPurify from 'dompurify'
import { plainSchemes, programOfScheme } from '#shared/content/link-schemes.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { drawnEmoji } from '../emoji/emoji-glyphs.ts'
import { hoursNow, type Hours } from '#i18n/format.ts'
import { formatFull } from '#i18n/times.ts'
import { catalogue } from '#i18n/catalogue.ts'
import { drawFormulas } from './message-formulas.ts'
import { drawMedia, drawPlaceholder, drawSound, placeholder, useMediaPrefix, watchSounds } from './message-media.ts'
import { blockDirection } from './text-direction.ts'
import { isPreview, leaveLink, linksBeside } from './message-previews.ts'

const cacheSize = clientLimits.cleanedBodies.most
const cache = new Map<string, CleanBody>()

let selfId = 0
let hidesPreviews = false
let hours: Hours = 24
/** The addresses of links outside of previews; null until they are needed. */
let shownAddresses: Set<string> | null = null

DOMPurify.addHook('afterSanitizeAttributes', (node) => {
  if (hidesPreviews && isPreview(node)) {
    shownAddresses ??= linksBeside(node.ownerDocument.body)
    leaveLink(node, shownAddresses)
    return
  }
  if (node instanceof HTMLImageElement || node instanceof HTMLVideoElement) drawMedia(node)
  if (node instanceof HTMLAudioElement) drawSound(node)
  if (node instanceof HTMLSpanElement && node.classList.contains(placeholder)) drawPlaceholder(node)
  if (node instanceof HTMLElement && node.classList.contains('user-mention')) {
    const mentioned = node.getAttribute('data-user-id')
    if (mentioned === String(selfId) || mentioned === '*') node.classList.add('me')
  }
  if (node instanceof HTMLSpanElement && mentionOf(node) !== null) drawMention(node)
  if (node instanceof HTMLSpanElement && node.classList.contains('emoji')) drawEmoji(node)
  if (node instanceof HTMLTimeElement) {
    const seconds = Date.parse(node.dateTime) / 1000
    if (Number.isNaN(seconds)) node.removeAttribute('datetime')
    else node.textContent = formatFull(seconds, hours)
  }
  if (node instanceof HTMLElement && node.classList.contains('spoiler-header')) {
    node.setAttribute('role', 'button')
    node.setAttribute('tabindex', '0')
    node.setAttribute('aria-expanded', 'false')
    if (!hasContents(node)) node.setAttribute('data-label', catalogue.screens.message.body.spoiler)
  }
  if (node instanceof HTMLOListElement) {
    const { length } = String(node.start + node.children.length - 1)
    if (length > 2) node.setAttribute('data-digits', length > 4 ? 'many' : String(length))
  }
  if (node instanceof HTMLAnchorElement && !node.hasAttribute('href')) drawRefused(node)
  if (directed.has(node.nodeName)) {
    const direction = blockDirection(node)
    if (direction !== null) node.setAttribute('dir', direction)
  }
  if (node instanceof HTMLPreElement) node.setAttribute('tabindex', '0')
})

/** Blocks that take their direction from their own first letter. */
const directed: ReadonlySet<string> = new Set([
  'BLOCKQUOTE',
  'H1',
  'H2',
  'H3',
  'H4',
  'H5',
  'H6',
  'LI',
  'OL',
  'P',
  'TABLE',
  'TD',
  'TH',
  'UL',
])

/** A person or user group that an element mentions. */
export interface Mentioned {
  readonly kind: 'person' | 'group'
  readonly id: number
  /** The name as the message shows it. */
  readonly name: string
}

/** Returns who is mentioned by an element; null if it mentions nobody, or everybody. */
export function mentionOf(element: Element): Mentioned | null {
  const isGroup = element.classList.contains('user-group-mention')
  if (!isGroup && !element.classList.contains('user-mention')) return null
  const id = element.getAttribute(isGroup ? 'data-user-group-id' : 'data-user-id') ?? ''
  if (!/^\d{1,15}$/.test(id)) return null
  return { kind: isGroup ? 'group' : 'person', id: Number(id), name: element.textContent.replace(/^@/, '') }
}

/** Makes a mention a button, which opens the card. */
function drawMention(node: HTMLSpanElement): void {
  node.setAttribute('role', 'button')
  node.setAttribute('tabindex', '0')
  node.setAttribute('aria-haspopup', 'dialog')
}

/** Marks a link whose address may not be opened; a click on it explains the reason. */
function drawRefused(node: HTMLAnchorElement): void {
  node.setAttribute('data-refused', '')
  node.setAttribute('role', 'link')
  node.setAttribute('aria-disabled', 'true')
  node.setAttribute('tabindex', '0')
  node.setAttribute('title', catalogue.screens.message.body.refusedLink)
}

/** Whether an element shows anything: text, a picture or a player. */
function hasContents(node: Element): boolean {
  return node.textContent.trim() !== '' || node.querySelector('img, audio, video') !== null
}

/**
 * Draws an emoji as its character, or as its name if the font lacks it; its accessible name is the same in both cases.
 */
function drawEmoji(node: HTMLSpanElement): void {
  const code = [...node.classList].find((name) => name.startsWith('emoji-'))?.slice('emoji-'.length) ?? ''
  const character = drawnEmoji(code)
  if (character !== null) {
    node.textContent = character
    return
  }
  const name = node.getAttribute('aria-label') ?? node.title
  if (name !== '') node.textContent = `:${name.replaceAll(' ', '_')}:`
  node.classList.replace('emoji', 'emoji-name')
}

/** Watches the audio of a body for failures, and draws its formulas. */
export async function enrich(body: HTMLElement): Promise<void> {
  watchSounds(body)
  await drawFormulas(body)
}

interface CleaningOptions {
  readonly mediaPrefix: string
  readonly selfId: UserId
  /** The sender of a status message (`/me waves`); null for other messages. */
  readonly actor: string | null
  /** Whether previews are replaced by their links. */
  readonly hidesPreviews?: boolean
}

/** Sanitized HTML. */
export type CleanHtml = string & { readonly __brand: 'CleanHtml' }

/** Sanitized HTML and how it is drawn. A body that is one paragraph of few emoji is drawn larger. */
export interface CleanBody {
  readonly html: CleanHtml
  /** The direction of the body, which blocks without letters follow. */
  readonly direction: 'ltr' | 'rtl' | 'auto'
  readonly isEmojiOnly: boolean
}

/** The addresses that links may have; main asks before it opens most of them. */
const shownAddress = new RegExp(`^(?:${[...plainSchemes, ...programOfScheme.keys()].join('|')}|/|#)`, 'i')

const mostLargeEmoji = 12
/** Matches one paragraph of characters that emoji can have; digits are among them. */
const onlyEmojiCharacters = /^\s*<p>(?:<br>|[\s\p{Emoji}\p{Emoji_Component}])*<\/p>\s*$/u
const emojiElement = /<span [^>]*class="emoji [^>]*>[^<]*<\/span>|<img [^>]*class="emoji"[^>]*>/g

/** Sanitizes HTML after the engine's allow-list; the result is cached by its input. */
export function cleanHtml(html: string, options: CleaningOptions): CleanBody {
  // A cached body depends on the format of times, too: its readers draw it again when the format changes.
  const clock = hoursNow()
  const key = `${options.mediaPrefix} ${options.selfId} ${clock} ${options.hidesPreviews === true ? 'bare' : ''} ${options.actor ?? ''} ${html}`
  const known = cache.get(key)
  if (known !== undefined) return known
  useMediaPrefix(options.mediaPrefix)
  selfId = options.selfId
  hours = clock
  hidesPreviews = options.hidesPreviews === true
  shownAddresses = null
  const { actor } = options
  const body =
    actor === null ? html : html.replace(/^<p>\/me(?=[\s<])/, () => `<p><bdi class="actor">${escapeText(actor)}</bdi>`)
  const clean = DOMPurify.sanitize(body, {
    FORBID_TAGS: ['style', 'form', 'input', 'button', 'textarea', 'select', 'svg', 'math'],
    FORBID_ATTR: ['style', 'id', 'name', 'srcset', 'autoplay', 'poster', 'controls', 'background'],
    // DOMPurify treats attributes that are not listed as URLs, and these are none.
    ADD_URI_SAFE_ATTR: ['datetime', 'start'],
    ALLOWED_URI_REGEXP: shownAddress,
  })
  if (cache.size >= cacheSize) cache.delete(cache.keys().next().value ?? '')
  const result = {
    html: clean as CleanHtml, // DOMPurify has sanitized it.
    direction: firstDirection(clean),
    isEmojiOnly: isEmojiOnly(clean),
  }
  cache.set(key, result)
  return result
}

/** Returns the direction of the first block that has one. Quotes in other attributes are escaped. */
function firstDirection(html: string): CleanBody['direction'] {
  const direction = /<(?:blockquote|h[1-6]|li|ol|p|table|td|th|ul)\b[^<>]* dir="(ltr|rtl)"/.exec(html)?.[1]
  return direction === 'ltr' || direction === 'rtl' ? direction : 'auto'
}

function isEmojiOnly(html: string): boolean {
  let count = 0
  const counted = () => {
    count += 1
    return ''
  }
  const written = html.replaceAll(emojiElement, counted)
  // The pattern of all emoji is the largest of the page, and few messages need it.
  if (!onlyEmojiCharacters.test(written)) return false
  // Some emoji, such as those with skin tones, are bare characters.
  const rest = written.replaceAll(/\p{RGI_Emoji}/gv, counted)
  return count > 0 && count <= mostLargeEmoji && /^\s*<p>(?:<br>|\s)*<\/p>\s*$/.test(rest)
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
