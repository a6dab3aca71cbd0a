import { getMessage, sendMessage, updateFlags, type WireMessage } from '../api/messages.ts'
import { MalformedAnswerError } from '../api/errors.ts'
import { uploadFile } from '../api/uploads.ts'
import type { Core } from '../core.ts'
import type { Change } from '../model/changes.ts'
import { conversationOf } from '../model/conversation.ts'
import { removeMessage, removeUnread } from '../model/message-reducers.ts'
import { TransportError } from '../ports.ts'
import type { Fetcher } from '../sync/fetcher.ts'
import { failureKind, isProvenUndelivered } from '../sync/failures.ts'
import type { TouchedMessages } from '../sync/touched.ts'
import { normalize } from '../model/message-text.ts'
import type { OutboxRow } from '../store/outbox.ts'
import { applyChange, requestChange } from './changes.ts'
import { outcomeOf, reversible } from './kinds.ts'
import { addToDraft } from './draft-actions.ts'
import { lookUp } from './lookup.ts'
import { deletePayload, editPayload, messageText, readPayload, sendPayload } from './payload.ts'

/** After this a request whose answer never came has taken effect or never will (fault model of design.md §3). */
const requestDeadMs = 10_000
/** The event of an acknowledged message is awaited so long; then the message is fetched by its id (S5). */
const eventPatienceMs = 5_000
/** Reads are gathered for a moment, so that scrolling makes few requests (U7). */
const readDelayMs = 300
const readBatch = 1000
const retryMs = 2_000
const requestTimeoutMs = 30_000
/** Silence that an upload may keep; it begins anew with each piece that leaves. */
const uploadTimeoutMs = 30_000

export interface OutboxPorts {
  readonly isOnline: () => boolean
  /** A request failed as if the connection were gone: the poller should look. */
  readonly onTrouble: () => void
  readonly onSignedOut: (reason: string) => void
}

/**
 * Carries out the outbox. One row of a conversation is on its way at a time, conversations do not wait for each other
 * (S8). The state machine of a row is drawn at `OutboxState`.
 */
export class Outbox {
  readonly #core: Core
  readonly #fetcher: Fetcher
  readonly #touched: TouchedMessages
  readonly #ports: OutboxPorts
  readonly #busy = new Set<string>()
  readonly #uploads = new Map<string, AbortController>()
  readonly #progress = new Map<string, number>()
  readonly #timers = new Map<string, () => void>()
  /** When a conversation whose message was not found may look again: the two looks must not see the same instant. */
  readonly #nextLook = new Map<string, number>()
  #pausedUntil = 0
  #stopped = false

  constructor(core: Core, fetcher: Fetcher, touched: TouchedMessages, ports: OutboxPorts) {
    this.#core = core
    this.#touched = touched
    this.#fetcher = fetcher
    this.#ports = ports
  }

