import { readStoredFailure } from '../failures.ts'
import type { Connection, WaitReason } from '#contract/connection-state.ts'
import type { ReadCore } from '../read-core.ts'
import type { Attachment } from '../store/drafts.ts'
import type { OutboxRow } from '../store/outbox.ts'
import type { FailureKind, TroubleCause } from '../sync/request-failures.ts'

/** Until when the outbox pauses after a failed request (UNIX milliseconds), and why. */
export interface Pause {
  readonly until: number
  readonly reason: WaitReason
}

export interface WaitSources {
  readonly connection: () => Connection
  readonly pause: () => Pause | null
  /** Bytes of a file that have left; null unless its upload is under way. */
  readonly uploadedBytes: (attachmentId: string) => number | null
  /** Until when a row can be taken back and does not leave, UNIX milliseconds; null without such a time. */
  readonly undoUntil: (row: OutboxRow) => number | null
}

/** The first row of a row's line; null if it is the row itself. */
export type Ahead = Pick<OutboxRow, 'local_id' | 'state'> | null

/** Why each row waits. Checked in this order: the row itself, its line, the outbox, the connection. */
export class WaitReasons {
  readonly #core: ReadCore
  readonly #sources: WaitSources

  constructor(core: ReadCore, sources: WaitSources) {
    this.#core = core
    this.#sources = sources
  }

  of(row: OutboxRow, ahead: Ahead, attachments: readonly Attachment[] = []): WaitReason {
    switch (row.state) {
      case 'failed':
        return { kind: 'failed', reason: readStoredFailure(row.error) }
      case 'sending':
        // The main process may hold its request until the server accepts requests again.
        return this.#diskTrouble() ?? this.#held() ?? onItsWay(row)
      case 'acknowledged':
        return { kind: 'sending' }
      case 'unknown':
        return { kind: this.#common() === null ? 'checking' : 'unchecked' }
      case 'queued':
        return this.#ofQueued(row, ahead, attachments)
    }
  }

  /** The outcome may be known while the disk does not take it. */
  #diskTrouble(): WaitReason | null {
    const pause = this.#sources.pause()
    return pause?.reason.kind === 'disk' && pause.until > this.#core.ports.clock.now() ? pause.reason : null
  }

  /** What delays everything that the account sends or fetches by itself; null if nothing does. */
  ofAccount(): WaitReason | null {
    return this.#common()
  }

  uploadedBytes(attachmentId: string): number | null {
    return this.#sources.uploadedBytes(attachmentId)
  }

  #ofQueued(row: OutboxRow, ahead: Ahead, attachments: readonly Attachment[]): WaitReason {
    const until = this.#sources.undoUntil(row)
    if (until !== null) return { kind: 'undo', until }
    // Only the user ends this wait, so it is named before a missing network.
    if (ahead?.state === 'failed') return { kind: 'behind_failed', localId: ahead.local_id }
    const common = this.#common()
    if (common !== null) return common
    if (ahead !== null) return { kind: 'behind' }
    for (const { id, name, size } of attachments) {
      const sent = this.#sources.uploadedBytes(id)
      if (sent !== null) {
        const percent = size === 0 ? 100 : Math.floor((100 * Math.min(sent, size)) / size)
        return { kind: 'uploading', name, percent }
      }
    }
    return onItsWay(row)
  }

  /** The pause that the server asked for. */
  #held(): WaitReason | null {
    const { rateLimitedUntil, ports } = this.#core
    return rateLimitedUntil > ports.clock.now() ? { kind: 'held', until: rateLimitedUntil } : null
  }

  /** What delays all rows; null if nothing does. */
  #common(): WaitReason | null {
    const now = this.#core.ports.clock.now()
    const held = this.#held()
    if (held !== null) return held
    const connection = this.#sources.connection()
    switch (connection.state) {
      case 'signed_out':
        return { kind: 'signed_out' }
      case 'waiting_for_keychain':
        return { kind: 'keychain' }
      case 'refused':
        return { kind: 'server_refuses' }
      case 'starting':
        return { kind: 'starting' }
      case 'offline':
        return troubleReason(connection.cause ?? { kind: 'network' }, connection.retryAt)
      case 'online':
      case 'catching_up': {
        const pause = this.#sources.pause()
        return pause !== null && pause.until > now ? pause.reason : null
      }
    }
  }
}

function onItsWay(row: OutboxRow): WaitReason {
  return { kind: row.may_have_been_sent === 1 ? 'resending' : 'sending' }
}

/** Why the outbox pauses after a failure, until `until` (UNIX milliseconds). */
export function pauseReason(failure: FailureKind, until: number): WaitReason {
  switch (failure.kind) {
    case 'transient':
      return troubleReason(failure.cause, until)
    case 'signed_out':
    case 'no_key':
      return { kind: 'signed_out' }
    case 'refused':
    case 'queue_lost':
      return { kind: 'server_trouble' }
    case 'aborted':
      return { kind: 'network' }
  }
}

function troubleReason(cause: TroubleCause, until: number | null): WaitReason {
  switch (cause.kind) {
    case 'slow_down':
      return until === null ? { kind: 'starting' } : { kind: 'held', until }
    case 'disk':
      return cause
    case 'network':
    case 'server_away':
    case 'server_trouble':
    case 'internal':
      return { kind: cause.kind }
  }
}
