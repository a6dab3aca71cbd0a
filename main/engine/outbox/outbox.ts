import type { Tries } from '../../../preload/contract.ts'
import type { Core } from '../core.ts'
import { streamOfConversation } from '../model/conversation.ts'
import type { OutboxHead, OutboxRow } from '../store/outbox.ts'
import type { Fetcher } from '../sync/fetcher.ts'
import { failureKind } from '../sync/failures.ts'
import type { TouchedMessages } from '../sync/touched.ts'
import { sendChange } from './change-sender.ts'
import { OutboxContext, retryMs, type OutboxPorts } from './context.ts'
import { reversible } from './kinds.ts'
import { fetchAcknowledged, searchUnknown, sendQueued } from './message-sender.ts'
import { readNarrowStep, sendReads } from './reads.ts'
import { scheduleQueued, searchScheduled } from './schedule-sender.ts'
import { searchSubmessage, submitQueued } from './submessage-sender.ts'
import { Uploads } from './uploads.ts'
import type { Pause } from './wait-reason.ts'

/** After this a request whose answer never came has taken effect or never will (fault model of design.md §3). */
const requestDeadMs = 10_000
/** The event of an acknowledged message is awaited so long; then the message is fetched by its id (S5). */
const eventPatienceMs = 5_000
/** Reads are gathered for a moment, so that scrolling makes few requests (U7). */
const readDelayMs = 300

/**
 * Carries out the outbox. One row of a conversation is on its way at a time, conversations do not wait for each other
 * (S8). The state machine of a row is drawn at `OutboxState`.
 */
export class Outbox {
  readonly #core: Core
  readonly #context: OutboxContext
  readonly uploads: Uploads
  readonly #busy = new Set<string>()
  /** Rows that are being carried out: a move may put one into another line meanwhile. */
  readonly #inWork = new Set<string>()
  readonly #timers = new Map<string, () => void>()
  #stopped = false

  constructor(core: Core, fetcher: Fetcher, touched: TouchedMessages, ports: OutboxPorts) {
    this.#core = core
    this.#context = new OutboxContext(core, fetcher, touched, ports)
    this.uploads = new Uploads(this.#context)
  }

  /** What the outbox rests for; null where it does not. */
  get pause(): Pause | null {
    return this.#context.pause
  }

  /** Looks for rows that can move; call it whenever something may have changed. Cheap when there is nothing. */
  run(): void {
    if (this.#stopped || !this.#context.isOnline || this.#core.world.organization === undefined) return
    try {
      this.#run()
    } catch (error) {
      this.#core.noteFailure('the outbox', error)
      // Nobody else may come by.
      this.#later('failed', retryMs)
    }
  }

  #run(): void {
    const context = this.#context
    const now = this.#core.ports.clock.now()
    if (now < context.pausedUntil) {
      this.#later('pause', context.pausedUntil - now)
      return
    }
    context.endPause()
    // A failed row waits for the user, and what was written after it waits too (S8).
    for (const head of this.#core.store.outbox.heads()) {
      const { conversation, local_id: localId } = head
      if (this.#busy.has(conversation) || this.#inWork.has(localId)) continue
      const dueMs = this.#dueIn(head, now)
      if (dueMs === null) continue
      const waitMs = Math.max(dueMs, (context.nextLook.get(conversation) ?? now) - now)
      if (waitMs > 0) {
        this.#later(conversation, waitMs)
        continue
      }
      const row = this.#core.store.outbox.get(localId)
      if (row === undefined) continue
      this.#busy.add(conversation)
      this.#inWork.add(localId)
      const done = this.#step(row).finally(() => {
        this.#busy.delete(conversation)
        this.#inWork.delete(localId)
        this.run()
      })
      this.#core.apart(`outbox row ${localId}`, done)
    }
  }

  /** The user wants no rest to be waited for. What may still take effect, and what the server asks for, is (S6). */
  retry(): void {
    this.#context.endPause()
    this.run()
  }

  /** What was tried of a row in vain. */
  triesOf(row: OutboxRow): Tries {
    return this.#context.tries.of(row)
  }

