import type { EngineInput } from '../../preload/contract/calls.ts'
import type { CachePolicy } from '../../preload/contract/calls/cache.ts'
import type { Result } from '../../preload/contract/values.ts'
import type { OpenedView, ViewQuery } from '../../preload/contract/views.ts'
import type { Core } from './core.ts'
import { conversationKey } from './values/conversation.ts'
import type { WindowId } from './window-id.ts'
import {
  addressDraft,
  attach,
  composerDraft,
  deleteDraft,
  destinationOf,
  detach,
  restoreDraft,
  writeDraft,
} from './drafts/editing.ts'
import type { AttachmentUploads } from './actions/sending/attachment-uploads.ts'
import { deleteMessage } from './actions/kinds/delete.ts'
import { editOwnMessage } from './actions/kinds/edit.ts'
import { moveMessage, resolveTopic } from './actions/kinds/move.ts'
import { muteUser } from './actions/kinds/mute-user.ts'
import { react } from './actions/kinds/reaction.ts'
import { queueReads, readShown } from './actions/kinds/read.ts'
import { markNarrowRead } from './actions/kinds/read-narrow.ts'
import { scheduleMessage } from './actions/kinds/schedule.ts'
import { deleteScheduled } from './actions/kinds/schedule-delete.ts'
import { editScheduled } from './actions/kinds/schedule-edit.ts'
import { queueMessage } from './actions/kinds/send.ts'
import { starMessage } from './actions/kinds/star.ts'
import { actOnWidget } from './actions/kinds/submessage.ts'
import { changeSubscription } from './actions/kinds/subscription.ts'
import { chooseTopicPolicy } from './actions/kinds/topic-policy.ts'
import { markUnreadFrom, unreadAgain } from './actions/kinds/unread.ts'
import { cancelAction, discardAction, retryAction, retryFailed, unreadableText } from './actions/waiting-actions.ts'
import { rawContent, readReceipts } from './message-details.ts'
import { messageHistory } from './message-history.ts'
import { searchDisk, searchServer } from './search/search.ts'
import type { Fetcher } from './sync/fetcher.ts'
import { linkTarget } from './sync/link-target.ts'
import type { RowSettler } from './sync/settling/row-settler.ts'
import type { EngineCalls } from './engine-calls.ts'
import { emojiChoice } from './views/messages/emoji-choice.ts'
import { searchPeople } from './views/shown/people-search.ts'
import type { ShownPreferences } from './views/shown/shown-preferences.ts'
import type { ShownUnread } from './views/shown/shown-unread.ts'
import type { ViewHost } from './views/hosting/view-host.ts'
import type { WindowViews } from './views/hosting/window-views.ts'

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
  readonly preferences: ShownPreferences
  readonly unread: ShownUnread
  readonly fetcher: Fetcher
  readonly rowSettler: RowSettler
  readonly uploads: AttachmentUploads
  readonly isOnline: () => boolean
  readonly openView: (host: ViewHost, viewId: string, query: ViewQuery) => OpenedView
  readonly releaseQueue: () => Promise<void>
  readonly changeCachePolicy: (change: EngineInput<'cache.policy'>) => Result<CachePolicy>
}

