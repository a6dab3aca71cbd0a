import { session, type Session } from 'electron'
import { FailureError } from '../engine/failure-error.ts'
import { onceLanes, type OnceLane, type SessionName } from './lanes.ts'

/** Closing what is idle is a matter of milliseconds; a network process that does not answer may just be starting anew. */
const closeMs = 5_000

/** The network did not get ready: nothing was sent. */
export class NotReadyError extends FailureError {
  /** @param detail the system's text; null where it gave none */
  constructor(detail: string | null) {
    super({ code: 'NETWORK_NOT_READY', values: { detail } })
  }
}

/** The sessions of one account. They live in memory: no cookies, no cache on disk. */
export class AccountSessions {
  readonly #accountId: string
  readonly #sessions = new Map<SessionName, Session>()

  constructor(accountId: string) {
    this.#accountId = accountId
  }

  get(name: SessionName): Session {
    // Without the prefix `persist:` the session lives in memory.
    const known =
      this.#sessions.get(name) ?? session.fromPartition(`account-${this.#accountId}-${name}`, { cache: false })
    this.#sessions.set(name, known)
    return known
  }

  /**
   * A session in which no connection is open. Chromium sends any request again by itself, a POST too, where a connection
   * that was used before breaks ahead of the answer's head (`HttpNetworkTransaction::ShouldResendRequest`); over a new one
   * it sends once (W1). @throws NotReadyError
   */
  async fresh(lane: OnceLane): Promise<Session> {
    const chosen = this.get(lane)
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        reject(new NotReadyError(null))
      }, closeMs)
    })
    try {
      await Promise.race([chosen.closeAllConnections(), late])
    } catch (error) {
      if (error instanceof NotReadyError) throw error
      throw new NotReadyError(error instanceof Error ? error.message : String(error))
    } finally {
      clearTimeout(timer)
    }
    return chosen
  }
}

/** The lane for what must not be doubled: the same text always has the same one, so that it goes in turn. */
export function onceLane(text: string): OnceLane {
  // FNV-1a: short, and spreads texts that differ in their last character.
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0
  }
  return onceLanes[hash % onceLanes.length] ?? 'once0'
}
