import type { Bridge } from '../../preload/contract/bridge.ts'
import type { Input, Output } from '../../preload/contract/calls.ts'
import type { Narrow, Result } from '../../preload/contract/values.ts'
import { noAnswer, whyNotKept } from './composer-failures.ts'
import type { Sending } from './unanswered-sending.ts'

/** What a composer asks of the engine. */
export class DraftCalls {
  readonly #bridge: Bridge
  readonly #accountId: string
  readonly #narrow: () => Narrow

  /** @param narrow the conversation, now */
  constructor(bridge: Bridge, accountId: string, narrow: () => Narrow) {
    this.#bridge = bridge
    this.#accountId = accountId
    this.#narrow = narrow
  }

  /** The schema's input is the same shape with mutable arrays. */
  get narrow(): never {
    return this.#narrow() as never
  }

  /** The state of the draft. */
  get(): Promise<Result<Output<'drafts.get'>>> {
    return this.#bridge.call('drafts.get', { accountId: this.#accountId, narrow: this.narrow })
  }

  /** Stores what is written, unless it is too long for that. */
  set(written: Omit<Input<'drafts.set'>, 'accountId' | 'narrow'>): Promise<Result<Output<'drafts.set'>>> {
    const error = whyNotKept(written.content)
    if (error !== null) return Promise.resolve({ ok: false, error })
    return this.#call('drafts.set', { accountId: this.#accountId, narrow: this.narrow, ...written })
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
