import type { Connection } from '#contract/connection-state.ts'
import type { Result } from '#contract/values.ts'
import { createHandlers, type Handlers } from './calls.ts'
import { Core } from './core/core.ts'
import type { Failure } from '#contract/failures.ts'
import { failureOf } from './values/failures.ts'
import { Notifier } from './notifications/notifier.ts'
import { StatusReporter } from './notifications/status-reporter.ts'
import { OwnTexts } from './own-texts.ts'
import { Outbox } from './actions/outbox.ts'
import { shownKinds } from './actions/kinds.ts'
import { reconcileWithEvent } from './actions/reconcile.ts'
import { confirmSent } from './actions/kinds/send.ts'
import { recoverOutbox } from './actions/recovery.ts'
import { WaitReasons } from './projections/wait-reason.ts'
import type { EngineCalls } from './engine-calls.ts'
import type { EnginePorts, Signal } from './ports.ts'
import { readingOf } from './core/reading.ts'
import { Backfill } from './sync/backfill.ts'
import { CatchUp } from './sync/catch-up.ts'
import { ContainerReads } from './sync/revalidation/container-reads.ts'
import { fetchEmojiNames } from './sync/emoji-data.ts'
import { AttachmentCopies } from './maintenance/attachment-copies.ts'
import { Maintenance } from './maintenance/maintenance.ts'
import { Fetcher } from './sync/fetcher.ts'
import { FlagRevalidator } from './sync/revalidation/flag-revalidator.ts'
import { Poller } from './sync/queue/poller.ts'
import { fetchUploads } from './sync/upload-list.ts'
import { releaseQueue } from './sync/queue/release-queue.ts'
import { receiveSignal } from './signals.ts'
import { SubscriberCounts } from './streams/subscriber-counts.ts'
import type { WindowId } from './values/window-id.ts'
import { PresenceReporter } from './sync/presence-reporter.ts'
import { RequestBudget } from './sync/revalidation/request-budget.ts'
import { QuietRecord } from './sync/quiet-record.ts'
import { RowRevalidator } from './sync/revalidation/row-revalidator.ts'
import { Revalidation } from './sync/revalidation/revalidation.ts'
import { TopicLists } from './sync/topic-lists.ts'
import { TouchedMessages } from './sync/touched.ts'
import { ConnectionView } from './views/connection.ts'
import { MessageViews } from './views/messages/message-views.ts'
import { openView, type OpenViewParts } from './views/open-view.ts'
import { OutboxView } from './views/outbox.ts'
import { ConversationLists } from './projections/conversation-lists.ts'
import { FailuresProjection } from './projections/failures.ts'
import { PreferencesProjection } from './projections/preferences.ts'
import { UnreadProjection } from './projections/unread.ts'
import { isRefreshable, type View } from './views/view.ts'
import { WindowViews } from './views/hosting/window-views.ts'
import type { EngineWorkers } from './workers/workers.ts'

/**
 * The engine of one account: its cache, its event queue, its outbox and its views. The class has no thread code; the
 * app runs it in a worker.
 */
export class Engine {
  readonly #core: Core
  readonly #poller: Poller
  readonly #outbox: Outbox
  readonly #backfill: Backfill
  readonly #revalidation: Revalidation
  readonly #rowRevalidator: RowRevalidator<View>
  readonly #views: WindowViews
  readonly #messageViews: MessageViews
  readonly #ownTexts: OwnTexts
  readonly #notifier: Notifier
  readonly #maintenance: Maintenance
  readonly #presence: PresenceReporter
  readonly #flagRevalidator: FlagRevalidator
  readonly #topicLists: TopicLists
  #isFocused = false
  readonly #copies: AttachmentCopies
  readonly #status: StatusReporter
  readonly #handlers: Handlers
  #closed = false
  readonly #catchUp: CatchUp
  readonly #quiet = new QuietRecord()

