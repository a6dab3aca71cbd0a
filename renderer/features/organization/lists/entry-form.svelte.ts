import type { ListChange } from '#contract/organization/organization-lists.ts'
import type { LeftForm, LeftForms } from '#renderer/state/left-forms.svelte.ts'
import { Submission } from '#renderer/ui/form/submission.svelte.ts'
import type { ListChanges } from './list-changes.svelte.ts'

/** The form of a new entry of a list whose entries are texts. */
export class EntryForm<Name extends string> {
  readonly #changes: Pick<ListChanges, 'request'>
  readonly #changeOf: (texts: Readonly<Record<Name, string>>) => ListChange
  readonly #empty: Readonly<Record<Name, string>>
  texts = $state<Record<Name, string>>({} as Record<Name, string>) // the constructor fills it
  readonly submission = new Submission()
  /** Keeps the typed texts. */
  readonly left: LeftForm

  /**
   * @param empty the fields as they are before any typing
   * @param changeOf returns the change that adds the entry
   */
  constructor(
    ports: {
      readonly accountId: string
      readonly name: string
      readonly forms: LeftForms
      readonly changes: Pick<ListChanges, 'request'>
    },
    empty: Readonly<Record<Name, string>>,
    changeOf: (texts: Readonly<Record<Name, string>>) => ListChange,
  ) {
    this.#changes = ports.changes
    this.#changeOf = changeOf
    this.#empty = empty
    this.texts = { ...empty }
    this.left = ports.forms.open({
      accountId: ports.accountId,
      name: ports.name,
      read: () => ({ ...this.texts }),
      show: (texts) => (this.texts = { ...empty, ...texts }),
    })
  }

  /** Whether something was typed. */
  get isStarted(): boolean {
    return this.#names.some((name) => this.texts[name] !== this.#empty[name])
  }

  /** Whether each field has a text. */
  get isComplete(): boolean {
    return this.#names.every((name) => this.#empty[name] !== '' || this.texts[name].trim() !== '')
  }

  /** Adds the entry. What was typed meanwhile stays. */
  async submit(): Promise<void> {
    const sent = { ...this.texts }
    if (!this.isComplete) return
    const done = await this.submission.run(() => this.#changes.request(this.#changeOf(sent)))
    if (done !== undefined && this.#names.every((name) => this.texts[name] === sent[name])) {
      this.texts = { ...this.#empty }
    }
  }

  get #names(): Name[] {
    return Object.keys(this.#empty) as Name[] // it has exactly these keys
  }
}
