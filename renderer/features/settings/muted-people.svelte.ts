import type { PersonRef } from '#contract/base/values.ts'
import type { AccountCalls } from '../../state/account-calls.ts'

/** The people whom the user of the shown account has muted. */
export class MutedPeople {
  readonly #calls: Pick<AccountCalls, 'mutedPeople' | 'mutePerson'>
  /** The people; null until they are loaded. */
  people = $state.raw<readonly PersonRef[] | null>(null)
  /** The person who was unmuted last, while that can be undone. */
  unmuted = $state.raw<PersonRef | null>(null)

  constructor(calls: Pick<AccountCalls, 'mutedPeople' | 'mutePerson'>) {
    this.#calls = calls
    void this.#load()
  }

  async unmute(person: PersonRef): Promise<void> {
    await this.#calls.mutePerson(person.id, false)
    this.unmuted = person
    await this.#load()
  }

  /** Mutes the person again who was unmuted last. */
  async undo(): Promise<void> {
    const { unmuted } = this
    this.unmuted = null
    if (unmuted === null) return
    await this.#calls.mutePerson(unmuted.id, true)
    await this.#load()
  }

  async #load(): Promise<void> {
    this.people = await this.#calls.mutedPeople()
  }
}