  /** @throws StoreError if the account's database cannot be opened */
  constructor(ports: EnginePorts & EngineWorkers) {
    const touched = new TouchedMessages()
    this.#core = new Core(ports)
    recoverOutbox(this.#core)
    const fetcher = new Fetcher(this.#core, touched, confirmSent)
    const reading = readingOf(this.#core)
    const preferences = new PreferencesProjection(reading, shownKinds)
    const unread = new UnreadProjection(reading, preferences, shownKinds)
    const failures = new FailuresProjection(reading, shownKinds)
    this.#views = new WindowViews(reading, (view) => {
      this.#rowRevalidator.close(view)
    })
    this.#messageViews = new MessageViews(reading, this.#views)
    this.#backfill = new Backfill(this.#core, fetcher)
    this.#revalidation = new Revalidation(this.#core, fetcher)
    this.#catchUp = new CatchUp(this.#core, {
      fetcher,
      backfill: this.#backfill,
      revalidation: this.#revalidation,
      connection: () => this.#poller.connection,
      refreshViews: () => this.#messageViews.refresh(),
      onChange: () => {
        this.#core.isolate('the quiet record', () => {
          this.#noteQuiet()
        })
      },
    })
    const reads = new ContainerReads(this.#core)
    const budget = new RequestBudget()
    this.#rowRevalidator = new RowRevalidator(this.#core, fetcher, budget, {
      isOnline: () => this.#poller.isOnline,
      shown: (view, { first, last }) => this.#messageViews.shownBetween(view, first, last),
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
        reads.noteEvents(events)
      },
      reconcile: reconcileWithEvent,
      onApplied: () => {
        this.#flagRevalidator.run()
        this.#topicLists.run()
      },
    })
    this.#topicLists = new TopicLists(this.#core, touched, () => this.#poller.isOnline)
    this.#flagRevalidator = new FlagRevalidator(this.#core, fetcher, () => this.#poller.isOnline)
    this.#outbox = new Outbox(this.#core, fetcher, touched, {
      isOnline: () => this.#poller.isOnline,
      onTrouble: () => {
        this.#poller.retry()
      },
      onSignedOut: (reason) => {
        this.#poller.halt({ state: 'signed_out', reason })
      },
    })
    const waiting = new WaitReasons(reading, {
      connection: () => this.#poller.connection,
      ...this.#outbox.waitSources,
    })
    // Only a client that has caught up knows whether the server's draft has changed.
    this.#ownTexts = new OwnTexts(this.#core, () => this.#poller.connection.state === 'online')
    this.#notifier = new Notifier(this.#core, unread, preferences, {
      isWatched: (conversation) => this.#isFocused && this.#messageViews.showEndOf(conversation),
    })
    this.#core.onCommit('the watches', (changes) => {
      for (const change of changes) {
        if (change.kind === 'ranges_lost' && change.container.startsWith('feed:')) touched.noteLost(change.container)
      }
    })
    this.#core.onCommit('the outbox', (changes) => {
      if (changes.some((change) => change.kind === 'outbox')) this.#outbox.run()
    })
    this.#copies = new AttachmentCopies(this.#core)
    this.#core.onCommit('the quiet record', (changes) => {
      if (changes.some(({ kind }) => kind === 'outbox' || kind === 'drafts' || kind === 'waiting')) this.#noteQuiet()
    })
    this.#status = new StatusReporter(this.#core, unread, failures, () => this.#poller.connection)
    this.#core.onCommit('lost ranges', (changes) => {
      this.#messageViews.refreshLost(changes)
    })
    this.#core.onCommit('new subscriptions', (changes) => {
      this.#catchUp.noteChanges(changes)
    })
    this.#core.onCommit('stale rows', (changes) => {
      if (changes.some((change) => change.kind === 'epoch' || change.kind === 'streams')) this.#rowRevalidator.run()
    })
    this.#maintenance = new Maintenance(this.#core, {
      touched,
      backfill: this.#backfill,
      lowestShown: () => this.#messageViews.lowestShown(),
    })
    this.#presence = new PresenceReporter(this.#core, () => this.#poller.isOnline)
    const isOnline = () => this.#poller.isOnline
    const counts = new SubscriberCounts(this.#core, { budget, isOnline })
    const shared = { unread, preferences, fetcher, counts, isOnline }
    const viewParts: OpenViewParts = {
      ...shared,
      core: reading,
      lists: new ConversationLists(reading, unread, preferences),
      failures,
      fetchUploads: (watch) => fetchUploads(this.#core, watch),
      budget,
      newestAsked: new Set<string>(),
      waiting,
      topicList: (streamId) => this.#topicLists.stateOf(streamId),
      onOpened: (query) => {
        reads.noteOpened(query)
        this.#topicLists.noteOpened(query)
      },
      connection: {
        connection: () => this.#poller.connection,
        history: () => this.#poller.history,
        catchUp: () => this.#catchUp.state,
        drafts: () => this.#ownTexts.waitingDrafts(),
        hasStale: () => this.#revalidation.hasPending,
        quietSince: () => this.#quiet.since,
        triesOf: (row) => this.#outbox.triesOf(row),
        nextTryAt: (head) => this.#outbox.nextTryAt(head),
      },
    }
    this.#handlers = createHandlers({
      ...shared,
      core: this.#core,
      views: this.#views,
      rowRevalidator: this.#rowRevalidator,
      typing: this.#presence.typing,
      outbox: this.#outbox,
      wantTopics: (streamId) => this.#topicLists.noteOpened({ type: 'topics', streamId }),
      openView: (host, viewId, query) => openView(host, viewParts, viewId, query),
      releaseQueue: () => this.releaseQueue(),
      changeCachePolicy: (change) => ({ ok: true, value: this.#maintenance.changeCachePolicy(change) }),
    })
  }

  /** Connects to the server; views are served from the cache before and without it. */
  start(): void {
    const core = this.#core
    core.isolate('the status', () => {
      this.#status.report()
    })
    // If this fails, main gets no report and removes no file that may still be needed.
    core.isolate('the files of drafts and messages', () => {
      this.#copies.announce()
    })
    this.#ownTexts.run()
    this.#maintenance.start()
    this.#poller.start()
  }

  /** Handles a call of a window or of main. Failures are data; an unexpected error is returned as a failure as well. */
  async call<N extends keyof EngineCalls>(
    name: N,
    input: EngineCalls[N]['input'],
    from?: WindowId,
  ): Promise<Result<EngineCalls[N]['output']>> {
    if (this.#closed) return { ok: false, error: { code: 'CLOSED' } }
    if (name !== 'app.acknowledge') {
      this.#maintenance.noteUse()
      if (from !== undefined) this.#views.noteHeard(from)
    }
    try {
      return await this.#handlers[name](input, from)
    } catch (error) {
      this.#core.noteDamage(error)
      this.#core.ports.log('error', `${name} failed: ${error instanceof Error ? (error.stack ?? '') : String(error)}`)
      return { ok: false, error: failureOf(error) }
    }
  }

  /** Records that the gate sends nothing before this moment, UNIX milliseconds; pending items can show it. */
  rateLimit(until: number): void {
    this.#core.rateLimit(until)
  }

  /** Handles a signal of main. `reason` is given with `no_key`. */
  signal(signal: Signal, reason?: Failure): void {
    receiveSignal(
      this.#core,
      {
        poller: this.#poller,
        outbox: this.#outbox,
        ownTexts: this.#ownTexts,
        flagRevalidator: this.#flagRevalidator,
        rowRevalidator: this.#rowRevalidator,
        presence: this.#presence,
        onFocus: (isFocused) => {
          this.#views.noteHeard()
          this.#isFocused = isFocused
        },
      },
      signal,
      reason,
    )
  }

  /** Deletes the event queue on the server at sign-out, as far as possible within two seconds. */
  async releaseQueue(): Promise<void> {
    this.#poller.stop()
    await releaseQueue(this.#core)
  }

  /** The result of SQLite's integrity check of the account's file. */
  integrity(): string {
    return this.#core.store.integrity()
  }

  /** Stops all work and closes the database; the event queue is kept for a quick restart (Q11). */
  close(): void {
    if (this.#closed) return
    this.#closed = true
    this.#poller.stop()
    this.#catchUp.stop()
    this.#backfill.stop()
    this.#revalidation.stop()
    this.#rowRevalidator.stop()
    this.#outbox.stop()
    this.#ownTexts.stop()
    this.#notifier.stop()
    this.#maintenance.stop()
    this.#presence.stop()
    this.#flagRevalidator.stop()
    this.#topicLists.stop()
    this.#views.close()
    this.#core.close()
  }

  #onConnection(connection: Connection): void {
    if (this.#closed) return
    const core = this.#core
    core.isolate('the quiet record', () => {
      this.#noteQuiet()
    })
    core.isolate('the status', () => {
      this.#status.report()
    })
    this.#views.invalidate((view) => isRefreshable(view) || view instanceof OutboxView)
    if (connection.state !== 'online') return
    for (const part of [
      this.#outbox,
      this.#ownTexts,
      this.#presence,
      this.#flagRevalidator,
      this.#rowRevalidator,
      this.#topicLists,
    ]) {
      core.isolate('a part that waits for the network', () => {
        part.run()
      })
    }
    core.runInBackground('names of emoji', fetchEmojiNames(core))
    if (!this.#catchUp.isDone) this.#catchUp.begin()
    else this.#core.runInBackground('views', this.#messageViews.refresh())
  }

  /** Updates the time since which nothing is pending; called after each change that the connection panel shows. */
  #noteQuiet(): void {
    if (this.#closed) return
    const isQuiet =
      // If the database cannot be read, the connection is offline and the database is not queried.
      this.#poller.connection.state === 'online' &&
      this.#catchUp.state === null &&
      this.#core.store.outbox.oldestAt() === null &&
      this.#ownTexts.waitingDrafts() === null
    this.#quiet.note(isQuiet, this.#core.ports.clock.now())
    this.#views.invalidate((view) => view instanceof ConnectionView)
  }
}
