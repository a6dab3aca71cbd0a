import type { MessageRow } from '#engine/store/message-row.ts'
import { escapeAttribute, escapeText } from '#engine/state/content/markup.ts'
import { emojiCharacter, emojiCodeOf } from '#engine/values/emoji/emoji-names.ts'
import { readReactions } from '#engine/values/reactions.ts'
import { catalogue } from '#i18n/catalogue.ts'
import { personName } from '#i18n/names.ts'
import { dayKey, formatFull, formatTime } from '#i18n/times.ts'
import type { UserId } from '#shared/ids.ts'
import type { Gap, PlannedConversation } from '../plan.ts'
import { exportedContent, type ContentTargets } from './content.ts'
import { nameHtml } from './document.ts'

/** What the messages of a page need besides their rows. */
export interface MessageContext {
  readonly targets: ContentTargets
  /** Returns the name of a person; null if it is unknown. */
  readonly name: (id: UserId) => string | null
}

/** The texts of the export, in the language that its thread speaks. */
const t = () => catalogue.exporting.document
/** A reaction names this many people; the others are counted. */
const mostReactors = 50

/** Draws the messages of one page in turn, with the days and the gaps between them. */
export class MessagePage {
  readonly #context: MessageContext
  /** The gaps that have not been drawn yet, the oldest first. */
  readonly #gaps: Gap[]
  #day = ''

  /** @param after the id below the first message of the page */
  constructor(conversation: Pick<PlannedConversation, 'gaps'>, after: number, context: MessageContext) {
    this.#context = context
    // A gap at the end of the page before belongs to that page, except one before the first message of all.
    this.#gaps = conversation.gaps.filter(({ high }) => high > after)
  }

  /** Draws one message after the day and the gap that precede it. */
  message(row: MessageRow): string {
    return `${this.#gapsBefore(row.id)}${this.#dayOf(row)}${messageHtml(row, this.#context)}`
  }

  /** Draws the gaps after the last message up to an id. */
  end(upTo: number): string {
    return this.#gapsBefore(upTo + 1)
  }

  #gapsBefore(id: number): string {
    let html = ''
    for (let gap = this.#gaps[0]; gap !== undefined && gap.high < id; gap = this.#gaps[0]) {
      this.#gaps.shift()
      html += `<p class="gap">${escapeText(t().gapHere)}</p>\n`
    }
    return html
  }

  #dayOf({ timestamp }: MessageRow): string {
    const day = dayKey(timestamp)
    if (day === this.#day) return ''
    this.#day = day
    return `<h2 class="day"><time datetime="${localDay(timestamp)}">${escapeText(catalogue.format.date(timestamp * 1000))}</time></h2>\n`
  }
}

/** The calendar day in this computer's time zone, in the form of ISO 8601. */
export function localDay(seconds: number): string {
  const date = new Date(seconds * 1000)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** A moment as an element; its words are already those of the reader. */
export function timeHtml(seconds: number, words: string): string {
  return `<time datetime="${new Date(seconds * 1000).toISOString()}">${escapeText(words)}</time>`
}

function messageHtml(row: MessageRow, { targets, name }: MessageContext): string {
  const sender = personName({ id: row.sender_id, name: name(row.sender_id) })
  const { hours } = targets
  const when = timeHtml(row.timestamp, formatTime(row.timestamp, hours))
  const marks = [
    row.edited_at === null ? '' : mark(t().edited, formatFull(row.edited_at, hours)),
    row.moved_at === null ? '' : mark(t().moved, formatFull(row.moved_at, hours)),
    row.is_starred === 1 ? `<span class="mark">${escapeText(t().starred)}</span>` : '',
  ].join('')
  const content = exportedContent(row.content, targets)
  const acted =
    row.is_me === 1
      ? content.replace(/^(<p[^>]*>)\/me(?=[\s<])/, (_, tag: string) => `${tag}${nameHtml(sender)}`)
      : content
  return `<article class="message" id="m${row.id}">
<header><span class="sender">${nameHtml(sender)}</span> <a class="moment" href="#m${row.id}">${when}</a>${marks}</header>
<div class="content" dir="auto">${acted}</div>
${reactionsHtml(row, name)}</article>
`
}

function mark(word: string, title: string): string {
  return `<span class="mark" title="${escapeAttribute(title)}">${escapeText(word)}</span>`
}

function reactionsHtml(row: MessageRow, name: (id: UserId) => string | null): string {
  const reactions = readReactions(row.reactions)
  if (reactions.length === 0) return ''
  const items = reactions.map((reaction) => {
    const people = reaction.users.slice(0, mostReactors).map((id) => personName({ id, name: name(id) }))
    const rest = reaction.users.length - people.length
    const { others, reacted } = catalogue.reactions
    const title = reacted(rest > 0 ? [...people, others(rest)] : people, reaction.name)
    return `<li title="${escapeAttribute(title)}">${escapeText(reactionText(reaction))} ${catalogue.format.number(reaction.users.length)}</li>`
  })
  return `<ul class="reactions" aria-label="${escapeAttribute(t().reactions)}">${items.join('')}</ul>\n`
}

/** The character of a reaction, or its name between colons. */
export function reactionText({
  type,
  code,
  name,
}: {
  readonly type: string
  readonly code: string
  readonly name: string
}): string {
  const character = type === 'unicode_emoji' ? emojiCharacter(emojiCodeOf(code)) : ''
  return character === '' ? `:${name.slice(0, 100)}:` : character
}
