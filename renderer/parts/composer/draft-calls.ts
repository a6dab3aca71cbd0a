import type { Result } from '#contract/base/failures.ts'
import type { Narrow } from '#contract/base/values.ts'
import type { Bridge } from '#contract/bridge.ts'
import type { Input, Output } from '#contract/calls.ts'
import { noAnswer } from '../../state/account-calls.ts'
import { whyNotKept } from './composer-failures.ts'
import type { Sending } from './unanswered-sending.ts'

/** The composer's conversation, and the revision of the state that it has adopted; -1 for none. */
interface Known {
  readonly narrow: Narrow
  readonly revision: number
}

/** The composer's calls to the engine. */
export class DraftCalls {
  readonly #bridge: Bridge
  readonly #accountId: string
  readonly #known: () => Known

  /** @param known returns what the composer knows at present */
  constructor(bridge: Bridge, accountId: string, known: () => Known) {
    this.#bridge = bridge
    this.#accountId = accountId
    this.#known = known
  }

  /** The narrow for calls. The schema's input has the same shape with mutable arrays. */
  get narrow(): never {
    return this.#known().narrow as never
  }

  /** Returns the state of the draft. */
  get(): Promise<Result<Output<'drafts.get'>>> {
    return this.#bridge.call('drafts.get', { accountId: this.#accountId, narrow: this.narrow })
  }

  /** Stores the text unless it is too long to be stored. */
  async set(
    written: Omit<Input<'drafts.set'>, 'accountId' | 'narrow' | 'revision'>,
  ): Promise<Result<Output<'drafts.set'>>> {
    const error = whyNotKept(written.content)
    if (error !== null) return { ok: false, error }
    const { narrow, revision } = this.#known()
    const input = { accountId: this.#accountId, narrow: this.narrow, ...written }
    const result = await this.#call('drafts.set', revision < 0 ? input : { ...input, revision })
    if (!result.ok || this.#known().narrow === narrow) return result
    // The text has got another conversation meanwhile and is stored with it next, so `movedTo` is dropped.
    const { isQueued } = result.value
    return { ok: true, value: { revision: result.value.revision, isQueued } }
  }

  /** Puts a message into the outbox, for sending at once or for the server to send at its time. */
  queue({ localId, destination, content, draftId, deliverAt }: Sending): Promise<Result<null>> {
    const message = { accountId: this.#accountId, localId, destination: destination as never, content, draftId }
    return deliverAt === null
      ? this.#call('messages.send', message)
      : this.#call('messages.schedule', { ...message, deliverAt })
  }

  /** Makes a call. A call without an answer is a failure like any other. */
  #call<N extends 'drafts.set' | 'messages.send' | 'messages.schedule'>(
    name: N,
    input: Input<N>,
  ): Promise<Result<Output<N>>> {
    return this.#bridge.call(name, input).catch((): Result<Output<N>> => ({ ok: false, error: noAnswer }))
  }
}
