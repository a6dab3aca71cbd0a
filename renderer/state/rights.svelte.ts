import type { BotType, PersonRole } from '#shared/directory-choices.ts'
import type { RightRefusal } from '#contract/people/rights.ts'
import type { OrganizationAct } from '#shared/organization/right-choices.ts'
import type { LiveView } from '../bridge/view-client.svelte.ts'

/** The rights of an account in its organization, as its view has them. Nothing is permitted until they are known. */
export class Rights {
  readonly #view: LiveView<'rights'> | null

  constructor(view: LiveView<'rights'> | null) {
    this.#view = view
  }

  /** Whether the account may do something. */
  may(act: OrganizationAct): boolean {
    return this.#view?.items.find((item) => item.act === act)?.refusal === null
  }

  /** Returns the reason for which the account may not do something; null if it may, and until that is known. */
  refusalOf(act: OrganizationAct): RightRefusal | null {
    return this.#view?.items.find((item) => item.act === act)?.refusal ?? null
  }

  /** The types of bots that the account may create. */
  get botTypes(): readonly BotType[] {
    return this.#view?.meta?.botTypes ?? []
  }

  /** The role of the account; null until it is known. */
  get role(): PersonRole | null {
    return this.#view?.meta?.role ?? null
  }

  /** The least number of code points of a password. */
  get minPassword(): number {
    return this.#view?.meta?.minPassword ?? 0
  }
}
