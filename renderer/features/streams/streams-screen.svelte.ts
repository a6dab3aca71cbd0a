import type { StreamItem } from '#contract/streams.ts'
import { clientLimits } from '#shared/client-limits.ts'
import type { StreamId } from '#shared/ids.ts'
import { streamFilters, type StreamFilter } from '#shared/stream-choices.ts'
import type { Route } from '../../state/routes/routes.ts'
import type { AccountCalls } from '../../state/account-calls.ts'
import { ReplacedView } from '../../bridge/replaced-view.svelte.ts'
import type { ScreenPorts, ScreenVisit } from '../../state/routes/screen-state.ts'
import type { LiveView } from '../../bridge/view-client.svelte.ts'
import { ListScreenState } from '../../state/routes/list-screen-state.ts'
import { MoreRows } from '../../bridge/more-rows.ts'
import type { LeftForm, LeftForms } from '../../state/left-forms.svelte.ts'
import { mayCreate, NewStream } from './new-stream.svelte.ts'

/** The streams of the organization, filtered and searched, with joining and leaving. */
export class StreamsScreen extends ListScreenState<'streams'> {
  readonly route: Route = { kind: 'streams' }
  readonly #calls: Pick<AccountCalls, 'joinStream' | 'ask'>
  #filter = $state.raw<StreamFilter>('all')
  #search = $state('')
  readonly #view: ReplacedView<'streams'>
  readonly #more: MoreRows
  /** The streams that are being joined or left. */
  #changing = $state.raw<ReadonlySet<StreamId>>(new Set())
  /** The private stream that the user is asked to confirm before leaving it; null for none. */
  leaving = $state.raw<StreamItem | null>(null)
  /** The new stream. Its contents remain while the form is closed, and return with another visit. */
  #creating: NewStream | null = null
  /** Keeps the contents of the new stream's form. */
  left = $state.raw<LeftForm | null>(null)
  readonly #forms: LeftForms
  readonly #accountId: string
  #withdrawNotice: () => void = () => undefined
  /** The form that is open. */
  form = $state.raw<'closed' | 'stream' | 'people'>('closed')
  /** Whether the form was requested before the account's rights were known. */
  isFormAwaited = $state.raw(false)
  #lookedAt = ''

  constructor(
    { accountId, position, text }: Pick<ScreenVisit, 'accountId' | 'position' | 'text'>,
    { bridge, views, calls, leftForms }: Pick<ScreenPorts, 'bridge' | 'views' | 'calls' | 'leftForms'>,
  ) {
    super(position)
    this.#accountId = accountId
    this.#forms = leftForms
    this.#more = new MoreRows(bridge)
    this.#calls = calls
    const end = text.indexOf(':')
    this.#filter = streamFilters.find((filter) => filter === text.slice(0, Math.max(0, end))) ?? 'all'
    this.#search = text.slice(end + 1)
    this.#view = new ReplacedView(views, accountId)
    this.#ask()
  }

  protected get shown(): LiveView<'streams'> | null {
    return this.#view.shown
  }

  /** The new stream of the open form; null while it is closed. */
  get creating(): NewStream | null {
    return this.form === 'closed' ? null : this.#creating
  }

  get filter(): StreamFilter {
    return this.#filter
  }

  /** The text of the search. */
  get query(): string {
    return this.#search
  }

  /** The filter and the search, which a return to this visit restores. */
  get text(): string {
    return `${this.#filter}:${this.#search}`
  }

  isChanging(streamId: StreamId): boolean {
    return this.#changing.has(streamId)
  }

  choose(filter: StreamFilter): void {
    if (filter === this.#filter) return
    this.#filter = filter
    this.#ask()
  }

  search(text: string): void {
    if (text === this.#search) return
    this.#search = text
    this.#ask()
  }

  /** Joins a stream, or leaves it. Leaving a private one needs a confirmation, since it cannot be joined again. */
  async join(stream: StreamItem): Promise<void> {
    if (stream.isSubscribed && stream.privacy === 'private') this.leaving = stream
    else if (stream.isSubscribed || stream.canJoin) await this.#set(stream, !stream.isSubscribed)
  }

  /** Opens the form for a new stream, if the account has the right to create one. */
  startCreating(): void {
    const creation = this.meta?.creation
    this.isFormAwaited = creation === undefined
    if (creation === undefined || !mayCreate(creation)) return
    this.#creating ??= this.#newStream(new NewStream(this.#calls, creation))
    this.form = 'stream'
  }

  #newStream(stream: NewStream): NewStream {
    this.left = this.#forms.open({
      accountId: this.#accountId,
      name: 'new_stream',
      read: () => stream.texts,
      show: (texts) => {
        stream.fill(texts)
      },
    })
    return stream
  }

  /** Closes the form without creating a stream. */
  stopCreating(): void {
    this.form = 'closed'
    this.left?.changed()
    this.#withdrawNotice =
      this.left?.offer(() => {
        this.startCreating()
      }) ?? this.#withdrawNotice
  }

  /** Ends the creation of a stream; the next form is empty. */
  created(): void {
    this.left?.done()
    this.left = null
    this.#creating = null
    this.form = 'closed'
  }

  /** Leaves the stream after the user has confirmed that. */
  async confirmLeaving(): Promise<void> {
    const { leaving } = this
    this.leaving = null
    if (leaving !== null) await this.#set(leaving, false)
  }

  async #set({ streamId }: StreamItem, isJoined: boolean): Promise<void> {
    if (this.#changing.has(streamId)) return
    this.#changing = new Set([...this.#changing, streamId])
    await this.#calls.joinStream(streamId, isJoined)
    this.#changing = new Set([...this.#changing].filter((id) => id !== streamId))
  }

  /** Returns the first match of the typed text, also if its answer is still on its way; null if there is none. */
  async firstMatch(): Promise<StreamItem | null> {
    return (await this.#view.latest())?.items[0] ?? null
  }

  /** Requests more rows near the end of the list, once for each length of the list. */
  async reach(index: number): Promise<void> {
    const { shown } = this.#view
    if (shown !== null) await this.#more.reach(shown, index)
  }

  /** Requests the counts of subscribers of visible rows. */
  look(first: number, last: number): void {
    const ids = this.items.slice(first, Math.min(last + 1, first + clientLimits.streamsOnScreen.most))
    const streamIds = ids.filter(({ subscribers }) => subscribers === null).map(({ streamId }) => streamId)
    const seen = streamIds.join(' ')
    if (seen === this.#lookedAt || streamIds.length === 0) return
    this.#lookedAt = seen
    void this.#calls.ask('streams.look', { streamIds })
  }

  #ask(): void {
    const text = this.#search.slice(0, clientLimits.nameQuery.most)
    this.#view.ask({ type: 'streams', filter: this.#filter, text })
  }

  close(): void {
    this.left?.close()
    this.#withdrawNotice()
    this.#view.close()
  }
}
