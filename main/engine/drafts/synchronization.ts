import type { UserId } from '../values/ids.ts'
import type { Tries } from '#contract/accounts.ts'
import type { Failure } from '#contract/base/failures.ts'
import { storedFailure } from '../values/failures.ts'
import { createDraft, deleteDraft, editDraft, getDrafts, type NewWireDraft } from '../api/texts/drafts.ts'
import { ApiError, notSupported } from '../api/errors.ts'
import type { Core } from '../core/core.ts'
import type { Service } from '../core/service.ts'
import type { Change } from '../state/changes.ts'
import type { ReadCore } from '../core/read-core.ts'
import { composerOf, isDirty, storeServerDraft } from '../state/drafts/draft-reducers.ts'
import { streamOfConversation, usersOfConversation } from '../values/conversation.ts'
import { normalize } from '../values/message-text.ts'
import { draftEchoes, writeDraftEchoes, type DraftRow } from '../store/drafts.ts'
import { failureKind, isProvenUndelivered } from '../api/request-failures.ts'
import { requestDeadMs, RequestLoop } from '../sync/request-loop.ts'
import { retryOnDiskTrouble } from '../core/retry.ts'

const timeoutMs = 30_000

/** Drafts with unsynchronized changes. Times are UNIX milliseconds. */
export interface WaitingDrafts {
  readonly count: number
  /** When the oldest of the drafts was changed. */
  readonly since: number
  readonly tries: Tries
  /** The time of the next attempt after a failure; null without one. */
  readonly nextTryAt: number | null
}

/**
 * Sends changed drafts to the server, one request at a time, after a pause in typing (O6). A creation of unknown
 * outcome is looked up by conversation and content before it is repeated; replacing and deleting are idempotent.
 */
export class DraftSync implements Service {
  readonly #core: Core
  readonly #isOnline: () => boolean
  readonly #loop: RequestLoop<DraftRow>

  constructor(core: Core, isOnline: () => boolean) {
    this.#core = core
    this.#isOnline = isOnline
    this.#loop = new RequestLoop(core, {
      name: 'drafts',
      rows: () => core.store.drafts.all(),
      dueIn: (row, now) => this.#dueIn(row, now),
      step: (row) => this.#step(row),
      onFailed: (row, error) => this.#failed(row, error),
    })
  }

  start(): void {
    this.#run()
  }

  onCommit(changes: readonly Change[]): void {
    if (changes.some((change) => change.kind === 'drafts' || change.kind === 'preferences')) this.#run()
  }

  onOnline(): void {
    this.#run()
  }

  onRetry(): void {
    this.#loop.retry()
  }

  /** Looks for drafts to send. */
  #run(): void {
    this.#loop.run()
  }

  /** The drafts that the server does not have yet; null if there are none. */
  waiting(): WaitingDrafts | null {
    const core = this.#core
    if (!core.accountState.userSettings.enable_drafts_synchronization) return null
    const rows = core.store.drafts.all().filter((row) => isForServer(core, row))
    if (rows.length === 0) return null
    const { tries, pausedUntil } = this.#loop
    const isPaused = pausedUntil > core.ports.clock.now()
    return {
      count: rows.length,
      since: rows.reduce((since, row) => Math.min(since, row.updated_at), Infinity),
      tries,
      nextTryAt: isPaused ? pausedUntil : null,
    }
  }

  stop(): void {
    this.#loop.stop()
  }

  /** The milliseconds until a row needs a request; null if it needs none. */
  #dueIn(row: DraftRow, now: number): number | null {
    const remainingMs = Math.max(0, row.due_at - now)
    // The server does not know the deleted draft, so no request is needed.
    if (row.is_deleted === 1 && row.server_id === null && row.sent_content === null) return remainingMs
    const { organization, userSettings } = this.#core.accountState
    if (!this.#isOnline() || organization === undefined || !userSettings.enable_drafts_synchronization) return null
    const paused = Math.max(remainingMs, this.#loop.pausedUntil - now)
    const uncertain = row.attempt_at === null ? 0 : row.attempt_at + requestDeadMs - now
    return isForServer(this.#core, row) ? Math.max(paused, uncertain) : null
  }

  async #step(row: DraftRow): Promise<void> {
    if (row.server_id === null && row.sent_content !== null) await this.#lookUp(row)
    else if (isUnwanted(row)) await this.#remove(row)
    else await this.#push(row)
  }

  /** Stores the outcome of a request as soon as the disk accepts it. */
  async #record(row: DraftRow, change: (current: DraftRow) => DraftRow | null): Promise<void> {
    const isOver = () => this.#loop.isStopped
    await retryOnDiskTrouble(this.#core, isOver, () => {
      this.#update(row, change)
    })
  }

  #update(row: DraftRow, change: (current: DraftRow) => DraftRow | null): void {
    // The engine was closed while the request was in flight.
    if (this.#loop.isStopped) return
    this.#core.commit(() => {
      const current = this.#core.store.drafts.get(row.id)
      if (current === undefined) return []
      const next = change(current)
      if (next === null) this.#core.store.drafts.remove(row.id)
      else this.#core.store.drafts.put(next)
      return [{ kind: 'drafts', conversation: row.conversation }]
    })
  }

  async #push(row: DraftRow): Promise<void> {
    const draft = wireDraft(row, this.#core.accountState.selfId)
    const attempt_at = this.#core.ports.clock.now()
    this.#update(row, (current) => ({ ...current, sent_content: draft.content, sent_topic: row.topic, attempt_at }))
    const options = { priority: 'background', timeoutMs } as const
    let serverId = row.server_id
    if (serverId === null) serverId = await createDraft(this.#core.api, draft, options)
    else await editDraft(this.#core.api, serverId, draft, options)
    await this.#record(row, (current) => ({
      ...current,
      server_id: serverId,
      // The event may have arrived already, followed by a later one.
      ...(current.sent_content === draft.content
        ? {
            synced_content: draft.content,
            synced_topic: row.topic,
            echoes: writeDraftEchoes([...draftEchoes(current), draft]),
          }
        : {}),
      sent_content: null,
      sent_topic: null,
      attempt_at: null,
    }))
  }

  async #remove(row: DraftRow): Promise<void> {
    if (row.server_id !== null) {
      await deleteDraft(this.#core.api, row.server_id, { priority: 'background', timeoutMs })
    }
    // An edit in the meantime has restored the draft.
    await this.#record(row, (current) =>
      current.is_deleted === 1
        ? null
        : { ...current, server_id: null, synced_content: null, synced_topic: null, echoes: '[]' },
    )
  }

  async #lookUp(row: DraftRow): Promise<void> {
    const core = this.#core
    const serverDrafts = await getDrafts(core.api, { priority: 'background', timeoutMs })
    if (this.#loop.isStopped) return
    core.commit(() => {
      const current = core.store.drafts.get(row.id)
      if (current?.sent_content == null || current.server_id !== null) return []
      const sent = wireDraft(current, core.accountState.selfId)
      const composer = composerOf({ ...sent, topic: current.sent_topic ?? '' }, core.accountState.selfId)
      const found = serverDrafts.find(
        (draft) =>
          draft.content === current.sent_content &&
          composerOf(draft, core.accountState.selfId).conversation === composer.conversation &&
          core.store.drafts.byServerId(draft.id) === undefined,
      )
      if (found !== undefined) {
        const context = { store: core.store, selfId: core.accountState.selfId, now: core.ports.clock.now() }
        return storeServerDraft(context, found)
      }
      core.store.drafts.put({ ...current, sent_content: null, sent_topic: null, attempt_at: null })
      return [{ kind: 'drafts', conversation: current.conversation }]
    })
  }

  /** Handles a failed request. @returns whether the loop pauses */
  async #failed(row: DraftRow, error: unknown): Promise<boolean> {
    const failure = failureKind(error)
    const sentNothing = { sent_content: null, sent_topic: null, attempt_at: null }
    if (failure.kind === 'refused') {
      if (isUnwanted(row) || (error instanceof ApiError && error.status === 404 && error.code !== notSupported)) {
        // The server does not have the draft or denies access: a deletion is complete, an edited draft is created again
        // (O6).
        await this.#record(row, (current) =>
          current.is_deleted === 1
            ? null
            : { ...current, ...sentNothing, server_id: null, synced_content: null, synced_topic: null, echoes: '[]' },
        )
        return false
      }
      // The server refuses this draft or all drafts, which may be disabled or unsupported.
      const refusal = storedFailure(failure.reason ?? { code: 'SERVER_REFUSED' })
      await this.#record(row, (current) => ({ ...current, ...sentNothing, refusal }))
      return false
    }
    if (isProvenUndelivered(error) && row.sent_content === null)
      await this.#record(row, (current) => ({ ...current, ...sentNothing }))
    return true
  }
}

