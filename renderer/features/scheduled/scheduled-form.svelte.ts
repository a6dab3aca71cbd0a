import type { Failure } from '#contract/base/failures.ts'
import type { FormTexts } from '#contract/drafts.ts'
import type { ScheduledItem } from '#contract/scheduled.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { EditingSession } from '../../parts/editor/markdown/editing-session.ts'
import { scheduleProblem } from '../../parts/composer/sending/send-later.ts'
import { fieldsOf, secondsOf } from '../../parts/moments/moments.ts'

/** The change that the form requests. */
export interface ScheduledChange {
  readonly content: string
  /** The time of delivery in UNIX seconds. */
  readonly deliverAt: number
}

/** The limit of the text in characters; the server's own limit is lower by default. */
const longest = clientLimits.snippetText.most

/** The form for another text and time of a scheduled message. */
export class ScheduledForm {
  readonly item: ScheduledItem
  /** The history of edits in the text, for undoing them. */
  readonly session = new EditingSession()
  content = $state('')
  day = $state('')
  time = $state('')
  /** The failure of the last attempt to save; null if there was none. */
  failure = $state.raw<Failure | null>(null)
  readonly #shownDay: string
  readonly #shownTime: string
  readonly #now: () => number

  /** @param now UNIX milliseconds */
  constructor(item: ScheduledItem, now: () => number = Date.now) {
    this.item = item
    this.#now = now
    const { day, time } = fieldsOf(item.deliverAt)
    this.#shownDay = day
    this.#shownTime = time
    this.day = day
    this.time = time
    this.content = item.content
  }

  /** The first day that can be chosen. */
  get firstDay(): string {
    return fieldsOf(this.#now() / 1000).day
  }

  /** The contents of the fields, and the message at the time when they were filled. */
  get texts(): FormTexts {
    const { content, day, time } = this
    return { content, day, time, of: this.#message }
  }

  /** Restores the contents of an abandoned form. If the message was changed meanwhile, its own time is kept. */
  fill({ content, day, time, of }: FormTexts): void {
    this.content = content ?? this.item.content
    if (of !== this.#message) return
    this.day = day ?? this.#shownDay
    this.time = time ?? this.#shownTime
  }

  get #message(): string {
    const { content, deliverAt } = this.item
    return JSON.stringify([content, deliverAt])
  }

  /** Returns the change to save; null, with a `failure`, if it is invalid. */
  change(): ScheduledChange | null {
    const deliverAt = this.#deliverAt()
    this.failure = this.#problem(deliverAt)
    return deliverAt === null || this.failure !== null ? null : { content: this.content, deliverAt }
  }

  /** Returns the time of delivery; an unchanged minute keeps its seconds. */
  #deliverAt(): number | null {
    const isSame = this.day === this.#shownDay && this.time === this.#shownTime
    return isSame ? this.item.deliverAt : secondsOf(this)
  }

  #problem(deliverAt: number | null): Failure | null {
    if (this.content.trim() === '') return { code: 'EMPTY_MESSAGE', values: { act: 'schedule' } }
    const { length } = this.content
    if (length > longest) return { code: 'TEXT_TOO_LONG', values: { length, most: longest } }
    if (deliverAt === null) return { code: 'TIME_MISSING' }
    return scheduleProblem(deliverAt, this.#now())
  }
}
