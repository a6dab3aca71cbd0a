import type { Bridge } from '../../preload/contract/bridge.ts'
import type { Failure } from '../../preload/contract/values.ts'
import type { InboxMeta } from '../../preload/contract/views/inbox.ts'
import { sentenceOf } from '../../words/words.ts'
import type { Place } from '../app/places.ts'
import type { LiveView, ViewClient } from '../bridge/view-client.svelte.ts'
import type { ComposerModel } from '../composer/composer-model.svelte.ts'
import type { KeptComposers } from '../composer/kept-composers.ts'
import { ReadToEnd } from '../conversation/read-to-end.svelte.ts'
import type { ScreenPorts, ScreenState, ScreenVisit } from '../places/screen-state.ts'
import type { KeptPosition } from '../ui/kept-position.ts'
import { ListScroll } from '../ui/list/list-scroll.ts'
import { MoreRows } from '../ui/list/more-rows.ts'
import { OnScreenReport, type OnScreen } from '../ui/on-screen.ts'
import { linesOf, mergedRows, type InboxLine, type InboxRow } from './inbox-rows.ts'
import { RowAnswer } from './row-answer.svelte.ts'

/** The answer to a row, in which the user writes. */
interface OpenAnswer {
  readonly key: string
  readonly answer: RowAnswer
}

/** A sent answer, shown in its row until a newer message is. */
interface Answered {
  readonly text: string
  /** The newest message of the row when it was sent. */
  readonly afterId: number
}

/** The unread conversations of an account, which can be read, marked and answered here. */
export class InboxScreen implements ScreenState {
  readonly place: Place = { kind: 'inbox' }
  readonly scroll: ListScroll
  readonly #bridge: Bridge
  readonly #views: ViewClient
  readonly #composers: KeptComposers
  readonly #tell: (sentence: string) => void
  readonly #accountId: string
  readonly #more: MoreRows
  readonly #view: LiveView<'inbox'>
  #rows = $state.raw<readonly InboxRow[]>([])
  #open = $state.raw<OpenAnswer | null>(null)
  #answered = $state.raw<ReadonlyMap<string, Answered>>(new Map())
  /** What was marked last, for taking it back. */
  #marked = $state.raw<ReadToEnd | null>(null)
  /** Rows that the user marked, with their newest message then: the engine may still list them. */
  readonly #removed = new Map<string, number>()
  /** Unread rows that the list, which was opened again, has not reached yet. */
  readonly #awaited = new Set<string>()
  /** The engine's list that was merged last. */
  #merged = ''
  /** The rows with the headings of their sections. */
  readonly lines: readonly InboxLine[] = $derived.by(() => linesOf(this.#rows))
  readonly #onScreen = new OnScreenReport(
    () => this.#view.viewId,
    (shown) => void this.#tellOnScreen(shown),
  )

  constructor(
    { accountId, position }: Pick<ScreenVisit, 'accountId' | 'position'>,
    { bridge, views, composers, tell }: Pick<ScreenPorts, 'bridge' | 'views' | 'composers' | 'tell'>,
  ) {
    this.scroll = new ListScroll(position)
    this.#bridge = bridge
    this.#more = new MoreRows(bridge)
    this.#views = views
    this.#composers = composers
    this.#tell = tell
    this.#accountId = accountId
    this.#view = views.open(accountId, { type: 'inbox' })
    this.#view.onChange = () => {
      this.#update()
    }
  }

  get meta(): InboxMeta | null {
    return this.#view.meta
  }

  get failure(): Failure | null {
    return this.#view.failure
  }

  /** The number of conversations that are listed. */
  get count(): number {
    return this.#rows.length
  }

  /** What was marked last; null if nothing was. */
  get marked(): ReadToEnd | null {
    return this.#marked
  }

  /** The composer in which an answer is written, for those who store what is written. */
  get composer(): ComposerModel | null {
    return this.#open?.answer.composer ?? null
  }

  /** The answer that is open below a row; null if there is none. */
  answerOf(key: string): RowAnswer | null {
    return this.#open?.key === key ? this.#open.answer : null
  }

  /** The key of the row in which the user writes; null for none. */
  get answeredKey(): string | null {
    return this.#open?.key ?? null
  }