/** Whether the draft needs a request to the server. */
function isForServer(core: Core, row: DraftRow): boolean {
  // The server does not know the deleted draft.
  if (row.is_deleted === 1 && row.server_id === null && row.sent_content === null) return false
  if (isUnwanted(row) || (row.server_id === null && row.sent_content !== null)) return true
  return isDirty(row) && row.refusal === null && localReason(core, row) === null
}

/** Whether the server should not have the draft because it was deleted or has only files, which stay local. */
function isUnwanted(row: DraftRow): boolean {
  return row.is_deleted === 1 || (row.server_id !== null && row.content.trim() === '')
}

/** The draft in the form of the protocol. Files stay local; their links are added when the message is sent. */
function wireDraft(row: DraftRow, selfId: UserId): NewWireDraft {
  const streamId = streamOfConversation(row.conversation)
  const users = usersOfConversation(row.conversation)
  return {
    type: streamId !== null ? 'stream' : row.conversation === '' ? '' : 'private',
    to: streamId !== null ? [streamId] : row.conversation === '' ? [] : users.length === 0 ? [selfId] : users,
    topic: streamId === null ? '' : row.topic.trim(),
    content: normalize(row.content),
    timestamp: Math.floor(row.updated_at / 1000),
  }
}

/** The reason why a draft stays local; null if it can be sent to the server. */
export function localReason(core: ReadCore, row: DraftRow): Failure | null {
  const { organization } = core.accountState
  const longest = organization?.maxMessageLength ?? 10_000
  if (row.content.trim() === '') return { code: 'DRAFT_WITHOUT_TEXT' }
  if (row.content.includes('\0')) return { code: 'DRAFT_NULL_CHARACTER' }
  const length = [...row.content].length
  if (length > longest) return { code: 'DRAFT_TOO_LONG', values: { most: longest } }
  return [...row.topic].length > (organization?.maxTopicLength ?? 60) ? { code: 'DRAFT_TOPIC_TOO_LONG' } : null
}
