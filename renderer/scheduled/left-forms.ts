import type { ScheduledItem } from '../../preload/contract/resources/scheduled.ts'
import { forgetKept } from '../app/places.ts'
import type { ScheduledForm } from './scheduled-form.svelte.ts'

/** Changed forms of scheduled messages that were closed, while the window is open. */
export class LeftForms {
  readonly #forms = new Map<string, ScheduledForm>()

  keep(accountId: string, form: ScheduledForm): void {
    this.#forms.set(`${accountId} ${form.item.key}`, form)
  }

  /** The form that was left of a message, which is not kept any more; null if there is none. */
  take(accountId: string, { key }: ScheduledItem): ScheduledForm | null {
    const name = `${accountId} ${key}`
    const form = this.#forms.get(name) ?? null
    this.#forms.delete(name)
    return form
  }

  /** The account was signed out: nothing of it is kept. */
  forget(accountId: string): void {
    forgetKept(this.#forms, accountId)
  }
}
