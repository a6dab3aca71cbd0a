import type { CachePolicy } from '../../preload/contract/calls/cache.ts'
import type { Connection } from '../../preload/contract/connection-state.ts'
import type { Result } from '../../preload/contract/values.ts'
import type { OpenedView } from '../../preload/contract/views.ts'
import { deleteQueue } from './api/events.ts'
import { createHandlers, type EngineCallName, type EngineInput, type Handlers } from './calls.ts'
import { Core } from './core.ts'
import { failureOf } from './failure-of.ts'
import type { Change } from './model/changes.ts'
import { Notifier } from './notifications/notifier.ts'
import { DraftSync } from './drafts/synchronization.ts'
import { Outbox } from './actions/outbox.ts'
import { filesOfActions } from './actions/kept-files.ts'
import { setUnreadableAside } from './actions/set-aside.ts'
import { WaitReasons } from './actions/wait-reason.ts'
import type { EnginePorts, Signal } from './ports.ts'
import type { Chore } from './upkeep/chore.ts'
import { searchIndexer } from './upkeep/search-indexer.ts'
import { IndexMerger } from './upkeep/index-merger.ts'
import { draftAttachments } from './store/drafts.ts'
import { Backfill } from './sync/backfill.ts'
import { CatchUpRecord } from './sync/catch-up-record.ts'
import { failureNote } from './sync/connection-record.ts'
import { ContainerReads } from './sync/settling/container-reads.ts'
import { fetchEmojiNames } from './sync/emoji-data.ts'
import { Eviction } from './upkeep/eviction.ts'
import { failureKind } from './sync/failures.ts'
import { Fetcher } from './sync/fetcher.ts'
import { FlagSettler } from './sync/settling/flag-settler.ts'
import { contentRenewal } from './upkeep/content-renewal.ts'
import { Housekeeping } from './upkeep/housekeeping.ts'
import { learnMentions } from './sync/mention-facts.ts'
import { Poller } from './sync/queue/poller.ts'
import { PresenceReporter } from './sync/presence-reporter.ts'
import { RequestBudget } from './sync/settling/request-budget.ts'
import { QuietRecord } from './sync/quiet-record.ts'
import { RowSettler } from './sync/settling/row-settler.ts'
import { Settling } from './sync/settling/settling.ts'
import { streamConversation } from './values/conversation.ts'
import { TopicLists } from './sync/topic-lists.ts'
import { TouchedMessages } from './sync/touched.ts'
import { ConnectionView } from './views/connection.ts'
import { ConversationView } from './views/conversation.ts'
import { createView } from './views/create-view.ts'
import { FeedView } from './views/feed.ts'
import { OutboxView } from './views/outbox.ts'
import { ShownFailures } from './views/shown-failures.ts'
import { ShownPreferences } from './views/shown-preferences.ts'
import { ShownUnread } from './views/shown-unread.ts'
import { isRefreshable, ViewHost, type RefreshableView, type View } from './views/view-host.ts'
import type { EngineWorkers } from './workers/workers.ts'

/** Confirmed rows are remembered so long, against repeated calls and double claims. */
const sentMemoryMs = 30 * 86_400_000
const deleteQueueTimeoutMs = 2_000
/** Catching up that a failed request has ended begins again after this. */
const catchUpAgainMs = 30_000