  /** Looks for rows that can move; call it whenever something may have changed. Cheap when there is nothing. */
  run(): void {
    if (this.#stopped || !this.#ports.isOnline() || this.#core.world.organization === undefined) return
    const now = this.#core.ports.clock.now()
    if (now < this.#pausedUntil) {
      this.#later('pause', this.#pausedUntil - now)
      return
    }
    const heads = new Map<string, OutboxRow>()
    for (const row of this.#core.store.outbox.all()) {
      // A failed row waits for the user, and what was written after it waits too (S8).
      if (!heads.has(row.conversation)) heads.set(row.conversation, row)
    }
    for (const [conversation, row] of heads) {
      if (this.#busy.has(conversation)) continue
      const dueMs = this.#dueIn(row, now)
      if (dueMs === null) continue
      const waitMs = Math.max(dueMs, (this.#nextLook.get(conversation) ?? now) - now)
      if (waitMs > 0) {
        this.#later(conversation, waitMs)
        continue
      }
      this.#busy.add(conversation)
      void this.#step(row).finally(() => {
        this.#busy.delete(conversation)
        this.run()
      })
    }
  }

  stop(): void {
    this.#stopped = true
    for (const cancel of this.#timers.values()) cancel()
    this.#timers.clear()
  }

  /** Milliseconds until the row can be worked on, null when it waits for somebody else. */
  #dueIn(row: OutboxRow, now: number): number | null {
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

  /** Whether the queue will bring the message of this row. */
  #isDelivered(row: OutboxRow): boolean {
    const { destination } = sendPayload(row)
    return destination.kind === 'direct' || this.#core.world.isLive(destination.streamId)
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
      if (row.kind === 'read') await this.#sendReads(row)
      else if (outcomeOf[row.kind] === 'idempotent') await this.#sendChange(row)
      else if (row.state === 'unknown') await this.#search(row)
      else if (row.state === 'acknowledged') await this.#fetchAcknowledged(row)
      else if (await this.#upload(row)) await this.#send(row)
    } catch (error) {
      this.#core.ports.log('error', `outbox row ${row.local_id}: ${String(error)}`)
      this.#pausedUntil = this.#core.ports.clock.now() + retryMs
    }
  }

  #update(row: OutboxRow, changes: Partial<OutboxRow>): void {
    this.#core.commit(() => {
      const current = this.#core.store.outbox.get(row.local_id)
      // Its event may have deleted it in the meantime; then there is nothing left to say (S4).
      if (current === undefined) return []
      this.#core.store.outbox.update({ ...current, ...changes })
      return [{ kind: 'outbox', conversation: current.conversation }]
    })
  }

  /** Brings the files of a message to the server, each in its turn (S12); returns whether all are there. */
  async #upload(row: OutboxRow): Promise<boolean> {
    for (const attachment of sendPayload(row).attachments) {
      if (attachment.uri !== undefined) continue
      const abort = new AbortController()
      this.#uploads.set(row.local_id, abort)
      try {
        const uri = await uploadFile(
          this.#core.api,
          {
            attachmentId: attachment.id,
            name: attachment.name,
            type: attachment.type,
            onProgress: (sentBytes) => {
              this.#noteProgress(row, attachment.id, sentBytes)
            },
          },
          { priority: 'upload', timeoutMs: uploadTimeoutMs, signal: abort.signal },
        )
        this.#noteUploaded(row, attachment.id, uri)
      } catch (error) {
        this.#uploadFailed(row, attachment.name, error)
        return false
      } finally {
        this.#uploads.delete(row.local_id)
        this.#progress.delete(attachment.id)
      }
    }
    // It may have been taken back while its last file was on its way.
    return this.#core.store.outbox.get(row.local_id)?.state === 'queued'
  }

  #noteProgress(row: OutboxRow, attachmentId: string, sentBytes: number): void {
    this.#progress.set(attachmentId, sentBytes)
    this.#core.announce([{ kind: 'progress', conversation: row.conversation }])
  }

  #noteUploaded(row: OutboxRow, attachmentId: string, uri: string): void {
    this.#core.commit(() => {
      const current = this.#core.store.outbox.get(row.local_id)
      if (current === undefined) return []
      const payload = sendPayload(current)
      const attachments = payload.attachments.map((entry) => (entry.id === attachmentId ? { ...entry, uri } : entry))
      this.#core.store.outbox.update({ ...current, payload: JSON.stringify({ ...payload, attachments }) })
      return [{ kind: 'outbox', conversation: row.conversation }]
    })
  }

  /** A file may go again freely: a second copy at the server belongs to no message, and nobody sees it. */
  #uploadFailed(row: OutboxRow, name: string, error: unknown): void {
    if (error instanceof TransportError && error.code === 'no_file') {
      const reason = `The copy of “${name}” is not on this disk any more. Take the message back and add the file again.`
      this.#update(row, { state: 'failed', error: reason })
      return
    }
    const failure = failureKind(error)
    const tooLarge = error instanceof MalformedAnswerError && error.status === 413
    if (failure.kind === 'refused' || tooLarge) {
      const reason = failure.kind === 'refused' ? failure.reason : 'It is too large for this server.'
      this.#update(row, { state: 'failed', error: `“${name}” was not taken: ${reason}` })
    } else if (failure.kind !== 'aborted') {
      this.#hold(failure)
    }
  }

  /** Bytes of a file that have left, while it is on its way. */
  uploadedBytes(attachmentId: string): number | null {
    return this.#progress.get(attachmentId) ?? null
  }

  /** Gives up what is being uploaded for a message that was taken back. */
  abortUpload(localId: string): void {
    this.#uploads.get(localId)?.abort()
  }

  async #send(queued: OutboxRow): Promise<void> {
    const core = this.#core
    const row = core.store.outbox.get(queued.local_id)
    if (row === undefined) return
    const payload = sendPayload(row)
    const { destination } = payload
    const content = messageText(payload)
    this.#update(row, {
      state: 'sending',
      attempt_at: core.ports.clock.now(),
      lookup_after: this.#highestKnownId(),
      absent_count: 0,
      error: null,
    })
    const { directType } = core.capabilities
    try {
      const id = await sendMessage(
        core.api,
        {
          type: destination.kind === 'topic' ? 'stream' : directType ? 'direct' : 'private',
          to: JSON.stringify(
            destination.kind === 'topic'
              ? destination.streamId
              : destination.userIds.length === 0
                ? [core.world.selfId]
                : destination.userIds,
          ),
          topic: destination.kind === 'topic' ? destination.topic : null,
          content: normalize(content),
          localId: row.local_id,
          queueId: core.store.meta.queue()?.queueId ?? null,
        },
        { priority: 'foreground', timeoutMs: requestTimeoutMs },
      )
      this.#acknowledge(row, id)
    } catch (error) {
      this.#sendFailed(row, error)
    }
  }

  #highestKnownId(): number {
    const { store, world } = this.#core
    return Math.max(store.messages.maxId(), world.organization?.maxMessageId ?? 0)
  }

  /** The server has the message: the row goes when the message is stored, which may have happened already (S3). */
  #acknowledge(row: OutboxRow, messageId: number): void {
    const { outbox, messages } = this.#core.store
    this.#core.commit(() => {
      const current = outbox.get(row.local_id)
      if (current === undefined) return []
      outbox.noteSent(row.local_id, messageId, this.#core.ports.clock.now())
      if (messages.get(messageId) === undefined) {
        outbox.update({ ...current, state: 'acknowledged', message_id: messageId })
      } else {
        outbox.remove(row.local_id)
      }
      return [{ kind: 'outbox', conversation: current.conversation }]
    })
  }

  #sendFailed(row: OutboxRow, error: unknown): void {
    const failure = failureKind(error)
    if (failure.kind === 'refused') {
      this.#update(row, { state: 'failed', error: failure.reason })
      return
    }
    if (failure.kind === 'signed_out' || failure.kind === 'no_key' || isProvenUndelivered(error)) {
      this.#update(row, { state: 'queued' })
      this.#hold(failure)
      return
    }
    this.#update(row, { state: 'unknown' })
    this.#hold(failure)
  }

  #hold(failure: ReturnType<typeof failureKind>): void {
    const waitMs = failure.kind === 'transient' ? (failure.waitMs ?? retryMs) : retryMs
    this.#pausedUntil = this.#core.ports.clock.now() + waitMs
    if (failure.kind === 'signed_out') this.#ports.onSignedOut(failure.reason)
    else if (failure.kind === 'transient' && failure.waitMs === null) this.#ports.onTrouble()
  }

  async #search(row: OutboxRow): Promise<void> {
    let found: WireMessage | undefined
    try {
      found = await lookUp(this.#core, row)
    } catch (error) {
      const failure = failureKind(error)
      // A stream that is gone cannot hold the message: that counts as a good look.
      if (failure.kind !== 'refused') {
        this.#hold(failure)
        return
      }
    }
    if (this.#core.store.outbox.get(row.local_id)?.state !== 'unknown') return
    if (found !== undefined) {
      this.#nextLook.delete(row.conversation)
      this.#acknowledge(row, found.id)
      return
    }
    if (row.absent_count === 0) {
      this.#nextLook.set(row.conversation, this.#core.ports.clock.now() + retryMs)
      this.#update(row, { absent_count: 1 })
      return
    }
    this.#nextLook.delete(row.conversation)
    this.#update(row, { state: 'queued', absent_count: 0, may_have_been_sent: 1 })
  }

  async #fetchAcknowledged(row: OutboxRow): Promise<void> {
    if (row.message_id === null) {
      this.#update(row, { state: 'unknown' })
      return
    }
    try {
      this.#fetcher.storeSingle(await getMessage(this.#core.api, row.message_id, { priority: 'foreground' }))
    } catch (error) {
      const failure = failureKind(error)
      if (failure.kind !== 'refused') {
        this.#hold(failure)
        return
      }
      // It was sent and has been deleted since: nothing is left to show.
      this.#core.commit(() => {
        this.#core.store.outbox.remove(row.local_id)
        return [{ kind: 'outbox', conversation: row.conversation }]
      })
    }
  }

  /** Sends a change that may be sent again freely: its outcome is judged by the final state. */
  async #sendChange(row: OutboxRow): Promise<void> {
    const watch = this.#touched.watch()
    const { epoch } = this.#core.world
    if (reversible.has(row.kind)) this.#update(row, { attempt_at: this.#core.ports.clock.now() })
    try {
      await requestChange(this.#core, row)
      // Events that came meanwhile are newer than this answer (M4).
      const isSameEpoch = epoch === this.#core.world.epoch
      const since = {
        isNewest: (id: number) => isSameEpoch && !watch.changed.has(id) && !watch.deleted.has(id),
        arePreferencesNewest: isSameEpoch && !watch.preferences,
      }
      this.#core.commit(() => {
        this.#core.store.outbox.remove(row.local_id)
        this.#settleDoubt(row)
        return [{ kind: 'outbox', conversation: row.conversation }, ...applyChange(this.#core, row, since)]
      })
    } catch (error) {
      const failure = failureKind(error)
      if (failure.kind === 'refused' || isProvenUndelivered(error)) {
        this.#core.commit(() => {
          this.#settleDoubt(row)
          return []
        })
      }
      if (failure.kind === 'refused') await this.#changeRefused(row, failure.reason)
      else this.#hold(failure)
    } finally {
      watch.end()
    }
  }

  /** The request's outcome is known: what was wished for the same thing meanwhile need not wait for it. */
  #settleDoubt(row: OutboxRow): void {
    if (!reversible.has(row.kind)) return
    for (const other of this.#core.store.outbox.ofConversation(row.conversation)) {
      if (other.kind === row.kind && other.attempt_at !== null)
        this.#core.store.outbox.update({ ...other, attempt_at: null })
    }
  }

  async #changeRefused(row: OutboxRow, reason: string): Promise<void> {
    if (row.kind === 'edit' || row.kind === 'delete') {
      const { messageId } = row.kind === 'edit' ? editPayload(row) : deletePayload(row)
      const isGone = await this.#isGone(messageId)
      // Not known: the row stays as it is, is refused again, and looked at again.
      if (isGone === true) this.#dropChangeOfGone(row, messageId)
      else if (isGone === false) this.#update(row, { state: 'failed', error: reason })
      return
    }
    // A star or an unread mark that the server will not have is no loss of words: the wish falls away.
    this.#core.ports.log('info', `${row.kind} was refused: ${reason}`)
    this.#core.commit(() => {
      this.#core.store.outbox.remove(row.local_id)
      return [{ kind: 'outbox', conversation: row.conversation }]
    })
  }

  /** Whether the server has no such message; null when that could not be found out now. */
  async #isGone(messageId: number): Promise<boolean | null> {
    try {
      await getMessage(this.#core.api, messageId, { priority: 'foreground' })
      return false
    } catch (error) {
      const failure = failureKind(error)
      if (failure.kind === 'refused') return true
      this.#hold(failure)
      return null
    }
  }

  /** A deletion has what it wanted; the text of an edit becomes part of the conversation's draft, lest it be lost. */
  #dropChangeOfGone(row: OutboxRow, messageId: number): void {
    const { store, ports } = this.#core
    this.#core.commit(() => {
      const changes: Change[] = []
      const message = store.messages.get(messageId)
      if (row.kind === 'edit' && message !== undefined) {
        const conversation = conversationOf(message)
        const place = { conversation, topic: message.topic }
        const added = { content: editPayload(row).content, attachments: [], now: ports.clock.now() }
        changes.push(...addToDraft(store, place, added).changes)
      }
      store.outbox.remove(row.local_id)
      changes.push(...removeMessage(store, messageId))
      return [{ kind: 'outbox', conversation: row.conversation }, ...changes]
    })
  }

  async #sendReads(row: OutboxRow): Promise<void> {
    const { messageIds } = readPayload(row)
    const batch = messageIds.slice(0, readBatch)
    const watch = this.#touched.watch()
    const { epoch } = this.#core.world
    try {
      await updateFlags(
        this.#core.api,
        { messages: batch, op: 'add', flag: 'read' },
        { priority: 'foreground', timeoutMs: requestTimeoutMs },
      )
      // What events have said of these messages since is newer than this answer; so is a new registration (M4).
      const isSameEpoch = epoch === this.#core.world.epoch
      this.#finishReads(row, batch, isSameEpoch ? batch.filter((id) => !watch.changed.has(id)) : [])
    } catch (error) {
      const failure = failureKind(error)
      if (failure.kind !== 'refused') {
        this.#hold(failure)
        return
      }
      // One of them is gone or hidden: find out which by halves.
      if (batch.length === 1) this.#finishReads(row, batch, [])
      else this.#splitReads(row, batch, messageIds.slice(readBatch))
    } finally {
      watch.end()
    }
  }

  /** The wish is fulfilled for `done`; of these the base may say so for `read`, before their event comes. */
  #finishReads(row: OutboxRow, done: readonly number[], read: readonly number[]): void {
    const { store } = this.#core
    this.#core.commit(() => {
      const changes: Change[] = [{ kind: 'outbox', conversation: row.conversation }]
      for (const id of read) {
        store.messages.setRead(id, true)
        changes.push(...removeUnread(store, id))
      }
      const current = store.outbox.get(row.local_id)
      if (current === undefined) return changes
      const finished = new Set(done)
      const rest = readPayload(current).messageIds.filter((id) => !finished.has(id))
      if (rest.length === 0) store.outbox.remove(row.local_id)
      else store.outbox.update({ ...current, payload: JSON.stringify({ messageIds: rest }) })
      return changes
    })
  }

  #splitReads(row: OutboxRow, batch: readonly number[], rest: readonly number[]): void {
    const middle = Math.ceil(batch.length / 2)
    const now = this.#core.ports.clock.now()
    this.#core.commit(() => {
      const { outbox } = this.#core.store
      outbox.update({ ...row, payload: JSON.stringify({ messageIds: batch.slice(0, middle) }) })
      outbox.insert({
        local_id: `${row.local_id}/${now}/${middle}`,
        kind: 'read',
        conversation: row.conversation,
        payload: JSON.stringify({ messageIds: [...batch.slice(middle), ...rest] }),
        created_at: row.created_at,
      })
      return [{ kind: 'outbox', conversation: row.conversation }]
    })
  }
}
