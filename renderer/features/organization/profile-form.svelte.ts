import type { OrganizationChange, OrganizationMeta } from '#contract/organization/organization.ts'
import type { AccountCalls } from '../../state/account-calls.ts'
import type { LeftForm, LeftForms } from '../../state/left-forms.svelte.ts'
import { Submission } from '../../ui/form/submission.svelte.ts'

/** The form of the organization's name and description. What is typed is kept until it is saved. */
export class OrganizationForm {
  readonly #calls: Pick<AccountCalls, 'askOf'>
  readonly #accountId: string
  /** The typed texts; null where nothing was typed, so that the field follows the organization. */
  #name = $state<string | null>(null)
  #description = $state<string | null>(null)
  #present = $state.raw<Pick<OrganizationMeta, 'name' | 'description'>>({ name: '', description: '' })
  /** Whether the last submission changed the organization, and nothing was typed since. */
  isSaved = $state.raw(false)
  readonly submission = new Submission()
  /** Keeps the typed texts. */
  readonly left: LeftForm

  constructor(calls: Pick<AccountCalls, 'askOf'>, accountId: string, forms: LeftForms) {
    this.#calls = calls
    this.#accountId = accountId
    this.left = forms.open({
      accountId,
      name: 'organization',
      read: () => ({
        ...(this.#name === null ? {} : { name: this.#name }),
        ...(this.#description === null ? {} : { description: this.#description }),
      }),
      show: ({ name, description }) => {
        this.#name = name ?? null
        this.#description = description ?? null
      },
    })
  }

  /** Takes over the texts of the organization, which fields show in which nothing was typed. */
  follow(present: Pick<OrganizationMeta, 'name' | 'description'>): void {
    this.#present = present
  }

  get name(): string {
    return this.#name ?? this.#present.name
  }

  set name(text: string) {
    this.isSaved = false
    this.#name = text === this.#present.name ? null : text
  }

  get description(): string {
    return this.#description ?? this.#present.description
  }

  set description(text: string) {
    this.isSaved = false
    this.#description = text === this.#present.description ? null : text
  }

  /** Whether something was typed that the organization does not have. */
  get isChanged(): boolean {
    return this.#name !== null || this.#description !== null
  }

  /** The field that the refusal concerns; null without one. */
  get refused(): 'name' | 'description' | 'all' | null {
    switch (this.submission.failure?.code) {
      case undefined:
        return null
      case 'ORGANIZATION_NAME_MISSING':
      case 'ORGANIZATION_NAME_TOO_LONG':
        return 'name'
      case 'ORGANIZATION_DESCRIPTION_TOO_LONG':
        return 'description'
      default:
        return 'all'
    }
  }

  /** Saves what was typed: the name first, since a refusal of it is seen at once. */
  async submit(): Promise<void> {
    if (this.submission.isPending) return
    const [name, description] = [this.#name, this.#description]
    this.isSaved = false
    this.submission.failure = null
    if (name !== null) {
      const done = await this.submission.run(() => this.#change({ kind: 'name', name }))
      if (done === undefined) return
      if (this.#name === name) this.#name = null
    }
    if (description !== null) {
      const done = await this.submission.run(() => this.#change({ kind: 'description', description }))
      if (done === undefined) return
      if (this.#description === description) this.#description = null
    }
    this.isSaved = !this.isChanged
  }

  #change(change: OrganizationChange) {
    return this.#calls.askOf(this.#accountId, 'organization.change', { change })
  }
}
