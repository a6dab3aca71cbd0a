import type { Connection } from '../../preload/contract/connection-state.ts'
import type { Result } from '../../preload/contract/values.ts'
import { createHandlers, type Handlers } from './calls.ts'
import { Core } from './core.ts'
import type { Failure } from '../../preload/contract/failures.ts'
import { failureOf } from './failure-of.ts'
import { Notifier } from './notifications/notifier.ts'
import { StatusReporter } from './notifications/status-reporter.ts'
import { OwnTexts } from './own-texts.ts'
import { Outbox } from './actions/outbox.ts'
import { recoverOutbox } from './actions/recovery.ts'
import { WaitReasons } from './actions/wait-reason.ts'
import type { EngineCalls } from './engine-calls.ts'
import type { EnginePorts, Signal } from './ports.ts'
import { readingOf } from './reading.ts'
import { Backfill } from './sync/backfill.ts'
import { CatchUp } from './sync/catch-up.ts'
import { ContainerReads } from './sync/settling/container-reads.ts'
import { fetchEmojiNames } from './sync/emoji-data.ts'
import { AttachmentCopies } from './upkeep/attachment-copies.ts'
import { Upkeep } from './upkeep/upkeep.ts'
import { Fetcher } from './sync/fetcher.ts'
import { FlagSettler } from './sync/settling/flag-settler.ts'
import { Poller } from './sync/queue/poller.ts'
import { fetchUploads } from './sync/upload-list.ts'
import { releaseQueue } from './sync/queue/release-queue.ts'
import { receiveSignal } from './signals.ts'
import { SubscriberCounts } from './streams/subscriber-counts.ts'
import type { WindowId } from './window-id.ts'
import { PresenceReporter } from './sync/presence-reporter.ts'
import { RequestBudget } from './sync/settling/request-budget.ts'
import { QuietRecord } from './sync/quiet-record.ts'
import { RowSettler } from './sync/settling/row-settler.ts'
import { Settling } from './sync/settling/settling.ts'
import { TopicLists } from './sync/topic-lists.ts'
import { TouchedMessages } from './sync/touched.ts'
import { ConnectionView } from './views/connection.ts'
import { MessageViews } from './views/messages/message-views.ts'
import { openView, type OpenViewParts } from './views/open-view.ts'
import { OutboxView } from './views/outbox.ts'
import { ConversationLists } from './views/shown/conversation-lists.ts'
import { ShownFailures } from './views/shown/shown-failures.ts'
import { ShownPreferences } from './views/shown/shown-preferences.ts'
import { ShownUnread } from './views/shown/shown-unread.ts'
import { isRefreshable } from './views/view.ts'
import { WindowViews } from './views/hosting/window-views.ts'
import type { EngineWorkers } from './workers/workers.ts'

/**
 * One account: its cache, its queue, its outbox and its views. A class without thread code; the app runs it in a
 * worker.
 */
export class Engine {
  readonly #core: Core
  readonly #poller: Poller
  readonly #outbox: Outbox
  readonly #backfill: Backfill
  readonly #settling: Settling
  readonly #rowSettler: RowSettler
  readonly #views: WindowViews
  readonly #messageViews: MessageViews
  readonly #ownTexts: OwnTexts
  readonly #notifier: Notifier
  readonly #upkeep: Upkeep
  readonly #presence: PresenceReporter
  readonly #flagSettler: FlagSettler
  readonly #topicLists: TopicLists
  #isFocused = false
  readonly #copies: AttachmentCopies
  readonly #status: StatusReporter
  readonly #handlers: Handlers
  #closed = false
  readonly #catchUp: CatchUp
  readonly #quiet = new QuietRecord()

