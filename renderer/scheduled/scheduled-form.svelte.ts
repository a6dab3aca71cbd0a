import type { FormTexts } from '#contract/resources/forms.ts'
import type { ScheduledItem } from '#contract/resources/scheduled.ts'
import type { Failure } from '#contract/values.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { EditingSession } from '../composer/editor/editing-session.ts'
import { scheduleProblem } from '../composer/sending/send-later.ts'
import { fieldsOf, secondsOf } from '../ui/moments/moment-fields.ts'

/** What the form asks for. */
export interface ScheduledChange {
  readonly content: string
  /** UNIX seconds. */
  readonly deliverAt: number
}

/** The server has a limit of its own, which is lower by default. */
const longest = clientLimits.snippetText.most

/** Another text and time for a scheduled message. */
export class ScheduledForm {
  readonly item: ScheduledItem
  /** What can be undone in the text. */
  readonly session = new EditingSession()
  content = $state('')
  day = $state('')
  time = $state('')
  /** Why it was not saved. */
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

  /** All that is in the fields, and what the message was when they were filled. */
  get texts(): FormTexts {
    const { content, day, time } = this
    return { content, day, time, of: this.#message }
  }

  /** Takes what a form was left with. If the message was changed meanwhile, its own time counts. */
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

  /** What is to be saved; null if it cannot be, and `failure` says why. */
  change(): ScheduledChange | null {
    const deliverAt = this.#deliverAt()
    this.failure = this.#problem(deliverAt)
    return deliverAt === null || this.failure !== null ? null : { content: this.content, deliverAt }
  }

  /** An unchanged minute keeps its seconds. */
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