/** The handlers of the page's calls; main has validated the parameters against the contract. */
export function createHandlers(parts: EngineParts): Handlers {
  const { core, views, preferences, unread, fetcher, rowSettler, uploads } = parts
  const done = { ok: true, value: null } as const
  const hostOf = (from: WindowId | undefined) => views.of(windowOf(from))
  /** The local id of an outbox row that the engine creates. */
  const newId = (kind: string): string => {
    const { clock, random } = core.ports
    return `${kind}-${clock.now()}-${Math.floor(random.next() * 1e9)}`
  }
  return {
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
      if (view !== undefined) rowSettler.look(view, first === null || last === null ? null : { first, last })
      return done
    },
    'views.reset': (_input, from) => {
      views.drop(windowOf(from))
      return done
    },
    'messages.react': (choice) => react(core, choice, newId('reaction')),
    'emoji.choice': () => ({ ok: true, value: emojiChoice(core) }),
    'topics.policy': (choice) => chooseTopicPolicy(core, choice, newId('topic')),
    'topics.resolve': (topic) => resolveTopic(core, topic, newId('move')),
    'streams.property': ({ streamId, change }) => changeSubscription(core, { streamId, ...change }, newId('stream')),
    'people.mute': ({ userId, isMuted }) => muteUser(core, userId, isMuted, newId('mute')),
    'people.muted': () => ({
      ok: true,
      value: preferences.mutedPeople().map((personId) => core.world.person(personId)),
    }),
    'messages.send': (input) => queueMessage(core, input),
    'messages.markRead': ({ messageIds }) => {
      queueReads(core, messageIds, newId('read'))
      return done
    },
    'messages.markUnread': ({ narrow, fromId }) => {
      markUnreadFrom(core, narrow, fromId, newId('unread'))
      return done
    },
    'messages.readConversation': ({ narrow }) => {
      const messageIds = unread.ids(conversationKey(narrow))
      readShown(core, messageIds, newId('read'))
      return { ok: true, value: { messageIds } }
    },
    'messages.unreadAgain': ({ narrow, messageIds }) => {
      unreadAgain(core, narrow, messageIds, newId('unread'))
      return done
    },
    'messages.markAllRead': ({ scope }) => {
      markNarrowRead(core, scope, newId('read_narrow'))
      return done
    },
    'messages.move': (move) => moveMessage(core, move, newId('move')),
    'messages.schedule': (message) => scheduleMessage(core, message),
    'scheduled.edit': (change) => editScheduled(core, change, newId('schedule')),
    'scheduled.delete': (choice) => deleteScheduled(core, choice, newId('schedule')),
    'widgets.act': ({ messageId, act, localId }) => actOnWidget(core, messageId, act, localId),
    'messages.receipts': ({ messageId }) => readReceipts(core, messageId),
    'cache.policy': (change) => parts.changeCachePolicy(change),
    'messages.star': ({ messageId, isStarred }) => starMessage(core, messageId, isStarred, newId('star')),
    'messages.raw': ({ messageId }) => rawContent(core, messageId),
    'messages.edit': (edit) => editOwnMessage(core, edit, newId('edit')),
    'messages.delete': ({ messageId }) => deleteMessage(core, messageId, newId('delete')),
    'messages.history': ({ messageId }) => messageHistory(core, messageId),
    'outbox.retry': ({ localId }) => retryAction(core, localId),
    'outbox.cancel': ({ localId }) => {
      const result = cancelAction(core, localId)
      if (result.ok) uploads.abort(localId)
      return result
    },
    'outbox.discard': ({ localId }) => {
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
    'drafts.address': ({ draftId, destination }) => addressDraft(core, draftId, destination),
    'drafts.send': ({ draftId, localId }) => {
      if (core.store.outbox.isKnown(localId)) return done
      const row = core.store.drafts.get(draftId)
      const destination = row === undefined || row.is_deleted === 1 ? null : destinationOf(row)
      if (row === undefined || destination === null) {
        return { ok: false, error: { code: 'NO_RECIPIENT' } }
      }
      return queueMessage(core, { localId, destination, content: row.content, draftId })
    },
    'drafts.attach': ({ narrow, draftId, attachmentId, name, type, size }) =>
      attach(core, narrow, draftId, { id: attachmentId, name, type, size }),
    'queue.release': async () => {
      await parts.releaseQueue()
      return done
    },
    'attachments.remove': ({ draftId, attachmentId }) => detach(core, draftId, attachmentId),
    'links.resolve': (link) => linkTarget(core, link, { fetcher, isOnline: parts.isOnline }),
    'messages.search': ({ where, ...request }) =>
      where === 'disk' ? searchDisk(core, request, 'call') : searchServer(core, fetcher, request, 'call'),
    'people.search': ({ query }) => ({ ok: true, value: searchPeople(core, query) }),
  }
}

/** The window of a call about its views. */
function windowOf(from: WindowId | undefined): WindowId {
  if (from === undefined) throw new Error('a call about views came from no window')
  return from
}