  /** @throws StoreError when the account's database cannot be opened. */
  constructor(ports: EnginePorts & EngineWorkers) {
    const touched = new TouchedMessages()
    this.#core = new Core(ports)
    recoverOutbox(this.#core)
    const fetcher = new Fetcher(this.#core, touched)
    const reading = readingOf(this.#core)
    const preferences = new ShownPreferences(reading)
    const unread = new ShownUnread(reading, preferences)
    const failures = new ShownFailures(reading)
    this.#views = new WindowViews(reading, (view) => {
      this.#rowSettler.close(view)
    })
    this.#messageViews = new MessageViews(reading, this.#views)
    this.#backfill = new Backfill(this.#core, fetcher)
    this.#settling = new Settling(this.#core, fetcher)
    this.#catchUp = new CatchUp(this.#core, {
      fetcher,
      backfill: this.#backfill,
      settling: this.#settling,
      connection: () => this.#poller.connection,
      refreshViews: () => this.#messageViews.refresh(),
      onChange: () => {
        this.#core.wall('since when nothing waits', () => {
          this.#noteQuiet()
        })
      },
    })
    const reads = new ContainerReads(this.#core)
    const budget = new RequestBudget()
    this.#rowSettler = new RowSettler(this.#core, fetcher, budget, {
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
      onApplied: () => {
        this.#flagSettler.run()
        this.#topicLists.run()
      },
    })
    this.#topicLists = new TopicLists(this.#core, touched, () => this.#poller.isOnline)
    this.#flagSettler = new FlagSettler(this.#core, fetcher, () => this.#poller.isOnline)
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
    this.#core.onCommit('since when nothing waits', (changes) => {
      if (changes.some(({ kind }) => kind === 'outbox' || kind === 'drafts' || kind === 'waiting')) this.#noteQuiet()
    })
    this.#status = new StatusReporter(this.#core, unread, failures, () => this.#poller.connection)
    this.#core.onCommit('what was lost', (changes) => {
      this.#messageViews.refreshLost(changes)
    })
    this.#core.onCommit('new subscriptions', (changes) => {
      this.#catchUp.noteChanges(changes)
    })
    this.#core.onCommit('rows in doubt', (changes) => {
      if (changes.some((change) => change.kind === 'epoch' || change.kind === 'streams')) this.#rowSettler.run()
    })
    this.#upkeep = new Upkeep(this.#core, {
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
        hasDoubt: () => this.#settling.hasRest,
        settledAt: () => this.#quiet.since,
        triesOf: (row) => this.#outbox.triesOf(row),
        nextTryAt: (head) => this.#outbox.nextTryAt(head),
      },
    }
    this.#handlers = createHandlers({
      ...shared,
      core: this.#core,
      views: this.#views,
      rowSettler: this.#rowSettler,
      typing: this.#presence.typing,
      outbox: this.#outbox,
      wantTopics: (streamId) => this.#topicLists.noteOpened({ type: 'topics', streamId }),
      openView: (host, viewId, query) => openView(host, viewParts, viewId, query),
      releaseQueue: () => this.releaseQueue(),
      changeCachePolicy: (change) => ({ ok: true, value: this.#upkeep.changeCachePolicy(change) }),
    })
  }

  /** Connects to the server; views are served from the cache before and without it. */
  start(): void {
    const core = this.#core
    core.wall('the status', () => {
      this.#status.tell()
    })
    // If this fails, main gets no report, and removes no file that may still be needed.
    core.wall('the files of drafts and messages', () => {
      this.#copies.tell()
    })
    this.#ownTexts.run()
    this.#upkeep.start()
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
      this.#upkeep.noteUse()
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

  /** The gate sends nothing before this moment, UNIX milliseconds: pending items can show it. */
  hold(until: number): void {
    this.#core.hold(until)
  }

  signal(signal: Signal, reason?: Failure): void {
    receiveSignal(
      this.#core,
      {
        poller: this.#poller,
        outbox: this.#outbox,
        ownTexts: this.#ownTexts,
        flagSettler: this.#flagSettler,
        rowSettler: this.#rowSettler,
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

  /** Deletes the event queue on the server at sign-out. Best effort, within two seconds. */
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
    this.#settling.stop()
    this.#rowSettler.stop()
    this.#outbox.stop()
    this.#ownTexts.stop()
    this.#notifier.stop()
    this.#upkeep.stop()
    this.#presence.stop()
    this.#flagSettler.stop()
    this.#topicLists.stop()
    this.#views.close()
    this.#core.close()
  }

  #onConnection(connection: Connection): void {
    if (this.#closed) return
    const core = this.#core
    core.wall('since when nothing waits', () => {
      this.#noteQuiet()
    })
    core.wall('the status', () => {
      this.#status.tell()
    })
    this.#views.invalidate((view) => isRefreshable(view) || view instanceof OutboxView)
    if (connection.state !== 'online') return
    for (const part of [
      this.#outbox,
      this.#ownTexts,
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
    if (!this.#catchUp.isDone) this.#catchUp.begin()
    else this.#core.apart('views', this.#messageViews.refresh())
  }

  /** Called after a change that the connection panel shows. */
  #noteQuiet(): void {
    if (this.#closed) return
    const isQuiet =
      // If the database cannot be read the connection is offline, and it is not queried.
      this.#poller.connection.state === 'online' &&
      this.#catchUp.state === null &&
      this.#core.store.outbox.oldestAt() === null &&
      this.#ownTexts.waitingDrafts() === null
    this.#quiet.note(isQuiet, this.#core.ports.clock.now())
    this.#views.invalidate((view) => view instanceof ConnectionView)
  }
}
