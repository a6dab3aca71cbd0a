import type { Failure } from '#contract/base/failures.ts'
import type { CommonStream, PersonDetails, PersonMeta, ProfileFieldItem } from '#contract/people/profiles.ts'
import type { UserId } from '#shared/ids.ts'
import type { LiveView, ViewClient } from '../../bridge/view-client.svelte.ts'
import type { AccountCalls } from '../../state/account-calls.ts'

/** The parts of the page that the state of a person uses. */
export interface PersonPorts {
  readonly views: Pick<ViewClient, 'open' | 'close'>
  readonly calls: Pick<AccountCalls, 'askOf'>
}

/** A person of an account as card and profile show them. */
export interface ShownPerson {
  readonly accountId: string
  readonly userId: UserId
}

/** One person, kept up to date while a card or a profile shows them. */
export class PersonModel {
  readonly #ports: PersonPorts
  readonly shown: ShownPerson
  readonly #view: LiveView<'person'>
  /** The streams in common; null until they are known. */
  streams = $state.raw<readonly CommonStream[] | null>(null)
  streamsFailure = $state.raw<Failure | null>(null)

  constructor(ports: PersonPorts, { accountId, userId }: ShownPerson) {
    this.#ports = ports
    this.shown = { accountId, userId }
    this.#view = ports.views.open(accountId, { type: 'person', userId })
  }

  /** Null until the disk has answered, which takes one frame. */
  get meta(): PersonMeta | null {
    return this.#view.meta
  }

  get person(): PersonDetails | null {
    return this.#view.meta?.person ?? null
  }

  get fields(): readonly ProfileFieldItem[] {
    return this.#view.items
  }

  get failure(): Failure | null {
    return this.#view.failure
  }

  retry(): void {
    this.#view.retry()
  }

  /** Asks for the streams in common, which only the server knows. */
  async loadStreams(): Promise<void> {
    const { accountId, userId } = this.shown
    this.streamsFailure = null
    const result = await this.#ports.calls.askOf(accountId, 'people.commonStreams', { userId })
    if (result.ok) this.streams = result.value
    else this.streamsFailure = result.error
  }

  close(): void {
    this.#ports.views.close(this.#view)
  }
}
