import type { FrequentEmoji } from '#contract/emoji.ts'
import type { FormTexts } from '#contract/drafts.ts'
import type { OwnStatus } from '#contract/people/own-account.ts'
import { clientLimits } from '#shared/client-limits.ts'
import type { AccountCalls } from '../../state/account-calls.ts'
import type { EmojiPick } from '../../state/overlays.svelte.ts'
import { Submission } from '../../ui/form/submission.svelte.ts'
import { statusEnd, statusEndKinds, type StatusEndKind } from './status-ends.ts'

/** The emoji of a status that is being edited. */
export type StatusEmoji = Pick<FrequentEmoji, 'type' | 'code' | 'name' | 'picture'>

/** A status that is offered for choice. Its text is in the catalogue. */
export type StatusPreset = 'busy' | 'meeting' | 'commuting' | 'sick' | 'vacation' | 'home' | 'office'

const unicode = (code: string, name: string): StatusEmoji => ({ type: 'unicode_emoji', code, name, picture: null })

/** The emoji and the usual ends of the statuses that are offered. */
export const statusPresets: readonly {
  readonly kind: StatusPreset
  readonly emoji: StatusEmoji
  readonly end: StatusEndKind
}[] = [
  { kind: 'busy', emoji: unicode('1f6e0', 'working_on_it'), end: 'hour' },
  { kind: 'meeting', emoji: unicode('1f4c5', 'calendar'), end: 'hour' },
  { kind: 'commuting', emoji: unicode('1f68c', 'bus'), end: 'half_hour' },
  { kind: 'sick', emoji: unicode('1f915', 'hurt'), end: 'tomorrow' },
  { kind: 'vacation', emoji: unicode('1f334', 'palm_tree'), end: 'never' },
  { kind: 'home', emoji: unicode('1f3e0', 'house'), end: 'today' },
  { kind: 'office', emoji: unicode('1f3e2', 'office'), end: 'today' },
]

/** The form of the own status. A change of another device fills an untouched form and leaves a changed one alone. */
export class StatusForm {
  readonly #calls: Pick<AccountCalls, 'askOf'>
  readonly #accountId: string
  readonly #now: () => number
  text = $state('')
  emoji = $state.raw<StatusEmoji | null>(null)
  end = $state.raw<StatusEndKind>('never')
  /** The chosen day and time, UNIX milliseconds; null unless `end` is `moment`. */
  moment = $state.raw<number | null>(null)
  readonly submission = new Submission()
  /** The fields as the status of the server fills them. */
  #base: FormTexts = {}

  /** @param now returns UNIX milliseconds */
  constructor(calls: Pick<AccountCalls, 'askOf'>, accountId: string, status: OwnStatus | null, now = () => Date.now()) {
    this.#calls = calls
    this.#accountId = accountId
    this.#now = now
    this.#fillFrom(status)
  }

  /** The contents of the form, which are kept if it is abandoned. */
  get texts(): FormTexts {
    const { text, emoji, end, moment } = this
    return {
      text,
      emoji: emoji === null ? '' : JSON.stringify(emoji),
      end: end === 'never' ? '' : end,
      moment: moment === null ? '' : String(moment),
    }
  }

  /** Restores the contents of an abandoned form. */
  fill({ text = '', emoji = '', end, moment = '' }: FormTexts): void {
    this.text = text
    // Only `texts` writes this text.
    this.emoji = emoji === '' ? null : (JSON.parse(emoji) as StatusEmoji)
    this.end = statusEndKinds.find((kind) => kind === end) ?? 'never'
    this.moment = moment === '' ? null : Number(moment)
    // A moment that has passed meanwhile is no end any more.
    if (this.moment !== null && this.moment <= this.#now()) this.choose('never')
  }

  /** Whether the fields differ from the status of the server. */
  get isChanged(): boolean {
    const { texts } = this
    return Object.entries(texts).some(([name, text]) => text.trim() !== (this.#base[name] ?? '').trim())
  }

  /** The number of code points that remain, if few do; null far from the limit. */
  get remaining(): number | null {
    const { most } = clientLimits.statusText
    const remaining = most - [...this.text.trim()].length
    return remaining <= 15 ? remaining : null
  }

  /** Takes over a change of the status, unless the user has changed the form. */
  follow(status: OwnStatus | null): void {
    if (!this.isChanged) this.#fillFrom(status)
  }

  usePreset(text: string, { emoji, end }: Pick<(typeof statusPresets)[number], 'emoji' | 'end'>): void {
    this.text = text
    this.emoji = emoji
    const isOver = (statusEnd(end, this.#now()) ?? Infinity) <= this.#now()
    this.choose(isOver ? 'tomorrow' : end)
  }

  pick(picked: EmojiPick): void {
    this.emoji = emojiOf(picked)
  }

  /** Chooses an end that is offered. */
  choose(end: StatusEndKind): void {
    this.end = end
    this.moment = null
  }

  /** Chooses a day and a time. @param seconds UNIX seconds */
  chooseMoment(seconds: number): void {
    this.end = 'moment'
    this.moment = seconds * 1000
  }

  /** Sets the status. @returns whether that succeeded */
  async save(): Promise<boolean> {
    const { text, emoji, end, moment } = this
    const until = end === 'moment' ? moment : statusEnd(end, this.#now())
    return this.#set({ text, emoji: emoji === null ? null : { type: emoji.type, code: emoji.code }, until })
  }

  /** Clears the status. @returns whether that succeeded */
  async clear(): Promise<boolean> {
    return this.#set({ text: '', emoji: null, until: null })
  }

  async #set(status: {
    readonly text: string
    readonly emoji: { readonly type: string; readonly code: string } | null
    readonly until: number | null
  }): Promise<boolean> {
    this.submission.failure = null
    const done = await this.submission.run(() => this.#calls.askOf(this.#accountId, 'account.setStatus', status))
    return done !== undefined
  }

  #fillFrom(status: OwnStatus | null): void {
    this.text = status?.text ?? ''
    this.emoji = status?.emoji == null ? null : emojiOf(status.emoji)
    this.end = status?.until == null ? 'never' : 'moment'
    this.moment = status?.until ?? null
    this.#base = this.texts
  }
}

function emojiOf({ type, code, name, picture }: StatusEmoji): StatusEmoji {
  return { type, code, name, picture }
}
