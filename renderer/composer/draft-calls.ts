import type { Bridge } from '../../preload/contract/bridge.ts'
import type { Input, Output } from '../../preload/contract/calls.ts'
import type { Narrow, Result } from '../../preload/contract/values.ts'
import { noAnswer } from './composer-failures.ts'

/** What a composer asks of the engine. */
export class DraftCalls {
  /** The schema's input is the same shape with mutable arrays. */
  readonly narrow: never
  readonly #bridge: Bridge
  readonly #accountId: string

  constructor(bridge: Bridge, accountId: string, narrow: Narrow) {
    this.#bridge = bridge
    this.#accountId = accountId
    this.narrow = narrow as never
  }

  /** The state of the draft. */
  get(): Promise<Result<Output<'drafts.get'>>> {
    return this.#bridge.call('drafts.get', { accountId: this.#accountId, narrow: this.narrow })
  }

  /** Stores what is written. */
  set(written: Omit<Input<'drafts.set'>, 'accountId' | 'narrow'>): Promise<Result<Output<'drafts.set'>>> {
    return this.#call('drafts.set', { accountId: this.#accountId, narrow: this.narrow, ...written })
  }

  /** Puts a message into the outbox. */
  send(message: Omit<Input<'messages.send'>, 'accountId'>): Promise<Result<Output<'messages.send'>>> {
    return this.#call('messages.send', { accountId: this.#accountId, ...message })
  }

  /** A call without an answer is a failure like any other. */
  #call<N extends 'drafts.set' | 'messages.send'>(name: N, input: Input<N>): Promise<Result<Output<N>>> {
    return this.#bridge.call(name, input).catch((): Result<Output<N>> => ({ ok: false, error: noAnswer }))
  }
}
