import type { CallName, Connection, EmojiChoice, Failure, Input, Output, Result } from '../../preload/contract.ts'
import { deleteQueue } from './api/events.ts'
import { Core } from './core.ts'
import { Notifier } from './notifications/notifier.ts'
import { cancelMessage, queueMessage, queueReads, retryMessage } from './outbox/actions.ts'
import {
  addressDraft,
  attach,
  composerDraft,
  deleteDraft,
  destinationOf,
  detach,
  restoreDraft,
  writeDraft,
} from './outbox/draft-actions.ts'
import { DraftSync } from './outbox/draft-sync.ts'
import {
  deleteMessage,
  editOwnMessage,
  markUnreadFrom,
  messageHistory,
  rawContent,
  starMessage,
} from './outbox/message-actions.ts'
import { Outbox } from './outbox/outbox.ts'
import { sendPayload } from './outbox/payload.ts'
import { changeSubscription, chooseTopicPolicy, muteUser } from './outbox/preference-actions.ts'
import { react } from './outbox/reaction-actions.ts'
import type { EnginePorts } from './ports.ts'
import type { Signal } from './protocol.ts'
import { Backfill } from './sync/backfill.ts'
import { SearchIndexer } from './search/indexer.ts'
import { searchDisk, searchServer } from './search/search.ts'
import { draftAttachments } from './store/drafts.ts'
import { fetchEmojiNames } from './sync/emoji-data.ts'
import { Fetcher } from './sync/fetcher.ts'
import { Poller } from './sync/poller.ts'
import { TouchedMessages } from './sync/touched.ts'
import { ConversationView } from './views/conversation.ts'
import { DraftsView } from './views/drafts.ts'
import { NavigationView } from './views/navigation.ts'
import { searchPeople } from './views/people-search.ts'
import { ShownPreferences } from './views/shown-preferences.ts'
import { ShownUnread } from './views/shown-unread.ts'
import { ViewHost } from './views/view-host.ts'

/** Confirmed rows are remembered so long, against repeated calls and double claims. */
const sentMemoryMs = 30 * 86_400_000
const frequentEmoji = 24
const deleteQueueTimeoutMs = 2_000

/** The calls that an engine answers; all but the account's id, which chose the engine. */
export type EngineCallName = Exclude<
  CallName,
  | `accounts.${string}`
  | 'app.state'
  | 'app.settings'
  | 'app.openLink'
  | 'app.focus'
  | 'attachments.begin'
  | 'attachments.append'
  | 'attachments.abort'
  | 'media.save'
>
type EngineInput<N extends EngineCallName> = Omit<Input<N>, 'accountId'>

type Handlers = {
  readonly [N in EngineCallName]: (input: EngineInput<N>) => Result<Output<N>> | Promise<Result<Output<N>>>
}

/** One account: its cache, its queue, its outbox and its views. An ordinary class; the app runs it in a thread. */
export class Engine {
  readonly #core: Core
  readonly #poller: Poller
  readonly #outbox: Outbox
  readonly #backfill: Backfill
  readonly #fetcher: Fetcher
  readonly #views: ViewHost
  readonly #preferences: ShownPreferences
  readonly #unread: ShownUnread
  readonly #draftSync: DraftSync
  readonly #notifier: Notifier
  readonly #indexer: SearchIndexer
  #isFocused = false
  #keptAttachments: string | null = null
  readonly #handlers: Handlers
  #closed = false
  #statusText = ''
  /** The epoch whose gaps have been filled, or are being filled; null when that has to be done again. */
  #caughtUpEpoch: number | null = null