/** One account: its cache, its queue, its outbox and its views. An ordinary class; the app runs it in a thread. */
export class Engine {
  readonly #core: Core
  readonly #poller: Poller
  readonly #outbox: Outbox
  readonly #waiting: WaitReasons
  readonly #backfill: Backfill
  readonly #settling: Settling
  readonly #reads: ContainerReads
  readonly #rowSettler: RowSettler
  readonly #budget: RequestBudget
  readonly #fetcher: Fetcher
  readonly #views: ViewHost
  readonly #preferences: ShownPreferences
  readonly #unread: ShownUnread
  readonly #failures: ShownFailures
  readonly #draftSync: DraftSync
  readonly #notifier: Notifier
  readonly #indexer: Chore
  readonly #renewal: Chore
  readonly #merger: IndexMerger
  readonly #eviction: Eviction
  readonly #housekeeping: Housekeeping
  readonly #presence: PresenceReporter
  readonly #flagSettler: FlagSettler
  readonly #topicLists: TopicLists
  /** Conversations that were opened, and whose newest messages were asked for (F5). */
  readonly #newestAsked = new Set<string>()
  #isFocused = false
  #keptAttachments: string | null = null
  readonly #handlers: Handlers
  #closed = false
  #statusText = ''
  /** The epoch whose gaps have been filled, or are being filled; null when that has to be done again. */
  #caughtUpEpoch: number | null = null
  #cancelCatchUp: (() => void) | undefined
  /** Raised by each catching up: the last one counts. */
  #catchUps = 0
  readonly #catchUpRecord: CatchUpRecord
  readonly #quiet = new QuietRecord()

