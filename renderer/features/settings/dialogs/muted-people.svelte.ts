import type { PersonRef } from '#contract/base/values.ts'
import type { MutedPersonItem } from '#contract/people.ts'
import type { LiveView, ViewClient } from '#renderer/bridge/view-client.svelte.ts'
import type { AccountCalls } from '#renderer/state/account-calls.ts'

export interface MutedPeoplePorts {
  readonly calls: Pick<AccountCalls, 'mutePerson'>
  readonly views: Pick<ViewClient, 'open' | 'close'>
}

/** The people whom the user of an account has muted. */
export class MutedPeople {
  readonly #ports: MutedPeoplePorts
  readonly view: LiveView<'muted_people'>
  /** The person who was unmuted last, while that can be undone. */
  unmuted = $state.raw<PersonRef | null>(null)

  constructor(ports: MutedPeoplePorts, accountId: string) {
    this.#ports = ports
    this.view = ports.views.open(accountId, { type: 'muted_people' })
  }

  get people(): readonly MutedPersonItem[] {
    return this.view.items
  }

  async unmute(person: PersonRef): Promise<void> {
    await this.#ports.calls.mutePerson(person.id, false)
    this.unmuted = person
  }

  /** Mutes the person again who was unmuted last. */
  async undo(): Promise<void> {
    const { unmuted } = this
    this.unmuted = null
    if (unmuted !== null) await this.#ports.calls.mutePerson(unmuted.id, true)
  }

  close(): void {
    this.#ports.views.close(this.view)
  }
}
