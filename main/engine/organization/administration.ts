import type { Failure, Result } from '#contract/base/failures.ts'
import type { CallOptions } from '../api/client.ts'
import { failureKind, isProvenUndelivered } from '../api/request-failures.ts'
import type { Core } from '../core/core.ts'
import { refusalOf, type Act } from '../state/permissions/rights.ts'
import { failureOfRefusal, failureOfRequest, isRefused, waitedFor } from '../streams/server-change.ts'

/** A change that only the server makes. Nothing of it waits: the user sees its outcome. */
export interface ServerChange<T> {
  /** The act that it needs the right to; null if only the server decides. */
  readonly act: Act | null
  /** Requests the change. */
  readonly ask: (options: CallOptions) => Promise<T>
  /**
   * Looks up at the server whether a change without a response was made. Returns its result; undefined if it was not
   * made. Without the function, such a change has an unknown outcome.
   */
  readonly lookUp?: (options: CallOptions) => Promise<{ readonly value: T } | undefined>
}

/** Requests changes of the organization, its people and its streams that need a right and the server. */
export class Administration {
  readonly #core: Core
  readonly #isOnline: () => boolean

  constructor(core: Core, { isOnline }: { readonly isOnline: () => boolean }) {
    this.#core = core
    this.#isOnline = isOnline
  }

  /** Returns the failure of an act to which the account has no right; null if it has. */
  refusal(act: Act | null): Failure | null {
    if (act === null) return null
    const { accountState, ports } = this.#core
    const refusal = refusalOf(act, accountState.judge(ports.clock.now()))
    return refusal === null ? null : { code: 'RIGHT_MISSING', values: { refusal } }
  }

  /** Requests a change. Neither right nor connection is left to a request that is certain to fail. */
  async change<T>({ act, ask, lookUp }: ServerChange<T>): Promise<Result<T>> {
    const problem = this.refusal(act) ?? (this.#isOnline() ? null : needsServer)
    if (problem !== null) return { ok: false, error: problem }
    try {
      return { ok: true, value: await ask(waitedFor) }
    } catch (error) {
      if (isProvenUndelivered(error)) return { ok: false, error: failureOfRequest(error, needsServer) }
      if (isRefused(error)) return { ok: false, error: failureOfRefusal(error, rightMissing) }
      return await this.#outcome(error, lookUp)
    }
  }

  async #outcome<T>(error: unknown, lookUp: ServerChange<T>['lookUp']): Promise<Result<T>> {
    const unknown = { ok: false, error: { code: 'CHANGE_OUTCOME_UNKNOWN' } } as const
    if (lookUp === undefined) return unknown
    try {
      const found = await lookUp(waitedFor)
      return found === undefined
        ? { ok: false, error: failureOfRequest(error, needsServer) }
        : { ok: true, value: found.value }
    } catch (again) {
      this.#core.ports.log('info', `the outcome of a change is unknown: ${failureKind(again).kind}`)
      return unknown
    }
  }
}

const needsServer = { code: 'CHANGE_NEEDS_SERVER' } as const
const rightMissing = { code: 'RIGHT_MISSING', values: { refusal: null } } as const
