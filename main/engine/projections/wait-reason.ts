import { readStoredFailure } from '../values/failures.ts'
import type { Connection } from '#contract/accounts.ts'
import type { WaitReason } from '#contract/outbox.ts'
import type { ReadCore } from '../core/read-core.ts'
import type { Attachment } from '../store/drafts.ts'
import type { OutboxRow } from '../store/outbox.ts'
import type { FailureKind, TroubleCause } from '../api/request-failures.ts'

/** The pause of the outbox after a failed request: its end (UNIX milliseconds) and its reason. */
export interface Pause {
  readonly until: number
  readonly reason: WaitReason
}

/** The sources of wait reasons that are not in the database. */
export interface WaitSources {
  readonly connection: () => Connection
  readonly pause: () => Pause | null
  /** Bytes of a file that have been sent; null unless its upload is in flight. */
  readonly uploadedBytes: (attachmentId: string) => number | null
  /** The end of a row's undo window, UNIX milliseconds; null without one. */
  readonly undoUntil: (row: OutboxRow) => number | null
}

/** The first row with the same queue key; null if it is the row itself. */
export type Ahead = Pick<OutboxRow, 'local_id' | 'state'> | null

/** Computes why each row waits, checking in this order: the row itself, its queue, the outbox, the connection. */
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
        // The main process may delay the request until the server's rate limit ends.
        return this.#diskTrouble() ?? this.#rateLimit() ?? onItsWay(row)
      case 'acknowledged':
        return { kind: 'sending' }
      case 'unknown':
        return { kind: this.#common() === null ? 'checking' : 'unchecked' }
      case 'queued':
        return this.#ofQueued(row, ahead, attachments)
    }
  }

  /** The pause for a failure of the disk, during which the outcome of a request may be known but not stored. */
  #diskTrouble(): WaitReason | null {
    const pause = this.#sources.pause()
    return pause?.reason.kind === 'disk' && pause.until > this.#core.ports.clock.now() ? pause.reason : null
  }

  /** The reason that delays all requests of the account in the background; null if there is none. */
  ofAccount(): WaitReason | null {
    return this.#common()
  }

  uploadedBytes(attachmentId: string): number | null {
    return this.#sources.uploadedBytes(attachmentId)
  }

  #ofQueued(row: OutboxRow, ahead: Ahead, attachments: readonly Attachment[]): WaitReason {
    const until = this.#sources.undoUntil(row)
    if (until !== null) return { kind: 'undo', until }
    // Only the user can end this wait, so it takes precedence over a missing network.
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

  /** The wait for the server's rate limit; null if there is none. */
  #rateLimit(): WaitReason | null {
    const { rateLimitedUntil, ports } = this.#core
    return rateLimitedUntil > ports.clock.now() ? { kind: 'rate_limited', until: rateLimitedUntil } : null
  }

  /** The reason that delays all rows; null if there is none. */
  #common(): WaitReason | null {
    const now = this.#core.ports.clock.now()
    const rateLimit = this.#rateLimit()
    if (rateLimit !== null) return rateLimit
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

/** The wait reason for a pause after a failure, until `until` (UNIX milliseconds). */
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
      return until === null ? { kind: 'starting' } : { kind: 'rate_limited', until }
    case 'disk':
      return cause
    case 'network':
    case 'server_away':
    case 'server_trouble':
    case 'internal':
      return { kind: cause.kind }
  }
}
