import type { Failure } from '#contract/base/failures.ts'
import { capabilitiesOf, type Capabilities } from '../api/capabilities.ts'
import { ApiError, notSupported } from '../api/errors.ts'
import { createSnippet, deleteSnippet, editSnippet, getSnippets } from '../api/texts/snippets.ts'
import { retryOnDiskTrouble } from '../core/retry.ts'
import type { Core } from '../core/core.ts'
import type { Service } from '../core/service.ts'
import type { Change } from '../state/changes.ts'
import {
  isDirtySnippet,
  savedSnippets,
  snippetsChanged,
  storeServerSnippet,
} from '../state/snippets/snippet-reducers.ts'
import type { ReadCore } from '../core/read-core.ts'
import { snippetEchoes, unsharedSnippet, writeSnippetEchoes, type SnippetRow } from '../store/snippets.ts'
import { storedFailure } from '../values/failures.ts'
import { failureKind, isProvenUndelivered } from '../api/request-failures.ts'
import { requestDeadMs, RequestLoop } from '../sync/request-loop.ts'
import { snippetText } from '../state/snippets/snippet-text.ts'

/** Milliseconds before the old text on the server is deleted, so that the new one is created first. */
const replacedMs = 2_000
const request = { priority: 'background', timeoutMs: 30_000 } as const
const sentNothing = { sent_title: null, sent_content: null, attempt_at: null } as const

/** The capabilities of the account's server; null before the first registration. */
function abilities({ accountState }: ReadCore): Capabilities | null {
  return accountState.organization === undefined ? null : capabilitiesOf(accountState.organization.featureLevel)
}

/** Whether the server supports snippets, so that they are shared between the account's devices. */
export function areSnippetsShared(core: ReadCore): boolean {
  return abilities(core)?.savedSnippets === true
}

/**
 * The reason why a snippet stays on this computer only; null if the server has it or will get it.
 * @param length the number of characters; -1 for a text with a null character, which no server accepts
 */
export function localReasonOfSnippet({ accountState }: ReadCore, length: number): Failure | null {
  const most = accountState.organization?.maxMessageLength ?? 10_000
  if (length === -1) return { code: 'SNIPPET_NULL_CHARACTER' }
  return length > most ? { code: 'SNIPPET_TOO_LONG', values: { most } } : null
}

/**
 * Sends changed snippets to the server, one request at a time, after a pause in typing. A creation of unknown outcome
 * is looked up by its text before it is repeated; replacing and deleting are idempotent.
 */
export class SnippetSync implements Service {
  readonly #core: Core
  readonly #isOnline: () => boolean
  readonly #loop: RequestLoop<SnippetRow>

