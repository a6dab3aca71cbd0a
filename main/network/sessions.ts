import { session, type Session } from 'electron'
import { FailureError } from '#engine/values/failures.ts'
import { onceLanes, type OnceLane, type SessionName } from './lanes.ts'

/** Closing idle connections takes milliseconds; a longer wait means that the network process may be restarting. */
const closeMs = 5_000

/** The session could not be prepared, and nothing was sent. */
export class NotReadyError extends FailureError {
  /** @param detail the system's text; null if it gave none */
  constructor(detail: string | null) {
    super({ code: 'NETWORK_NOT_READY', values: { detail } })
  }
}

/** The sessions of one account, in memory: no cookies, no disk cache. */
export class AccountSessions {
  readonly #accountId: string
  readonly #sessions = new Map<SessionName, Session>()

  constructor(accountId: string) {
    this.#accountId = accountId
  }

  get(name: SessionName): Session {
    // A session without the prefix `persist:` is in memory.
    const known =
      this.#sessions.get(name) ?? session.fromPartition(`account-${this.#accountId}-${name}`, { cache: false })
    this.#sessions.set(name, known)
    return known
  }

  /**
   * A session without open connections. If a reused connection breaks before the answer's head, Chromium resends any
   * request, even a POST (`HttpNetworkTransaction::ShouldResendRequest`); over a new connection it sends once.
   * @throws NotReadyError
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

/**
 * The lane for a request that must not be duplicated. The same text always maps to the same lane, which keeps the
 * order.
 */
export function onceLane(text: string): OnceLane {
  // FNV-1a: short, and distributes texts that differ in their last character.
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0
  }
  return onceLanes[hash % onceLanes.length] ?? 'once0'
}
