import type { Connection, ConnectionMeta, Tries, WaitingAction, WaitingFile, WaitingWork } from '#contract/accounts.ts'
import type { ReadCore } from '../core/read-core.ts'
import type { Change } from '../state/changes.ts'
import type { WaitingDrafts } from '../drafts/synchronization.ts'
import { definitionOf } from '../actions/kinds.ts'
import type { WaitReasons } from '../projections/wait-reason.ts'
import type { Attachment } from '../store/drafts.ts'
import type { OutboxHead, OutboxRow } from '../store/outbox.ts'
import type { CatchUpState } from '../sync/catch-up-record.ts'
import type { ConnectionHistory } from '../sync/connection-record.ts'
import { beginningOf, narrowOfAction, countRows, rowsInOrder } from './outbox.ts'
import { headingOf } from '../projections/headings.ts'
import type { View } from './view.ts'

/**
 * Twenty accounts may be listed together, so that each shows a window of waiting actions that grows as the user
 * scrolls.
 */
const rowsAtFirst = 100
const rowsPerStep = 300
const filesNamed = 10
const noHeading = { title: '', streamName: null, streamColor: null }
const untried: Tries = { count: 0, lastAt: null, failure: null }

/** The state of the engine's parts that no table contains. */
export interface ConnectionSources {
  readonly connection: () => Connection
  readonly history: () => ConnectionHistory
  readonly catchUp: () => CatchUpState | null
  readonly drafts: () => WaitingDrafts | null
  readonly hasStale: () => boolean
  /** Returns the time since which nothing waits, in UNIX milliseconds; null while anything waits. */
  readonly quietSince: () => number | null
  readonly triesOf: (row: OutboxRow) => Tries
  /**
   * Returns the time at which the first row of a queue is tried next, in UNIX milliseconds; null if that is now, or
   * if the row waits for the user.
   */
  readonly nextTryAt: (head: OutboxHead) => number | null
}

/**
 * The view of the account's connection and of everything that waits for it: first the account's own work, then a
 * window of the outbox.
 */
export class ConnectionView implements View<'connection'> {
  readonly #core: ReadCore
  readonly #waiting: WaitReasons
  readonly #sources: ConnectionSources
  readonly #onDirty: () => void
  #limit = rowsAtFirst

  constructor(core: ReadCore, waiting: WaitReasons, sources: ConnectionSources, onDirty: () => void) {
    this.#core = core
    this.#waiting = waiting
    this.#sources = sources
    this.#onDirty = onDirty
  }

  isAffected(change: Change): boolean {
    switch (change.kind) {
      case 'outbox':
      case 'waiting':
      case 'progress':
      case 'drafts':
      case 'preferences':
      case 'people':
      case 'streams':
      case 'unread_replaced':
      case 'organization':
      case 'epoch':
        return true
      default:
        return false
    }
  }