  /** The text of the answer that was sent from here; null if there is none, or if a newer message is shown. */
  answeredText({ key, entry }: InboxRow): string | null {
    const sent = this.#answered.get(key)
    return sent === undefined || (entry.last?.id ?? 0) > sent.afterId ? null : sent.text
  }

  /** Reopens the list after a failure. */
  retry(): void {
    this.#view.retry()
  }

  #update(): void {
    const listed = new Map(this.#view.items.map((entry) => [entry.key, entry]))
    for (const [key, newestId] of this.#removed) {
      const entry = listed.get(key)
      // The engine has removed it as well, or something came after it was marked.
      if (entry === undefined || entry.newestId > newestId) this.#removed.delete(key)
    }
    this.#awaitRows(listed)
    const entries = this.#view.items.filter(({ key }) => !this.#removed.has(key))
    this.#rows = mergedRows(this.#rows, entries, this.#open?.key ?? null, this.#awaited)
    if (this.#awaited.size > 0) void this.reach(this.lines.length)
  }

  /** Requests more conversations near the end of the list. */
  reach(index: number): Promise<void> {
    return this.#more.reach(this.#view, index, this.lines.length)
  }

  /** A list that is opened again, as after a failure, starts with its first step: the rows beyond it are not read. */
  #awaitRows(listed: ReadonlyMap<string, unknown>): void {
    const { viewId, meta } = this.#view
    if (viewId !== this.#merged) for (const { key, isRead } of this.#rows) if (!isRead) this.#awaited.add(key)
    this.#merged = viewId
    if (meta?.hasMore !== true) this.#awaited.clear()
    for (const key of listed.keys()) this.#awaited.delete(key)
  }

  /** Opens the composer below a row, or gives it the focus. */
  answer({ key, entry }: InboxRow): void {
    if (this.#open?.key === key) {
      this.#open.answer.composer.focusRequests += 1
      return
    }
    this.closeAnswer()
    const answer = new RowAnswer({
      accountId: this.#accountId,
      views: this.#views,
      composers: this.#composers,
      narrow: entry.narrow,
      onSent: (text) => {
        this.#answered = new Map([...this.#answered, [key, { text, afterId: entry.last?.id ?? 0 }]])
        if (this.#open?.answer === answer) this.closeAnswer()
      },
    })
    this.#open = { key, answer }
  }

  /** Closes the composer; what is written stays the draft of the conversation. */
  closeAnswer(): void {
    this.#open?.answer.close()
    this.#open = null
  }

  /** Marks a conversation as read and takes it from the list at once. It comes back if that is refused. */
  async markRead(row: InboxRow): Promise<void> {
    const { key, entry } = row
    if (this.#open?.key === key) this.closeAnswer()
    this.#removed.set(key, entry.newestId)
    this.#rows = this.#rows.filter((each) => each.key !== key)
    if (row.isRead) return
    const marked = new ReadToEnd(this.#bridge, this.#accountId, entry.narrow)
    const failure = await marked.read()
    if (failure === null) {
      this.#marked = marked
      return
    }
    this.#showAgain(key)
    this.#tell(sentenceOf(failure))
  }

  /** Makes unread again what was marked last. */
  async undo(): Promise<void> {
    const marked = this.#marked
    if (marked === null) return
    this.#removed.clear()
    const failure = await marked.takeBack()
    if (failure !== null) this.#tell(sentenceOf(failure))
  }

  #showAgain(key: string): void {
    this.#removed.delete(key)
    this.#update()
  }

  /** Reports which conversations are on screen: those in doubt are verified first (M8). */
  onScreenChanged(measure: () => OnScreen): void {
    this.#onScreen.changed(measure)
  }

  async #tellOnScreen(shown: OnScreen): Promise<void> {
    const { viewId } = this.#view
    const { first, last } = shown ?? { first: null, last: null }
    const result = await this.#bridge.call('views.look', { accountId: this.#accountId, viewId, first, last })
    if (!result.ok) this.#onScreen.forget()
  }

  get isDrawable(): boolean {
    return this.#view.isDrawable
  }

  position(): KeptPosition | null {
    return this.scroll.position()
  }

  close(): void {
    this.closeAnswer()
    this.#onScreen.close()
    this.#views.close(this.#view)
  }
}
