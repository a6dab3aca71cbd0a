import { confirmSent } from './actions/kinds/send.ts'
import { shownKinds } from './actions/kinds.ts'
import { Outbox } from './actions/outbox.ts'
import { reconcileWithEvent } from './actions/reconcile.ts'
import { recoverOutbox } from './actions/recovery.ts'
import { StatusEnd } from './actions/status-end.ts'
import { createHandlers, type Handlers } from './calls.ts'
import { type EngineWorkers, Core, readingOf } from './core/core.ts'
import { Services } from './core/services.ts'
import { DraftSync } from './drafts/synchronization.ts'
import { AttachmentCopies } from './maintenance/attachment-copies.ts'
import { Maintenance } from './maintenance/maintenance.ts'
import { Notifier } from './notifications/notifier.ts'
import { StatusReporter } from './notifications/status-reporter.ts'
import type { EnginePorts } from './ports.ts'
import { ConversationLists } from './projections/conversation-lists.ts'
import { FailuresProjection } from './projections/failures.ts'
import { PreferencesProjection } from './projections/preferences.ts'
import { PresenceProjection } from './projections/presences.ts'
import { UnreadProjection } from './projections/unread.ts'
import { WaitReasons } from './projections/wait-reason.ts'
import { ProfileTexts } from './search/profile-texts.ts'
import { SnippetSync } from './snippets/synchronization.ts'
import { SubscriberCounts } from './streams/subscriber-counts.ts'
import { SubscriberLists } from './streams/subscriber-lists.ts'
import { Backfill } from './sync/backfill.ts'
import { CatchUp } from './sync/catch-up.ts'
import { fetchEmojiNames } from './sync/emoji-data.ts'
import { Fetcher } from './sync/fetcher.ts'
import { HistoryFetch } from './sync/history-fetch.ts'
import { PresenceReporter } from './sync/presence-reporter.ts'
import { Poller } from './sync/queue/poller.ts'
import { QuietRecord } from './sync/quiet-record.ts'
import { ContainerReads } from './sync/revalidation/container-reads.ts'
import { FlagRevalidator } from './sync/revalidation/flag-revalidator.ts'
import { RequestBudget } from './sync/revalidation/request-budget.ts'
import { Revalidation } from './sync/revalidation/revalidation.ts'
import { RowRevalidator } from './sync/revalidation/row-revalidator.ts'
import { TopicLists } from './sync/topic-lists.ts'
import { TouchedMessages } from './sync/touched.ts'
import { fetchPerson } from './sync/unknown-people.ts'
import { fetchUploads } from './sync/upload-list.ts'
import { ConnectionView } from './views/connection.ts'
import { WindowViews } from './views/hosting/window-views.ts'
import { MessageViews } from './views/messages/message-views.ts'
import { openView, type OpenViewParts } from './views/create-view.ts'
import { OutboxView } from './views/outbox.ts'
import { ReadersView } from './views/readers/readers.ts'
import { isRefreshable, type View } from './views/view.ts'
import type { UserId } from './values/ids.ts'

/** The parts of an engine that its own calls and signals reach; all others work as services. */
export interface ComposedEngine {
  readonly core: Core
  readonly services: Services
  readonly poller: Poller
  readonly outbox: Outbox
  readonly presence: PresenceReporter
  readonly maintenance: Maintenance
  readonly notifier: Notifier
  readonly windows: WindowViews
  readonly handlers: Handlers
}

/**
 * Makes the parts of an engine, from the lowest layer to the highest, and lists the services. A part that needs a
 * later one gets a function, which is called when all parts exist.
 * @throws StoreError if the account's database cannot be opened
 */
