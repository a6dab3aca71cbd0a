import type { Result } from '#contract/base/failures.ts'
import type { OpenedView, ViewQuery } from '#contract/views.ts'
import type { Core } from './core/core.ts'
import { conversationKey } from './values/conversation.ts'
import type { MessageId, StreamId } from './values/ids.ts'
import type { WindowId } from './ports.ts'
import { addressDraft, composerDraft, deleteDraft, destinationOf, restoreDraft, writeDraft } from './drafts/editing.ts'
import { attach, describeFile, detach, orderFiles } from './drafts/files.ts'
import type { Outbox } from './actions/outbox.ts'
import { deleteFiles } from './actions/deleted-files.ts'
import { readShown } from './actions/kinds/read.ts'
import { queueMessage } from './actions/kinds/send.ts'
import { takeLastWritten } from './actions/sending/last-written.ts'
import { cancelAction, discardAction, retryAction, retryFailed, unreadableText } from './actions/waiting-actions.ts'
import { MarkedNarrows } from './actions/marked-narrows.ts'
import { previewContent, messageHistory, rawContent, readReceipts } from './actions/message-details.ts'
import { searchDisk, searchServer } from './search/search.ts'
import { editCalls } from './drafts/unfinished-edits.ts'
import { leftFormCalls } from './drafts/left-forms.ts'
import { snippetCalls } from './snippets/snippets.ts'
import { planMove } from './actions/moves/move-plan.ts'
import { targetStreams, targetTopics } from './actions/moves/move-targets.ts'
import { commonStreams } from './streams/common-streams.ts'
import { streamCalls } from './streams/stream-calls.ts'
import { organizationCalls } from './organization/organization-calls.ts'
import { groupCalls } from './groups/group-calls.ts'
import { peopleAdministrationCalls } from './organization/people-calls.ts'
import { MentionChecks } from './streams/mention-checks.ts'
import type { SubscriberCounts } from './streams/subscriber-counts.ts'
import type { Fetcher } from './sync/fetcher.ts'
import type { HistoryFetch } from './sync/history-fetch.ts'
import type { TypingReporter } from './sync/typing-reporter.ts'
import { linkTarget } from './sync/link-target.ts'
import type { RowRevalidator } from './sync/revalidation/row-revalidator.ts'
import type { EngineCalls, NotShown } from './engine-calls.ts'
import { frequentReactions, reactorsOf } from './views/messages/reactors.ts'
import { emojiChoice } from './views/messages/emoji-choice.ts'
import type { Maintenance } from './maintenance/maintenance.ts'
import { findGroups } from './search/find-groups.ts'
import { findMentions } from './search/find-mentions.ts'
import { findNarrows } from './search/find-narrows.ts'
import { searchPeople } from './search/find-people.ts'
import { whyNotified } from './views/account/notification-log.ts'
import { topicLinksOnce } from './views/messages/topic-links.ts'
import type { PreferencesProjection } from './projections/preferences.ts'
import type { PresenceProjection } from './projections/presences.ts'
import type { UnreadProjection } from './projections/unread.ts'
import type { View } from './views/view.ts'
import type { ViewHost } from './views/hosting/view-host.ts'
import type { WindowViews } from './views/hosting/window-views.ts'
import { actionCalls } from './actions/kinds.ts'

/** The handler of each call. `from` is the calling window; undefined if main itself calls. */
export type Handlers = {
  readonly [N in keyof EngineCalls]: (
    input: EngineCalls[N]['input'],
    from: WindowId | undefined,
  ) => Result<EngineCalls[N]['output']> | Promise<Result<EngineCalls[N]['output']>>
}

/** The parts of the engine that calls use. */
export interface EngineParts {
  readonly core: Core
  readonly views: WindowViews
  readonly preferences: PreferencesProjection
  readonly presences: PresenceProjection
  readonly unread: UnreadProjection
  readonly fetcher: Fetcher
  readonly rowRevalidator: RowRevalidator<View>
  readonly outbox: Pick<Outbox, 'uploads' | 'isLeaving'>
  readonly isOnline: () => boolean
  readonly counts: SubscriberCounts
  readonly typing: TypingReporter
  /** Requests the topics of a stream from the server. */
  readonly wantTopics: (streamId: StreamId) => void
  /** Notes that the system has not shown the notification about messages. */
  readonly noteNotShown: (messageIds: readonly MessageId[], cause: NotShown) => void
  readonly openView: (host: ViewHost, viewId: string, query: ViewQuery) => OpenedView
  readonly releaseQueue: () => Promise<void>
  readonly history: HistoryFetch
  readonly maintenance: Maintenance
}

