import type { Failure } from '#contract/base/failures.ts'
import type { OrganizationChange } from '#contract/organization/organization.ts'
import { sentenceOf } from '#i18n/catalogue.ts'
import type { SettingState } from '../../parts/settings/settings-rows.ts'
import type { AccountCalls } from '../../state/account-calls.ts'

/** A change that is under way, or that was refused. */
interface Made {
  readonly change: OrganizationChange
  readonly failure: Failure | null
}

/** The changes of the organization's settings, by the keys of their rows. Only the last one of a row counts. */
export class OrganizationChanges {
  readonly #calls: Pick<AccountCalls, 'askOf'>
  readonly #accountId: string
  #made = $state.raw<ReadonlyMap<string, Made>>(new Map())

  constructor(calls: Pick<AccountCalls, 'askOf'>, accountId: string) {
    this.#calls = calls
    this.#accountId = accountId
  }

  /** Returns the change of a row that is under way, whose value the row shows; undefined without one. */
  pending(key: string): OrganizationChange | undefined {
    const made = this.#made.get(key)
    return made === undefined || made.failure !== null ? undefined : made.change
  }

  /** Returns the state of a row for people; undefined if the server has its value. */
  stateOf(key: string): SettingState | undefined {
    const made = this.#made.get(key)
    if (made === undefined) return undefined
    if (made.failure === null) return { kind: 'saving' }
    const { change } = made
    return { kind: 'failed', sentence: sentenceOf(made.failure), retry: () => void this.make(key, change) }
  }

  async make(key: string, change: OrganizationChange): Promise<void> {
    const made: Made = { change, failure: null }
    this.#set(key, made)
    const result = await this.#calls.askOf(this.#accountId, 'organization.change', { change })
    // A later change of the row has its own outcome.
    if (this.#made.get(key) !== made) return
    this.#set(key, result.ok ? undefined : { change, failure: result.error })
  }

  #set(key: string, made: Made | undefined): void {
    const others = [...this.#made].filter(([other]) => other !== key)
    this.#made = new Map(made === undefined ? others : [...others, [key, made]])
  }
}