export function composeEngine(ports: EnginePorts & EngineWorkers): ComposedEngine {
  const core = new Core(ports)
  recoverOutbox(core)
  const shown = composeProjections(core, (people) => {
    windows.invalidate((view) => view.showsPresenceOf?.(people) === true)
  })
  const windows = new WindowViews(shown.reading, (view) => {
    sync.rowRevalidator.close(view)
  })
  const messageViews = new MessageViews(shown.reading, windows)
  const invalidateConnection = () => {
    windows.invalidate((view) => view instanceof ConnectionView)
  }
  const sync = composeSync(core, messageViews, {
    onCaughtUp: () => {
      core.isolate('the quiet record', () => {
        quiet.note()
      })
      core.isolate('the fetch of the history', () => {
        history.run()
      })
    },
    onReached: invalidateConnection,
    onConnection: () => {
      services.onConnection()
      if (sync.poller.connection.state === 'online') services.onOnline()
    },
  })
  const { poller, catchUp } = sync
  const isOnline = () => poller.isOnline
  const outbox = new Outbox(core, sync.fetcher, sync.touched, {
    isOnline,
    onTrouble: () => {
      poller.retry()
    },
    onSignedOut: (reason) => {
      poller.halt({ state: 'signed_out', reason })
    },
  })
  // Only a client that has caught up knows whether the server's drafts and snippets have changed.
  const hasCaughtUp = () => poller.connection.state === 'online'
  const drafts = new DraftSync(core, hasCaughtUp)
  const snippets = new SnippetSync(core, hasCaughtUp)
  const quiet = new QuietRecord(core, {
    isUpToDate: () => hasCaughtUp() && catchUp.state === null && drafts.waiting() === null,
    onNoted: invalidateConnection,
  })
  const history = new HistoryFetch(core, {
    fetcher: sync.fetcher,
    isReady: () => hasCaughtUp() && catchUp.state === null,
  })
  const maintenance = new Maintenance(core, {
    touched: sync.touched,
    backfill: sync.backfill,
    history,
    lowestShown: () => messageViews.lowestShown(),
  })
  const notifier = new Notifier(core, shown.unread, shown.preferences, {
    isShown: (conversation) => messageViews.showEndOf(conversation),
  })
  const services = new Services(core, {
    'the views': windows,
    'the views of the connection': {
      onConnection: () => {
        windows.invalidate((view) => isRefreshable(view) || view instanceof OutboxView)
      },
    },
    notifications: notifier,
    'the watches': sync.touched,
    'the files of drafts and messages': new AttachmentCopies(core),
    'the quiet record': quiet,
    'the status': new StatusReporter(core, shown, () => poller.connection),
    // What the user wrote leaves first.
    'the outbox': outbox,
    'the end of the status': new StatusEnd(core, hasCaughtUp),
    drafts,
    snippets,
    presence: sync.presence,
    presences: shown.presences,
    'undecided flags': sync.flagRevalidator,
    'stale rows': sync.rowRevalidator,
    topics: sync.topicLists,
    'lists of subscribers': {
      onOnline: () => {
        for (const view of windows.views()) {
          if (view instanceof ReadersView) core.runInBackground('a list of subscribers', view.refresh())
        }
      },
    },
    'names of emoji': {
      onOnline: () => {
        core.runInBackground('names of emoji', fetchEmojiNames(core))
      },
    },
    'lost ranges': messageViews,
    'catching up': catchUp,
    'the backfill': sync.backfill,
    'the fetch of the history': history,
    'the revalidation': sync.revalidation,
    maintenance,
    // The poller starts last, when every part can take its events.
    'the poller': poller,
  })
  const counts = new SubscriberCounts(core, { budget: sync.budget, isOnline })
  const { unread, preferences, presences } = shown
  const shared = { unread, preferences, presences, fetcher: sync.fetcher, counts, isOnline }
  const viewParts: OpenViewParts = {
    ...shared,
    subscriberLists: new SubscriberLists(core, isOnline),
    core: shown.reading,
    lists: new ConversationLists(shown.reading, shown.unread, shown.preferences),
    failures: shown.failures,
    fetchPerson: (userId) => fetchPerson(core, userId),
    profiles: new ProfileTexts(shown.reading),
    fetchUploads: (watch) => fetchUploads(core, watch),
    history,
    surplus: () => maintenance.surplus(),
    budget: sync.budget,
    newestAsked: new Set<string>(),
    waiting: new WaitReasons(shown.reading, { connection: () => poller.connection, ...outbox.waitSources }),
    topicList: (streamId) => sync.topicLists.stateOf(streamId),
    onOpened: (query) => {
      sync.reads.noteOpened(query)
      sync.topicLists.noteOpened(query)
    },
    connection: {
      connection: () => poller.connection,
      history: () => poller.history,
      catchUp: () => catchUp.state,
      drafts: () => drafts.waiting(),
      hasStale: () => sync.revalidation.hasPending,
      quietSince: () => quiet.since,
      triesOf: (row) => outbox.triesOf(row),
      nextTryAt: (head) => outbox.nextTryAt(head),
    },
  }
  const handlers = createHandlers({
    ...shared,
    core,
    views: windows,
    rowRevalidator: sync.rowRevalidator,
    typing: sync.presence.typing,
    outbox,
    wantTopics: (streamId) => {
      sync.topicLists.noteOpened({ type: 'topics', streamId })
    },
    noteNotShown: (messageIds, cause) => {
      notifier.noteNotShown(messageIds, cause)
    },
    openView: (host, viewId, query) => openView(host, viewParts, viewId, query),
    releaseQueue: () => poller.release(),
    history,
    maintenance,
  })
  return { core, services, poller, outbox, presence: sync.presence, maintenance, notifier, windows, handlers }
}