  constructor(core: Core, isOnline: () => boolean) {
    this.#core = core
    this.#isOnline = isOnline
    this.#loop = new RequestLoop(core, {
      name: 'snippets',
      rows: () => core.store.snippets.all(),
      dueIn: (row, now) => this.#dueIn(row, now),
      step: (row) => this.#step(row),
      onFailed: (row, error) => this.#failed(row, error),
    })
  }

  start(): void {
    this.#run()
  }

  onCommit(changes: readonly Change[]): void {
    if (changes.some((change) => change.kind === 'part' && change.part === savedSnippets)) this.#run()
  }

  onOnline(): void {
    this.#run()
  }

  onRetry(): void {
    this.#loop.retry()
  }

  /** Looks for snippets to send. */
  #run(): void {
    if (areSnippetsShared(this.#core)) this.#loop.run()
  }

  stop(): void {
    this.#loop.stop()
  }

  /** The milliseconds until a row needs a request; null if it needs none. */
  #dueIn(row: SnippetRow, now: number): number | null {
    if (!this.#isOnline() || !areSnippetsShared(this.#core)) return null
    const isWanted =
      row.is_deleted === 1 ||
      isCreationOpen(row) ||
      (isDirtySnippet(row) && row.refusal === null && localReasonOfSnippet(this.#core, lengthOf(row)) === null)
    if (!isWanted) return null
    const deadIn = row.attempt_at === null ? 0 : row.attempt_at + requestDeadMs - now
    return Math.max(0, row.due_at - now, this.#loop.pausedUntil - now, deadIn)
  }

  async #step(row: SnippetRow): Promise<void> {
    if (isCreationOpen(row)) await this.#lookUp(row)
    else if (row.is_deleted === 1) await this.#remove(row)
    else if (row.server_id !== null && abilities(this.#core)?.snippetChanges === false)
      this.#replace(row, row.server_id)
    else await this.#push(row)
  }

  /** Stores the outcome of a request as soon as the disk accepts it. */
  async #record(row: SnippetRow, change: (current: SnippetRow) => SnippetRow | null): Promise<void> {
    const isOver = () => this.#loop.isStopped
    await retryOnDiskTrouble(this.#core, isOver, () => {
      this.#update(row, change)
    })
  }

  #update(row: SnippetRow, change: (current: SnippetRow) => SnippetRow | null): void {
    // The engine was closed while the request was in flight.
    if (this.#loop.isStopped) return
    const { snippets } = this.#core.store
    this.#core.commit(() => {
      const current = snippets.get(row.id)
      if (current === undefined) return []
      const next = change(current)
      if (next === null) {
        snippets.remove(row.id)
        return snippetsChanged
      }
      // The event may have arrived before the response, with a text that the server has changed.
      const other = next.server_id === null ? undefined : snippets.byServerId(next.server_id)
      if (other !== undefined && other.id !== row.id) snippets.remove(other.id)
      snippets.put(next)
      return snippetsChanged
    })
  }

  async #push(row: SnippetRow): Promise<void> {
    const text = snippetText(row)
    const attempt_at = this.#core.ports.clock.now()
    this.#update(row, (current) => ({
      ...current,
      sent_title: text.title,
      sent_content: text.content,
      attempt_at,
    }))
    let serverId = row.server_id
    if (serverId === null) serverId = await createSnippet(this.#core.api, text, request)
    else await editSnippet(this.#core.api, serverId, text, request)
    await this.#record(row, (current) => ({
      ...current,
      ...sentNothing,
      server_id: serverId,
      // The event may have arrived already, followed by a later one.
      ...(current.sent_title === text.title && current.sent_content === text.content
        ? {
            synced_title: text.title,
            synced_content: text.content,
            echoes: writeSnippetEchoes([...snippetEchoes(current), text]),
          }
        : {}),
    }))
  }

  /**
   * Replaces a snippet on servers below level 368, which cannot edit one: it is created again, and the old one is
   * deleted.
   */
  #replace(row: SnippetRow, serverId: number): void {
    const core = this.#core
    core.commit(() => {
      const current = core.store.snippets.get(row.id)
      if (current?.server_id !== serverId) return []
      const due_at = core.ports.clock.now() + replacedMs
      core.store.snippets.put({ ...current, ...unsharedSnippet })
      core.store.snippets.put({ ...current, ...sentNothing, id: crypto.randomUUID(), is_deleted: 1, due_at })
      return snippetsChanged
    })
  }

  async #remove(row: SnippetRow): Promise<void> {
    if (row.server_id !== null) await deleteSnippet(this.#core.api, row.server_id, request)
    await this.#record(row, withoutServer)
  }

  async #lookUp(row: SnippetRow): Promise<void> {
    const core = this.#core
    const serverSnippets = await getSnippets(core.api, request)
    if (this.#loop.isStopped) return
    core.commit(() => {
      const current = core.store.snippets.get(row.id)
      if (current === undefined || !isCreationOpen(current)) return []
      const found = serverSnippets.find(
        ({ id, title, content }) =>
          title === current.sent_title &&
          content === current.sent_content &&
          core.store.snippets.byServerId(id) === undefined,
      )
      if (found !== undefined) return storeServerSnippet({ store: core.store, now: core.ports.clock.now() }, found)
      core.store.snippets.put({ ...current, ...sentNothing })
      return snippetsChanged
    })
  }

  /** Handles a failed request. @returns whether the loop pauses */
  async #failed(row: SnippetRow, error: unknown): Promise<boolean> {
    const failure = failureKind(error)
    if (failure.kind === 'refused') {
      const isGone = error instanceof ApiError && error.status === 404 && error.code !== notSupported
      if (row.is_deleted === 1 || isGone) {
        await this.#record(row, withoutServer)
        return false
      }
      const refusal = storedFailure(failure.reason ?? { code: 'SERVER_REFUSED' })
      await this.#record(row, (current) => ({ ...current, ...sentNothing, refusal }))
      return false
    }
    if (isProvenUndelivered(error) && row.sent_title === null)
      await this.#record(row, (current) => ({ ...current, ...sentNothing }))
    return true
  }
}

/** The number of characters for `localReasonOfSnippet`. */
function lengthOf({ content }: SnippetRow): number {
  return content.includes('\0') ? -1 : [...content].length
}

/** Whether a creation of the snippet was sent and its outcome is unknown. */
function isCreationOpen(row: SnippetRow): boolean {
  return row.server_id === null && row.sent_title !== null
}

/** A snippet that the server no longer has: a deleted one is removed, a restored one is created again. */
function withoutServer(current: SnippetRow): SnippetRow | null {
  return current.is_deleted === 1 ? null : { ...current, ...unsharedSnippet }
}