const alreadyLeaving = { ok: false, error: { code: 'ALREADY_LEAVING', values: { isMessage: false } } } as const

/** Makes the handlers of the page's calls; main has validated the parameters against the contract. */
export function createHandlers(parts: EngineParts): Handlers {
  const { core, views, presences, unread, fetcher, rowRevalidator, outbox } = parts
  const { uploads } = outbox
  const readers = new MentionChecks(core, parts)
  const marked = new MarkedNarrows(core, unread)
  const done = { ok: true, value: null } as const
  const hostOf = (from: WindowId | undefined) => views.of(windowOf(from))
  /** Makes the local id of an outbox row that the engine creates. */
  const newId = (kind: string): string => {
    const { clock, random } = core.ports
    return `${kind}-${clock.now()}-${Math.floor(random.next() * 1e9)}`
  }
  return {
    ...callsOfKinds(core, newId),
    ...editCalls(core),
    ...leftFormCalls(core),
    ...snippetCalls(core),
    ...streamCalls(core, parts),
    ...groupCalls(core, parts),
    ...organizationCalls(core, parts),
    ...peopleAdministrationCalls(core, parts),
    'app.acknowledge': ({ batch }, from) => {
      hostOf(from).acknowledge(batch)
      return done
    },
    'views.open': ({ viewId, query }, from) => ({ ok: true, value: parts.openView(hostOf(from), viewId, query) }),
    'views.close': ({ viewId }, from) => {
      hostOf(from).close(viewId)
      return done
    },
    'views.more': async ({ viewId, direction }, from) => {
      await hostOf(from).get(viewId)?.more?.(direction)
      return done
    },
    'views.look': ({ viewId, first, last }, from) => {
      const host = hostOf(from)
      host.look(viewId, first, last)
      const view = host.get(viewId)
      if (view !== undefined) rowRevalidator.look(view, first === null || last === null ? null : { first, last })
      return done
    },
    'views.throttle': ({ viewId, isThrottled }, from) => ({
      ok: true,
      value: { revision: hostOf(from).throttle(viewId, isThrottled) },
    }),
    'views.reset': (_input, from) => {
      views.drop(windowOf(from))
      return done
    },
    'writing.preview': ({ content }) => previewContent(core, content),
    'writing.warnings': async ({ narrow, content }) => ({ ok: true, value: await readers.warnings(narrow, content) }),
    'writing.typing': ({ narrow, isTyping }) => {
      if (isTyping) parts.typing.typed(narrow)
      else parts.typing.ended()
      return done
    },
    'writing.addReaders': ({ streamId, userIds }) => readers.add(streamId, userIds),
    'reactions.who': ({ messageId }) => ({ ok: true, value: reactorsOf(core, messageId) }),
    'notifications.notShown': ({ messageIds, cause }) => {
      parts.noteNotShown(messageIds, cause)
      return done
    },
    'notifications.why': ({ messageId }) => ({
      ok: true,
      value: whyNotified(core, parts.preferences, messageId),
    }),
    'reactions.frequent': ({ count }) => ({ ok: true, value: frequentReactions(core, count) }),
    'emoji.choice': () => ({ ok: true, value: emojiChoice(core) }),
    'people.commonStreams': ({ userId }) => commonStreams(core, userId),
    'messages.readConversation': ({ narrow }) => {
      const messageIds = unread.ids(conversationKey(narrow))
      readShown(core, messageIds, newId('read'))
      return { ok: true, value: { messageIds } }
    },
    'messages.markAllRead': ({ scope }) => ({ ok: true, value: marked.mark(scope, newId('read_narrow')) }),
    'messages.undoMarkAllRead': ({ localId }) => ({
      ok: true,
      value: { isUndone: marked.undo(localId, newId('unread')) },
    }),
    'messages.receipts': ({ messageId }) => readReceipts(core, messageId),
    ...historyCalls(parts),
    'messages.raw': ({ messageId, toEdit }) => rawContent(core, messageId, toEdit === true),
    'messages.editLast': ({ narrow }) => {
      const result = takeLastWritten(core, narrow)
      if (result.ok && result.value.kind === 'taken_back') uploads.abort(result.value.localId)
      return result
    },
    'messages.history': ({ messageId }) => messageHistory(core, messageId),
    'outbox.retry': ({ localId }) => retryAction(core, localId),
    'outbox.cancel': ({ localId }) => {
      if (outbox.isLeaving(localId)) return alreadyLeaving
      const result = cancelAction(core, localId)
      if (result.ok) uploads.abort(localId)
      return result
    },
    'outbox.discard': ({ localId }) => {
      if (outbox.isLeaving(localId)) return alreadyLeaving
      const result = discardAction(core, localId)
      if (result.ok) uploads.abort(localId)
      return result
    },
    'outbox.retryAll': () => ({ ok: true, value: { count: retryFailed(core) } }),
    'outbox.text': ({ localId }) => unreadableText(core, localId),
    'drafts.get': ({ narrow }) => ({ ok: true, value: composerDraft(core, narrow) }),
    'drafts.set': ({ narrow, ...text }) => writeDraft(core, narrow, text),
    'drafts.delete': ({ draftId }) => deleteDraft(core, draftId),
    'drafts.restore': ({ draftId }) => restoreDraft(core, draftId),
    'drafts.address': ({ draftId, narrow }) => addressDraft(core, draftId, narrow, () => newId('draft')),
    'drafts.send': ({ draftId, localId }) => {
      if (core.store.outbox.isKnown(localId)) return done
      const row = core.store.drafts.get(draftId)
      const destination = row === undefined || row.is_deleted === 1 ? null : destinationOf(row)
      if (row === undefined || destination === null) {
        return { ok: false, error: { code: 'NO_RECIPIENT' } }
      }
      return queueMessage(core, { localId, destination, content: row.content, draftId })
    },
    'drafts.attach': ({ narrow, draftId, attachmentId, ...file }) =>
      attach(core, narrow, draftId, { id: attachmentId, ...file }),
    'queue.release': async () => {
      await parts.releaseQueue()
      return done
    },
    'files.delete': ({ fileIds }) => deleteFiles(core, fileIds, parts.isOnline),
    'attachments.remove': ({ draftId, attachmentId }) => detach(core, draftId, attachmentId),
    'attachments.describe': ({ draftId, attachmentId, ...description }) =>
      describeFile(core, draftId, attachmentId, description),
    'attachments.order': ({ draftId, attachmentIds }) => orderFiles(core, draftId, attachmentIds),
    'topics.links': async ({ streamId, topic }) => ({ ok: true, value: await topicLinksOnce(core, streamId, topic) }),
    'links.resolve': (link) => linkTarget(core, link, { fetcher, isOnline: parts.isOnline }),
    'messages.search': ({ where, ...request }) =>
      where === 'disk' ? searchDisk(core, request, 'call') : searchServer(core, fetcher, request, 'call'),
    'narrows.find': async ({ query }) => ({ ok: true, value: await findNarrows(parts, query) }),
    'groups.find': async ({ query }) => ({ ok: true, value: await findGroups(core, query) }),
    'mentions.find': async ({ narrow, query }) => ({ ok: true, value: await findMentions(parts, narrow, query) }),
    'moves.plan': (asked) => ({ ok: true, value: planMove(parts, asked) }),
    'moves.streams': ({ query }) => ({ ok: true, value: targetStreams(core, query) }),
    'moves.topics': ({ streamId, query }) => ({ ok: true, value: targetTopics(parts, streamId, query) }),
    'people.search': ({ query, withEverybody = false }) => ({
      ok: true,
      value: searchPeople(core, presences, query, withEverybody),
    }),
  }
}