  compute(): { items: (WaitingAction | WaitingWork)[]; meta: ConnectionMeta } {
    const { outbox } = this.#core.store
    const works = this.#works()
    const rows = rowsInOrder(outbox, this.#limit)
    const heads = new Map(outbox.heads().map((head) => [head.queue_key, head]))
    const actions = rows.map((row) => this.#action(row, heads.get(row.queue_key)))
    return { items: [...works, ...actions], meta: this.#meta(works, countRows(outbox) + works.length) }
  }

  /** Shows more actions, because the page has come near the end of the list. */
  more(): void {
    this.#limit += rowsPerStep
    this.#onDirty()
  }

  #meta(works: readonly WaitingWork[], total: number): ConnectionMeta {
    const { store, accountState } = this.#core
    const { outbox } = store
    const waitingSince = [outbox.oldestAt(), ...works.map((work) => work.since)].filter((at) => at !== null)
    const connection = this.#sources.connection()
    const { since, reachedAt, failures, lastFailureAt, failure } = this.#sources.history()
    const rateLimitedUntil = this.#rateLimitedUntil()
    return {
      connection,
      since,
      rateLimitedUntil,
      reachedAt,
      tries: { count: failures, lastAt: lastFailureAt, failure },
      nextTryAt: this.#nextTry(() => null),
      total,
      failed: outbox.countInState('failed'),
      oldestAt: waitingSince.length === 0 ? null : Math.min(...waitingSince),
      quietSince: this.#sources.quietSince(),
      hasStale: this.#sources.hasStale(),
      known: { people: accountState.people.size, streams: accountState.streams.size, unread: accountState.unread.size },
      isRegistered: store.meta.epoch() > 0,
    }
  }

  #rateLimitedUntil(): number | null {
    const { rateLimitedUntil, ports } = this.#core
    return rateLimitedUntil > ports.clock.now() ? rateLimitedUntil : null
  }

  /** Returns the account's own unfinished work. */
  #works(): WaitingWork[] {
    const reason = this.#waiting.ofAccount()
    const works: WaitingWork[] = []
    const add = (work: WaitingWork['work'], over: Pick<WaitingWork, 'since' | 'tries' | 'nextTryAt'>) => {
      works.push({
        key: `work:${work.kind}`,
        kind: 'waiting_work',
        work,
        reason,
        ...over,
        nextTryAt: this.#nextTry(() => over.nextTryAt),
      })
    }
    const catchUp = this.#sources.catchUp()
    if (catchUp !== null) {
      const { step, since, done, total, failures, lastFailureAt, failure, nextTryAt } = catchUp
      add(step === 'missed' ? { kind: 'missed', done, total } : { kind: 'changed' }, {
        since,
        tries: { count: failures, lastAt: lastFailureAt, failure },
        nextTryAt,
      })
    }
    const flags = this.#core.store.undecided.count()
    if (flags > 0) add({ kind: 'flags', count: flags }, { since: null, tries: untried, nextTryAt: null })
    const drafts = this.#sources.drafts()
    if (drafts !== null) {
      const { count, since, tries, nextTryAt } = drafts
      add({ kind: 'drafts', count }, { since, tries, nextTryAt })
    }
    return works
  }

  #action(row: OutboxRow, head: OutboxHead | undefined): WaitingAction {
    const description = definitionOf(row).describe(this.#core, row)
    const { what, text, attachments = [] } = description
    const isFirst = head === undefined || head.local_id === row.local_id
    const narrow = narrowOfAction(this.#core, description)
    return {
      key: `outbox:${row.local_id}`,
      kind: 'waiting_action',
      localId: row.local_id,
      what,
      ...(narrow === null ? noHeading : headingOf(this.#core, narrow)),
      text: beginningOf(text),
      state: row.state === 'acknowledged' ? 'sending' : row.state,
      reason: this.#waiting.of(row, isFirst ? null : head, attachments),
      since: row.created_at,
      tries: this.#sources.triesOf(row),
      nextTryAt: isFirst ? this.#nextTryOf(head) : null,
      files: attachments.slice(0, filesNamed).map((file) => this.#file(file)),
      fileCount: attachments.length,
    }
  }

  #file({ id, name, size, uri }: Attachment): WaitingFile {
    const sent = this.#waiting.uploadedBytes(id)
    if (uri !== undefined) return { name, size, sent: size, state: 'uploaded' }
    return sent === null
      ? { name, size, sent: 0, state: 'waiting' }
      : { name, size, sent: Math.min(sent, size), state: 'uploading' }
  }

  #nextTryOf(head: OutboxHead | undefined): number | null {
    if (head === undefined || head.state === 'failed' || head.state === 'sending') return null
    return this.#nextTry(() => this.#sources.nextTryAt(head))
  }

  /** Returns the time of the next attempt. Waits of the whole account take precedence over those of the item. */
  #nextTry(own: () => number | null): number | null {
    const connection = this.#sources.connection()
    switch (connection.state) {
      case 'offline':
        return this.#rateLimitedUntil() ?? connection.retryAt
      case 'starting':
        return this.#rateLimitedUntil()
      case 'online':
      case 'catching_up':
        return this.#rateLimitedUntil() ?? own()
      case 'waiting_for_keychain':
      case 'signed_out':
      case 'refused':
        return null
    }
  }
}