  /** @throws StoreError when the account's database cannot be opened. */
  constructor(ports: EnginePorts) {
    const touched = new TouchedMessages()
    this.#core = new Core(ports)
    this.#core.store.transaction(() => {
      this.#core.store.outbox.recoverInterrupted()
      this.#core.store.outbox.forgetSent(ports.clock.now() - sentMemoryMs)
    })
    this.#fetcher = new Fetcher(this.#core, touched)
    this.#preferences = new ShownPreferences(this.#core)
    this.#unread = new ShownUnread(this.#core, this.#preferences)
    this.#views = new ViewHost(this.#core)
    this.#backfill = new Backfill(this.#core, this.#fetcher)
    this.#poller = new Poller(this.#core, {
      onConnection: (connection) => {
        this.#onConnection(connection)
      },
      onEvents: (events) => {
        touched.note(events)
      },
    })
    this.#outbox = new Outbox(this.#core, this.#fetcher, touched, {
      isOnline: () => this.#poller.isOnline,
      onTrouble: () => {
        this.#poller.retry()
      },
      onSignedOut: (reason) => {
        this.#poller.halt({ state: 'signed_out', reason })
      },
    })
    // Only a client that has caught up knows whether the server's copy has changed.
    this.#draftSync = new DraftSync(this.#core, () => this.#poller.connection.state === 'online')
    this.#notifier = new Notifier(this.#core, this.#unread, this.#preferences, {
      isWatched: (conversation) =>
        this.#isFocused && this.#conversations().some((view) => view.showsEndOf(conversation)),
    })
    this.#core.onCommit((changes) => {
      if (changes.some((change) => change.kind === 'outbox')) this.#outbox.run()
      if (changes.some((change) => change.kind === 'drafts' || change.kind === 'preferences')) this.#draftSync.run()
      if (changes.some((change) => change.kind === 'drafts' || change.kind === 'outbox')) this.#keepAttachments()
      this.#publishStatus()
    })
    this.#indexer = new SearchIndexer(this.#core)
    this.#handlers = this.#createHandlers()
  }

  /** Begins to talk to the server; views are answered from disk before and without it. */
  start(): void {
    this.#publishStatus()
    this.#keepAttachments()
    this.#draftSync.run()
    void this.#indexer.run()
    this.#poller.start()
  }

  /** Answers a call. Failures are data; a call that throws is a bug and answers so. */
  async call(name: EngineCallName, input: unknown): Promise<Result<unknown>> {
    if (this.#closed) return { ok: false, error: { code: 'CLOSED', message: 'This account is being closed.' } }
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

  signal(signal: Signal, reason?: string): void {
    switch (signal) {
      case 'retry':
      case 'resume':
      case 'key_changed':
        this.#poller.retry()
        this.#outbox.run()
        break
      case 'focused':
      case 'blurred':
        this.#isFocused = signal === 'focused'
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
  }

  /** Gives the event queue back to the server, at sign-out. Best effort, within two seconds. */
  async releaseQueue(): Promise<void> {
    const queue = this.#core.store.meta.queue()
    this.#poller.stop()
    if (queue === undefined) return
    try {
      await deleteQueue(this.#core.api, queue.queueId, { priority: 'foreground', timeoutMs: deleteQueueTimeoutMs })
    } catch {
      // The server drops it by itself after ten minutes.
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
    this.#backfill.stop()
    this.#outbox.stop()
    this.#draftSync.stop()
    this.#notifier.stop()
    this.#indexer.stop()
    this.#views.reset()
    this.#core.store.close()
  }

  /** After a new queue began: what is on screen first, then everything else that was live before. */
  async #catchUp(): Promise<void> {
    const epoch = this.#core.world.epoch
    this.#caughtUpEpoch = epoch
    await Promise.all(this.#conversations().map((view) => view.refresh()))
    if (this.#isClosed()) return
    const isComplete = await this.#backfill.start()
    if (this.#isClosed()) return
    if (!isComplete && this.#caughtUpEpoch === epoch) this.#caughtUpEpoch = null
    // What the backfill brought may still leave a hole in what is on screen.
    await Promise.all(this.#conversations().map((view) => view.refresh()))
  }

  /** Tells which copies of files something still hangs on. */
  #keepAttachments(): void {
    const { drafts, outbox } = this.#core.store
    const ids = [
      ...drafts.all().flatMap((row) => draftAttachments(row)),
      ...outbox.ofKind('send').flatMap((row) => sendPayload(row).attachments),
    ].map((attachment) => attachment.id)
    const text = ids.join()
    if (text === this.#keptAttachments) return
    this.#keptAttachments = text
    this.#core.ports.keepAttachments(ids)
  }

  #isClosed(): boolean {
    return this.#closed
  }

  #conversations(): ConversationView[] {
    return this.#views.views().filter((view) => view instanceof ConversationView)
  }

  #onConnection(connection: Connection): void {
    if (this.#closed) return
    this.#publishStatus()
    this.#views.invalidate((view) => view instanceof ConversationView)
    if (connection.state !== 'online') return
    this.#outbox.run()
    this.#draftSync.run()
    void fetchEmojiNames(this.#core)
    if (this.#caughtUpEpoch !== this.#core.world.epoch) void this.#catchUp()
    else for (const view of this.#conversations()) void view.refresh()
  }

  #publishStatus(): void {
    const totals = this.#unread.totals()
    const { world } = this.#core
    const status = {
      connection: this.#poller.connection,
      organization: world.organization?.name ?? '',
      unread: totals.unread,
      mentions: totals.mentions,
      badge: totals.badge,
      email: world.organization?.selfEmail ?? null,
    }
    const text = JSON.stringify(status)
    if (text === this.#statusText) return
    this.#statusText = text
    this.#core.ports.status(status)
  }

  #createHandlers(): Handlers {
    const core = this.#core
    const done = { ok: true, value: null } as const
    return {
      'app.acknowledge': ({ batch }) => {
        this.#views.acknowledge(batch)
        return done
      },
      'views.open': ({ viewId, query }) => {
        if (query.type === 'navigation') {
          return {
            ok: true,
            value: this.#views.open(viewId, new NavigationView(core, this.#unread, this.#preferences)),
          }
        }
        if (query.type === 'drafts') return { ok: true, value: this.#views.open(viewId, new DraftsView(core)) }
        const view = this.#openConversation(query)
        const opened = this.#views.open(viewId, view)
        void view.refresh()
        return { ok: true, value: opened }
      },
      'views.close': ({ viewId }) => {
        this.#views.close(viewId)
        return done
      },
      'views.more': async ({ viewId, direction }) => {
        const view = this.#views.get(viewId)
        if (view instanceof ConversationView) await view.more(direction)
        return done
      },
      'messages.react': (choice) => react(core, choice, this.#newId('reaction')),
      'emoji.choice': () => ({ ok: true, value: emojiChoice(core) }),
      'topics.policy': (choice) => chooseTopicPolicy(core, choice, this.#newId('topic')),
      'streams.property': (change) => changeSubscription(core, change, this.#newId('stream')),
      'people.mute': ({ userId, isMuted }) => muteUser(core, userId, isMuted, this.#newId('mute')),
      'people.muted': () => ({
        ok: true,
        value: this.#preferences.mutedPeople().map((personId) => core.world.person(personId)),
      }),
      'messages.send': (input) => queueMessage(core, input),
      'messages.markRead': ({ messageIds }) => {
        queueReads(core, messageIds, this.#newId('read'))
        return done
      },
      'messages.markUnread': ({ narrow, fromId }) => {
        markUnreadFrom(core, narrow, fromId, this.#newId('unread'))
        return done
      },
      'messages.star': ({ messageId, isStarred }) => starMessage(core, messageId, isStarred, this.#newId('star')),
      'messages.raw': ({ messageId }) => rawContent(core, messageId),
      'messages.edit': ({ messageId, content }) => editOwnMessage(core, messageId, content, this.#newId('edit')),
      'messages.delete': ({ messageId }) => deleteMessage(core, messageId, this.#newId('delete')),
      'messages.history': ({ messageId }) => messageHistory(core, messageId),
      'outbox.retry': ({ localId }) => retryMessage(core, localId),
      'outbox.cancel': ({ localId }) => {
        const result = cancelMessage(core, localId)
        if (result.ok) this.#outbox.abortUpload(localId)
        return result
      },
      'drafts.get': ({ narrow }) => ({ ok: true, value: composerDraft(core, narrow) }),
      'drafts.set': ({ narrow, ...text }) => writeDraft(core, narrow, text),
      'drafts.delete': ({ draftId }) => deleteDraft(core, draftId),
      'drafts.restore': ({ draftId }) => restoreDraft(core, draftId),
      'drafts.address': ({ draftId, destination }) => addressDraft(core, draftId, destination),
      'drafts.send': ({ draftId, localId }) => {
        const row = core.store.drafts.get(draftId)
        const destination = row === undefined || row.is_deleted === 1 ? null : destinationOf(row)
        if (row === undefined || destination === null) {
          const message = 'Say first who should get this: open the draft and choose a topic or people.'
          return { ok: false, error: { code: 'NO_RECIPIENT', message } }
        }
        return queueMessage(core, { localId, destination, content: row.content, draftId })
      },
      // The bytes are main's affair; here the file is hung on its draft.
      'attachments.finish': ({ narrow, draftId, attachmentId, name, type, size }) =>
        attach(core, narrow, draftId, { id: attachmentId, name, type, size }),
      'attachments.remove': ({ draftId, attachmentId }) => detach(core, draftId, attachmentId),
      'messages.search': ({ where, ...request }) =>
        where === 'disk' ? searchDisk(core, request) : searchServer(core, this.#fetcher, request),
      'people.search': ({ query }) => ({ ok: true, value: searchPeople(core, query) }),
    }
  }

  /** A name for an outbox row that the engine makes by itself. */
  #newId(kind: string): string {
    const { clock, random } = this.#core.ports
    return `${kind}-${clock.now()}-${Math.floor(random.next() * 1e9)}`
  }

  #openConversation(query: Extract<Input<'views.open'>['query'], { type: 'conversation' }>): ConversationView {
    const view: ConversationView = new ConversationView(
      this.#core,
      this.#unread,
      this.#preferences,
      {
        uploadedBytes: (attachmentId) => this.#outbox.uploadedBytes(attachmentId),
        isOnline: () => this.#poller.isOnline,
        fetch: (request) => this.#fetcher.fetch(request),
        onDirty: () => {
          this.#views.invalidate((candidate) => candidate === view)
        },
      },
      query,
    )
    return view
  }
}

/** Emoji that the user chooses often, and those of the organization. */
function emojiChoice(core: Core): EmojiChoice {
  return {
    custom: [...core.world.emoji.values()]
      .filter((emoji) => emoji.is_deactivated === 0)
      .map((emoji) => ({ id: emoji.id, name: emoji.name, picture: emoji.path })),
    frequent: core.store.preferences.frequentEmoji(frequentEmoji).map(({ type, code }) => ({ type, code })),
  }
}

function failureOf(error: unknown): Failure {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'INTERNAL'
  if (code === 'SQLITE_FULL') {
    return { code, message: 'The disk is full. Free some space; nothing you have written so far is lost.' }
  }
  if (code.startsWith('SQLITE_READONLY') || code === 'SQLITE_CANTOPEN') {
    return { code, message: 'Skein cannot write to its data folder. Check its permissions.' }
  }
  return { code, message: 'Something went wrong inside Skein. The log has the details.' }
}