/** The handlers of the calls about what is stored on this computer. */
function historyCalls({
  history,
  maintenance,
}: Pick<EngineParts, 'history' | 'maintenance'>): Pick<
  Handlers,
  'cache.policy' | Extract<keyof Handlers, `storage.${string}`>
> {
  const done = { ok: true, value: null } as const
  return {
    'cache.policy': (change) => ({ ok: true, value: maintenance.changeCachePolicy(change) }),
    'storage.keep': (choice) => {
      maintenance.keep(choice)
      return done
    },
    'storage.fetch': ({ scope }) => history.begin(scope),
    'storage.run': (change) => {
      history.change(change)
      return done
    },
    'storage.cancel': ({ scope }) => {
      history.cancel(scope)
      return done
    },
    'storage.evict': async () => ({ ok: true, value: { count: await maintenance.evict() } }),
  }
}

/** The window of a call about its views. @throws Error if main itself calls */
function windowOf(from: WindowId | undefined): WindowId {
  if (from === undefined) throw new Error('a call about views came from no window')
  return from
}

type OfKinds = keyof typeof actionCalls

/** The handlers of the calls that queue actions. */
function callsOfKinds(core: Core, newId: (kind: string) => string): Pick<Handlers, OfKinds> {
  const calls: Readonly<Record<OfKinds, (core: Core, input: never, newId: (kind: string) => string) => unknown>> =
    actionCalls
  const handlers = Object.entries(calls).map(([name, call]) => [name, (input: never) => call(core, input, newId)])
  // Each entry keeps its name, which determines its input and output.
  return Object.fromEntries(handlers) as Pick<Handlers, OfKinds>
}