  /** When the first row of a line is worked on next, UNIX milliseconds; null where that is now, or takes the user. */
  nextTryAt(head: OutboxHead): number | null {
    const now = this.#core.ports.clock.now()
    const dueMs = this.#dueIn(head, now)
    if (dueMs === null) return null
    const at = Math.max(now + dueMs, this.#context.nextLook.get(head.conversation) ?? 0, this.#context.pausedUntil)
    return at > now ? at : null
  }

  stop(): void {
    this.#stopped = true
    this.#context.stop()
    for (const cancel of this.#timers.values()) cancel()
    this.#timers.clear()
  }

  /** Milliseconds until the row can be worked on, null when it waits for somebody else. */
  #dueIn(row: OutboxHead, now: number): number | null {
    const since = now - (row.attempt_at ?? 0)
    switch (row.state) {
      case 'queued':
        if (reversible.has(row.kind) && row.attempt_at !== null) return Math.max(0, requestDeadMs - since)
        return row.kind === 'read' ? Math.max(0, readDelayMs - (now - row.created_at)) : 0
      case 'unknown':
        return row.absent_count > 0 && since >= requestDeadMs ? 0 : Math.max(0, requestDeadMs - since)
      case 'acknowledged':
        return this.#isDelivered(row) ? Math.max(0, eventPatienceMs - since) : 0
      case 'sending':
      case 'failed':
        return null
    }
  }

  /** Whether the queue will tell of what this row has become. */
  #isDelivered(row: OutboxHead): boolean {
    return row.kind !== 'send' || this.#core.world.isLive(streamOfConversation(row.conversation))
  }

  #later(key: string, delayMs: number): void {
    this.#timers.get(key)?.()
    this.#timers.set(
      key,
      this.#core.ports.clock.schedule(delayMs, () => {
        this.#timers.delete(key)
        this.run()
      }),
    )
  }

  async #step(row: OutboxRow): Promise<void> {
    try {
      await this.#carryOut(row)
    } catch (error) {
      // The engine ended while the request was on its way: its file is closed, the next engine goes on.
      if (this.#stopped) return
      this.#core.noteFailure(`outbox row ${row.local_id}`, error)
      this.#context.rest(failureKind(error), row)
      await this.#leaveNoneSending(row)
    }
  }

  /** Whatever went wrong after the request had left: nothing but a look tells what has become of it. */
  async #leaveNoneSending(row: OutboxRow): Promise<void> {
    const isSending = () => this.#core.store.outbox.get(row.local_id)?.state === 'sending'
    await this.#context.patiently(() => {
      if (isSending()) this.#context.update(row, { state: 'unknown' })
    })
  }

  async #carryOut(row: OutboxRow): Promise<void> {
    const context = this.#context
    switch (row.kind) {
      case 'send':
        if (row.state === 'unknown') await searchUnknown(context, row)
        else if (row.state === 'acknowledged') await fetchAcknowledged(context, row)
        else if (await this.uploads.upload(row)) await sendQueued(context, row)
        return
      case 'schedule':
        if (row.state === 'unknown') await searchScheduled(context, row)
        // The server has it: if no event tells, the time has come, or it was deleted.
        else if (row.state === 'acknowledged') await context.drop(row)
        else if (await this.uploads.upload(row)) await scheduleQueued(context, row)
        return
      case 'submessage':
        if (row.state === 'queued') await submitQueued(context, row)
        else await searchSubmessage(context, row)
        return
      case 'read':
        await sendReads(context, row)
        return
      case 'read_narrow':
        if (row.state === 'acknowledged') await context.drop(row)
        else await readNarrowStep(context, row)
        return
      case 'unread':
      case 'star':
      case 'edit':
      case 'delete':
      case 'move':
      case 'reaction':
      case 'topic_policy':
      case 'subscription':
      case 'mute_user':
      case 'alert_word':
      case 'schedule_edit':
      case 'schedule_delete':
        await sendChange(context, row)
        return
      case 'unreadable':
        // It stays as it is until the user has taken it back.
        return
    }
  }
}