  /** @throws StoreError when the account's database cannot be opened. */
  constructor(ports: EnginePorts & EngineWorkers) {
    const touched = new TouchedMessages()
    this.#core = new Core(ports)
    this.#core.store.transaction(() => {
      const aside = setUnreadableAside(this.#core.store)
      if (aside > 0) ports.log('error', `${aside} rows of the outbox cannot be read; they are kept and say so`)
      this.#core.store.outbox.recoverInterrupted()
      this.#core.store.outbox.forgetSent(ports.clock.now() - sentMemoryMs)
    })
    this.#fetcher = new Fetcher(this.#core, touched)
    this.#preferences = new ShownPreferences(this.#core)
    this.#unread = new ShownUnread(this.#core, this.#preferences)
    this.#failures = new ShownFailures(this.#core)
    this.#views = new ViewHost(this.#core)
    this.#catchUpRecord = new CatchUpRecord(() => {
      this.#core.wall('since when nothing waits', () => {
        this.#noteQuiet()
      })
    })
    this.#backfill = new Backfill(this.#core, this.#fetcher)
    this.#settling = new Settling(this.#core, this.#fetcher)
    this.#reads = new ContainerReads(this.#core)
    this.#budget = new RequestBudget()
    this.#rowSettler = new RowSettler(this.#core, this.#fetcher, this.#budget, {
      isOnline: () => this.#poller.isOnline,
      // A conversation asks for what it lacks by itself.
      shown: (viewId, { first, last }) =>
        this.#views.get(viewId) instanceof ConversationView ? [] : this.#views.shownBetween(viewId, first, last),
    })
    this.#poller = new Poller(this.#core, {
      onConnection: (connection) => {
        this.#onConnection(connection)
      },
      onReached: () => {
        this.#views.invalidate((view) => view instanceof ConnectionView)
      },
      onEvents: (events) => {
        touched.note(events)
        this.#reads.noteEvents(events)
      },
      onApplied: () => {
        this.#flagSettler.run()
        this.#topicLists.run()
      },
    })
    this.#topicLists = new TopicLists(this.#core, touched, () => this.#poller.isOnline)
    this.#flagSettler = new FlagSettler(this.#core, this.#fetcher, () => this.#poller.isOnline)
    this.#outbox = new Outbox(this.#core, this.#fetcher, touched, {
      isOnline: () => this.#poller.isOnline,
      onTrouble: () => {
        this.#poller.retry()
      },
      onSignedOut: (reason) => {
        this.#poller.halt({ state: 'signed_out', reason })
      },
    })
    this.#waiting = new WaitReasons(this.#core, {
      connection: () => this.#poller.connection,
      pause: () => this.#outbox.pause,
      uploadedBytes: (attachmentId) => this.#outbox.uploads.uploadedBytes(attachmentId),
    })
    // Only a client that has caught up knows whether the server's copy has changed.
    this.#draftSync = new DraftSync(this.#core, () => this.#poller.connection.state === 'online')
    this.#notifier = new Notifier(this.#core, this.#unread, this.#preferences, {
      isWatched: (conversation) =>
        this.#isFocused && this.#conversations().some((view) => view.showsEndOf(conversation)),
    })
    this.#core.onCommit('the watches', (changes) => {
      for (const change of changes) {
        if (change.kind === 'ranges_lost' && change.container.startsWith('feed:')) touched.noteLost(change.container)
      }
    })
    this.#core.onCommit('the outbox', (changes) => {
      if (changes.some((change) => change.kind === 'outbox')) this.#outbox.run()
    })
    this.#core.onCommit('drafts', (changes) => {
      if (changes.some((change) => change.kind === 'drafts' || change.kind === 'preferences')) this.#draftSync.run()
    })
    this.#core.onCommit('the files of drafts and messages', (changes) => {
      if (changes.some((change) => change.kind === 'drafts' || change.kind === 'outbox')) this.#keepAttachments()
    })
    this.#core.onCommit('since when nothing waits', (changes) => {
      if (changes.some(({ kind }) => kind === 'outbox' || kind === 'drafts' || kind === 'waiting')) this.#noteQuiet()
    })
    this.#core.onCommit('the status', (changes) => {
      // To count all that is unread for each part of a registration's list takes far longer than the list.
      const isPart = changes.some((change) => change.kind === 'unread_replaced' && change.put.length > 0)
      if (!isPart) this.#publishStatus()
    })
    this.#core.onCommit('what was lost', (changes) => {
      this.#refetchLost(changes)
    })
    this.#core.onCommit('new subscriptions', (changes) => {
      this.#fetchSubscribed(changes)
    })
    this.#core.onCommit('rows in doubt', (changes) => {
      if (changes.some((change) => change.kind === 'epoch' || change.kind === 'streams')) this.#rowSettler.run()
    })
    this.#indexer = searchIndexer(this.#core)
    this.#renewal = contentRenewal(this.#core)
    this.#merger = new IndexMerger(this.#core)
    this.#presence = new PresenceReporter(this.#core, () => this.#poller.isOnline)
    this.#eviction = new Eviction(this.#core, touched, () =>
      Math.min(...this.#messageViews().map((view) => view.lowestShown())),
    )
    this.#housekeeping = new Housekeeping(this.#core, this.#eviction, this.#merger)
    this.#handlers = createHandlers({
      core: this.#core,
      views: this.#views,
      preferences: this.#preferences,
      unread: this.#unread,
      fetcher: this.#fetcher,
      rowSettler: this.#rowSettler,
      uploads: this.#outbox.uploads,
      isOnline: () => this.#poller.isOnline,
      openView: (viewId, query) => this.#openView(viewId, query),
      changeCachePolicy: (change) => this.#changeCachePolicy(change),
    })
  }

  /** Begins to talk to the server; views are answered from disk before and without it. */
  start(): void {
    const core = this.#core
    core.wall('the status', () => {
      this.#publishStatus()
    })
    // Where that fails nothing is said, and no file is taken for one that nobody needs.
    core.wall('the files of drafts and messages', () => {
      this.#keepAttachments()
    })
    this.#draftSync.run()
    core.apart('the search index', this.#indexer.run())
    core.apart('the renewal of texts', this.#renewal.run())
    this.#housekeeping.start()
    this.#poller.start()
  }

  /** Answers a call. Failures are data; a call that throws is a bug and answers so. */
  async call(name: EngineCallName, input: unknown): Promise<Result<unknown>> {
    if (this.#closed) return { ok: false, error: { code: 'CLOSED', message: 'This account is being closed.' } }
    if (name !== 'app.acknowledge') {
      this.#housekeeping.noteUse()
      this.#views.noteHeard()
    }
    try {
      // Main has validated the input against the contract's schema of this very name.
      const handle = this.#handlers[name] as (input: unknown) => Result<unknown> | Promise<Result<unknown>>
      return await handle(input)
    } catch (error) {
      this.#core.noteDamage(error)
      this.#core.ports.log('error', `${name} failed: ${error instanceof Error ? (error.stack ?? '') : String(error)}`)
      return { ok: false, error: failureOf(error) }
    }
  }

  /** The gate sends nothing before this moment, UNIX milliseconds: what waits can say so (F9). */
  hold(until: number): void {
    this.#core.hold(until)
  }

  signal(signal: Signal, reason?: string): void {
    switch (signal) {
      case 'retry':
        this.#tryNow()
        break
      case 'resume':
      case 'key_changed':
        this.#poller.retry()
        this.#outbox.run()
        break
      case 'focused':
      case 'blurred':
        this.#views.noteHeard()
        this.#isFocused = signal === 'focused'
        this.#presence.setActive(this.#isFocused)
        break
      case 'waiting_for_keychain':
        if (!this.#poller.isOnline) this.#poller.setConnection({ state: 'waiting_for_keychain' })
        break
      case 'no_key':
        this.#poller.halt({
          state: 'signed_out',
          reason:
            reason ?? 'The key of this account is not in your keychain. Sign in again to go on; nothing here is lost.',
        })
        break
    }
  }

  /** The window was loaded anew. */
  resetViews(): void {
    this.#views.reset()
    this.#rowSettler.reset()
  }

  /** Gives the event queue back to the server, at sign-out. Best effort, within two seconds. */
  async releaseQueue(): Promise<void> {
    const queue = this.#core.store.meta.queue()
    this.#poller.stop()
    if (queue === undefined) return
    try {
      await deleteQueue(this.#core.api, queue.queueId, { priority: 'foreground', timeoutMs: deleteQueueTimeoutMs })
    } catch {
      // The server drops it by itself when nobody has polled it for long enough.
    }
  }

  /** What SQLite's own check says of the account's file. */
  integrity(): string {
    return this.#core.store.integrity()
  }

  /** Stops all work and closes the file; the event queue is kept for a quick restart (Q11). */
  close(): void {
    if (this.#closed) return
    this.#closed = true
    this.#poller.stop()
    this.#cancelCatchUp?.()
    this.#backfill.stop()
    this.#settling.stop()
    this.#rowSettler.stop()
    this.#outbox.stop()
    this.#draftSync.stop()
    this.#notifier.stop()
    this.#indexer.stop()
    this.#renewal.stop()
    this.#merger.stop()
    this.#housekeeping.stop()
    this.#presence.stop()
    this.#flagSettler.stop()
    this.#topicLists.stop()
    this.#views.reset()
    this.#core.close()
  }

  /**
   * After a new queue began: what is on screen first, then everything else that was live before, what is in doubt where the
   * user reads, and the past.
   */
  async #catchUp(isOver: () => boolean): Promise<void> {
    const epoch = this.#core.world.epoch
    const { clock } = this.#core.ports
    const record = this.#catchUpRecord
    this.#caughtUpEpoch = epoch
    record.begin(clock.now())
    await this.#refreshViews()
    if (isOver()) return
    const isComplete = await this.#backfill.start((done, total) => {
      if (!isOver()) record.progress(done, total)
    })
    if (isOver()) return
    if (isComplete) record.beginChanged()
    if (!isComplete && this.#caughtUpEpoch === epoch) this.#caughtUpEpoch = null
    await learnMentions(this.#core, this.#fetcher)
    if (isOver()) return
    // What the backfill brought may still leave a hole in what is on screen.
    await this.#refreshViews()
    if (isOver()) return
    const isSettled = isComplete && (await this.#settling.run())
    if (isOver()) return
    if (isSettled) record.end()
    else record.fail((isComplete ? this.#settling : this.#backfill).failure, clock.now())
    const isDeep = await this.#backfill.deepen()
    if (isOver() || (isComplete && isSettled && isDeep)) return
    this.#catchUpAgain(isOver)
  }

  /** Goes on when the connection is there again; where it holds, nothing else would begin anew. */
  #catchUpAgain(isOver: () => boolean): void {
    const { clock } = this.#core.ports
    this.#caughtUpEpoch = null
    this.#catchUpRecord.rest(clock.now() + catchUpAgainMs)
    this.#cancelCatchUp = clock.schedule(catchUpAgainMs, () => {
      if (!isOver() && this.#poller.connection.state === 'online') this.#beginCatchUp()
    })
  }

  #beginCatchUp(): void {
    this.#cancelCatchUp?.()
    this.#catchUps += 1
    const round = this.#catchUps
    const isOver = () => this.#closed || round !== this.#catchUps
    const done = this.#catchUp(isOver).catch((error: unknown) => {
      if (!isOver()) {
        this.#catchUpRecord.fail(failureNote(failureKind(error)), this.#core.ports.clock.now())
        this.#catchUpAgain(isOver)
      }
      throw error
    })
    this.#core.apart('catching up', done)
  }

  /** A stream that was subscribed to just now has a past, and is not live yet (M14). */
  #fetchSubscribed(changes: readonly Change[]): void {
    const { store, world } = this.#core
    const isNew = changes.some(
      (change) =>
        change.kind === 'streams' &&
        change.put.some(
          (row) =>
            row.is_subscribed === 1 &&
            !store.ranges.of(streamConversation(row.id)).some((range) => range.live_epoch === world.epoch),
        ),
    )
    if (!isNew) return
    this.#caughtUpEpoch = null
    if (this.#poller.connection.state === 'online') this.#beginCatchUp()
  }

  /** Tells which copies of files something still hangs on. */
  #keepAttachments(): void {
    const { store } = this.#core
    const ids = [
      ...store.drafts.all().flatMap((row) => draftAttachments(row).map(({ id }) => id)),
      ...filesOfActions(store),
    ]
    const text = ids.join()
    if (text === this.#keptAttachments) return
    this.#keptAttachments = text
    this.#core.ports.keepAttachments(ids)
  }

  #conversations(): ConversationView[] {
    return this.#views.views().filter((view) => view instanceof ConversationView)
  }

  /** The views that show messages in their order. */
  #messageViews(): (ConversationView | FeedView)[] {
    return this.#views.views().filter(isMessageView)
  }

  async #refreshViews(): Promise<void> {
    const views: RefreshableView[] = this.#views.views().filter(isRefreshable)
    await Promise.all(views.map((view) => view.refresh()))
  }

  /** What was complete is not any more: views that show it fetch again at once (M13, M19). */
  #refetchLost(changes: readonly Change[]): void {
    const lost = changes.filter((change) => change.kind === 'ranges_lost')
    if (lost.length === 0) return
    for (const view of this.#views.affectedBy(lost).filter(isMessageView)) {
      this.#core.apart('a view', view.refresh())
    }
  }

  #onConnection(connection: Connection): void {
    if (this.#closed) return
    const core = this.#core
    core.wall('since when nothing waits', () => {
      this.#noteQuiet()
    })
    core.wall('the status', () => {
      this.#publishStatus()
    })
    this.#views.invalidate((view) => isRefreshable(view) || view instanceof OutboxView)
    if (connection.state !== 'online') return
    for (const part of [
      this.#outbox,
      this.#draftSync,
      this.#presence,
      this.#flagSettler,
      this.#rowSettler,
      this.#topicLists,
    ]) {
      core.wall('what waits for the network', () => {
        part.run()
      })
    }
    core.apart('names of emoji', fetchEmojiNames(core))
    if (this.#caughtUpEpoch !== this.#core.world.epoch) this.#beginCatchUp()
    else this.#core.apart('views', this.#refreshViews())
  }

  /** The user asks for it: no rest of ours is waited for. What the server asks to wait for is. */
  #tryNow(): void {
    if (this.#core.heldUntil > this.#core.ports.clock.now()) {
      this.#poller.goOn()
      return
    }
    this.#poller.retry()
    this.#outbox.retry()
    this.#draftSync.retry()
    this.#flagSettler.run()
    this.#rowSettler.run()
  }

  /** Something has changed that the panel of connections tells of. */
  #noteQuiet(): void {
    if (this.#closed) return
    const isQuiet =
      // Where the file cannot be read now the connection is offline, and it is not asked.
      this.#poller.connection.state === 'online' &&
      this.#catchUpRecord.state === null &&
      this.#core.store.outbox.oldestAt() === null &&
      this.#draftSync.waiting() === null
    this.#quiet.note(isQuiet, this.#core.ports.clock.now())
    this.#views.invalidate((view) => view instanceof ConnectionView)
  }

  #publishStatus(): void {
    const totals = this.#unread.totals()
    const { world } = this.#core
    const { heldUntil } = this.#core
    const status = {
      connection: this.#poller.connection,
      heldUntil: heldUntil > this.#core.ports.clock.now() ? heldUntil : null,
      organization: world.organization?.name ?? '',
      unread: totals.unread,
      mentions: totals.mentions,
      badge: totals.badge,
      failed: this.#failures.total,
      email: world.organization?.selfEmail ?? null,
    }
    const text = JSON.stringify(status)
    if (text === this.#statusText) return
    this.#statusText = text
    this.#core.ports.status(status)
  }

  #openView(viewId: string, query: EngineInput<'views.open'>['query']): OpenedView {
    const view = this.#createView(query)
    const opened = this.#views.open(viewId, view)
    this.#reads.noteOpened(query)
    this.#topicLists.noteOpened(query)
    if (isRefreshable(view)) this.#core.apart('a view', view.refresh())
    return opened
  }

  #createView(query: EngineInput<'views.open'>['query']): View {
    const view: View = createView(
      {
        core: this.#core,
        unread: this.#unread,
        preferences: this.#preferences,
        failures: this.#failures,
        fetcher: this.#fetcher,
        budget: this.#budget,
        isOnline: () => this.#poller.isOnline,
        newestAsked: this.#newestAsked,
        waiting: this.#waiting,
        connection: {
          connection: () => this.#poller.connection,
          history: () => this.#poller.history,
          catchUp: () => this.#catchUpRecord.state,
          drafts: () => this.#draftSync.waiting(),
          hasDoubt: () => this.#settling.hasRest,
          settledAt: () => this.#quiet.since,
          triesOf: (row) => this.#outbox.triesOf(row),
          nextTryAt: (head) => this.#outbox.nextTryAt(head),
        },
        onDirty: () => {
          this.#views.invalidate((candidate) => candidate === view)
        },
      },
      query,
    )
    return view
  }

  async #applyCachePolicy(): Promise<void> {
    try {
      await this.#eviction.run()
      if (!this.#closed) await this.#backfill.deepen()
    } catch (error) {
      // The daily tidying tries again.
      this.#core.ports.log('warn', `the cache could not be fitted to its new limits: ${String(error)}`)
    }
  }

  /** A policy that wants more fetches more, one that wants less evicts. */
  #changeCachePolicy(change: EngineInput<'cache.policy'>): Result<CachePolicy> {
    const { meta } = this.#core.store
    const known = meta.cachePolicy()
    const policy = {
      keepsEverything: change.keepsEverything ?? known.keepsEverything,
      days: change.days ?? known.days,
      maxBytes: change.maxBytes ?? known.maxBytes,
    }
    if (JSON.stringify(policy) !== JSON.stringify(known)) {
      this.#core.store.transaction(() => {
        meta.setCachePolicy(policy)
        meta.setEvictedBelow(0)
      })
      this.#core.apart('the cache policy', this.#applyCachePolicy())
    }
    return { ok: true, value: policy }
  }
}

/** Whether a view shows messages in their order. */
function isMessageView(view: View): view is ConversationView | FeedView {
  return view instanceof ConversationView || view instanceof FeedView
}
