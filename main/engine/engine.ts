import type { CallName, Connection, Failure, Input, Output, Result } from '../../preload/contract.ts'
import { deleteQueue } from './api/events.ts'
import { Core } from './core.ts'
import { cancelMessage, queueMessage, queueReads, readDraft, retryMessage, writeDraft } from './outbox/actions.ts'
import {
  deleteMessage,
  editOwnMessage,
  markUnreadFrom,
  messageHistory,
  rawContent,
  starMessage,
} from './outbox/message-actions.ts'
import { Outbox } from './outbox/outbox.ts'
import type { EnginePorts } from './ports.ts'
import type { Signal } from './protocol.ts'
import { Backfill } from './sync/backfill.ts'
import { Fetcher } from './sync/fetcher.ts'
import { Poller } from './sync/poller.ts'
import { TouchedMessages } from './sync/touched.ts'
import { ConversationView } from './views/conversation.ts'
import { NavigationView } from './views/navigation.ts'
import { searchPeople } from './views/people-search.ts'
import { ShownUnread } from './views/shown-unread.ts'
import { ViewHost } from './views/view-host.ts'

/** Confirmed rows are remembered so long, against repeated calls and double claims. */
const sentMemoryMs = 30 * 86_400_000
const deleteQueueTimeoutMs = 2_000

/** The calls that an engine answers; all but the account's id, which chose the engine. */
export type EngineCallName = Exclude<CallName, `accounts.${string}` | 'app.state' | 'app.settings' | 'app.openLink'>
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
  readonly #unread: ShownUnread
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
    this.#unread = new ShownUnread(this.#core)
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
    this.#core.onCommit((changes) => {
      if (changes.some((change) => change.kind === 'outbox')) this.#outbox.run()
      this.#publishStatus()
    })
    this.#handlers = this.#createHandlers()
  }

  /** Begins to talk to the server; views are answered from disk before and without it. */
  start(): void {
    this.#publishStatus()
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
          return { ok: true, value: this.#views.open(viewId, new NavigationView(core, this.#unread)) }
        }
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
      'outbox.cancel': ({ localId }) => cancelMessage(core, localId),
      'drafts.get': ({ narrow }) => ({ ok: true, value: readDraft(core, narrow) }),
      'drafts.set': ({ narrow, topic, content }) => {
        writeDraft(core, narrow, { topic, content })
        return done
      },
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
      {
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
