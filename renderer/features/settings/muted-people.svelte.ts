import type { PersonRef } from '#contract/base/values.ts'
import type { UserId } from '#shared/ids.ts'
import type { AccountCalls } from '../../state/account-calls.ts'

/** The people whom the user of the shown account has muted. */
export class MutedPeople {
  readonly #calls: Pick<AccountCalls, 'mutedPeople' | 'mutePerson'>
  /** The people; null until they are loaded. */
  people = $state.raw<readonly PersonRef[] | null>(null)

  constructor(calls: Pick<AccountCalls, 'mutedPeople' | 'mutePerson'>) {
    this.#calls = calls
    void this.#load()
  }

  async unmute(userId: UserId): Promise<void> {
    await this.#calls.mutePerson(userId, false)
    await this.#load()
  }

  async #load(): Promise<void> {
    this.people = await this.#calls.mutedPeople()
  }
}