/**
 * The server state with the pending actions applied, for all that shows it.
 * @param onPresence called with the people whose presence has changed
 */
function composeProjections(core: Core, onPresence: (people: ReadonlySet<UserId>) => void) {
  const reading = readingOf(core)
  const preferences = new PreferencesProjection(reading, shownKinds)
  const unread = new UnreadProjection(reading, preferences, shownKinds)
  const failures = new FailuresProjection(reading, shownKinds)
  const presences = new PresenceProjection(reading, onPresence)
  return { reading, preferences, unread, failures, presences }
}

interface SyncListeners {
  /** Called when the state of catching up has changed. */
  readonly onCaughtUp: () => void
  /** Called when the server has answered. */
  readonly onReached: () => void
  /** Called when the state of the connection has changed. */
  readonly onConnection: () => void
}

/** What keeps the server state up to date: the event queue, and what fills and renews what the queue does not bring. */
function composeSync(core: Core, messageViews: MessageViews, listeners: SyncListeners) {
  const isOnline = () => poller.isOnline
  const touched = new TouchedMessages()
  const fetcher = new Fetcher(core, touched, confirmSent)
  const backfill = new Backfill(core, fetcher)
  const revalidation = new Revalidation(core, fetcher)
  const catchUp = new CatchUp(core, {
    fetcher,
    backfill,
    revalidation,
    connection: () => poller.connection,
    refreshViews: () => messageViews.refresh(),
    onChange: listeners.onCaughtUp,
  })
  const reads = new ContainerReads(core)
  const budget = new RequestBudget()
  const rowRevalidator = new RowRevalidator<View>(core, fetcher, budget, {
    isOnline,
    shown: (view, { first, last }) => messageViews.shownBetween(view, first, last),
  })
  const topicLists = new TopicLists(core, touched, isOnline)
  const flagRevalidator = new FlagRevalidator(core, fetcher, isOnline)
  const poller = new Poller(core, {
    onConnection: listeners.onConnection,
    onReached: listeners.onReached,
    onEvents: (events) => {
      touched.note(events)
      reads.noteEvents(events)
    },
    reconcile: reconcileWithEvent,
    onApplied: () => {
      flagRevalidator.run()
      topicLists.run()
    },
  })
  const presence = new PresenceReporter(core, isOnline)
  return {
    touched,
    fetcher,
    backfill,
    revalidation,
    catchUp,
    reads,
    budget,
    rowRevalidator,
    topicLists,
    flagRevalidator,
    poller,
    presence,
  }
}
