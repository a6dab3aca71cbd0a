import type { Bridge } from '#contract/bridge.ts'
import type { Input, Output } from '#contract/calls.ts'
import type { Narrow, Result } from '#contract/values.ts'
import { noAnswer, whyNotKept } from './composer-failures.ts'
import type { Sending } from './unanswered-sending.ts'

/** What a composer knows of its draft: its conversation, and the revision of what it has adopted (-1 for nothing). */
interface Known {
  readonly narrow: Narrow
  readonly revision: number
}

/** What a composer asks of the engine. */
export class DraftCalls {
  readonly #bridge: Bridge
  readonly #accountId: string
  readonly #known: () => Known

  /** @param known what the composer knows now */
  constructor(bridge: Bridge, accountId: string, known: () => Known) {
    this.#bridge = bridge
    this.#accountId = accountId
    this.#known = known
  }

  /** The schema's input is the same shape with mutable arrays. */
  get narrow(): never {
    return this.#known().narrow as never
  }

  /** The state of the draft. */
  get(): Promise<Result<Output<'drafts.get'>>> {
    return this.#bridge.call('drafts.get', { accountId: this.#accountId, narrow: this.narrow })
  }

  /** Stores what is written, unless it is too long for that. */
  async set(
    written: Omit<Input<'drafts.set'>, 'accountId' | 'narrow' | 'revision'>,
  ): Promise<Result<Output<'drafts.set'>>> {
    const error = whyNotKept(written.content)
    if (error !== null) return { ok: false, error }
    const { narrow, revision } = this.#known()
    const input = { accountId: this.#accountId, narrow: this.narrow, ...written }
    const result = await this.#call('drafts.set', revision < 0 ? input : { ...input, revision })
    if (!result.ok || this.#known().narrow === narrow) return result
    // The text was given another place meanwhile, which is stored next.
    const { isQueued } = result.value
    return { ok: true, value: { revision: result.value.revision, isQueued } }
  }

  /** Puts a message into the outbox: to be sent at once, or by the server at its time. */
  send({ localId, destination, content, draftId, deliverAt }: Sending): Promise<Result<null>> {
    const message = { accountId: this.#accountId, localId, destination: destination as never, content, draftId }
    return deliverAt === null
      ? this.#call('messages.send', message)
      : this.#call('messages.schedule', { ...message, deliverAt })
  }

  /** A call without an answer is a failure like any other. */
  #call<N extends 'drafts.set' | 'messages.send' | 'messages.schedule'>(
    name: N,
    input: Input<N>,
  ): Promise<Result<Output<N>>> {
    return this.#bridge.call(name, input).catch((): Result<Output<N>> => ({ ok: false, error: noAnswer }))
  }
}
