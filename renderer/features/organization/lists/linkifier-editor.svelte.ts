import type { LinkifierItem, LinkifierTrial } from '#contract/organization/organization-lists.ts'
import type { AccountCalls } from '#renderer/state/account-calls.ts'
import type { LeftForm, LeftForms } from '#renderer/state/left-forms.svelte.ts'
import { Submission } from '#renderer/ui/form/submission.svelte.ts'
import type { ListChanges } from './list-changes.svelte.ts'

/** The form of a new or changed linkifier, and the text on which all are tried. */
export class LinkifierEditor {
  readonly #calls: Pick<AccountCalls, 'askOf'>
  readonly #accountId: string
  readonly #changes: ListChanges
  pattern = $state('')
  urlTemplate = $state('')
  sample = $state('')
  /** The linkifier that is changed; null for a new one. */
  changedId = $state.raw<number | null>(null)
  /** The links in the sample; null before the first answer. */
  trial = $state.raw<LinkifierTrial | null>(null)
  readonly submission = new Submission()
  /** Keeps the typed texts. */
  readonly left: LeftForm
  #isTrying = false
  #isStale = false

  constructor(calls: Pick<AccountCalls, 'askOf'>, accountId: string, changes: ListChanges, forms: LeftForms) {
    this.#calls = calls
    this.#accountId = accountId
    this.#changes = changes
    this.left = forms.open({
      accountId,
      name: 'linkifier',
      read: () => ({
        pattern: this.pattern,
        urlTemplate: this.urlTemplate,
        id: this.changedId === null ? '' : String(this.changedId),
        sample: this.sample,
      }),
      show: ({ pattern = '', urlTemplate = '', id = '', sample = '' }) => {
        this.pattern = pattern
        this.urlTemplate = urlTemplate
        this.changedId = id === '' ? null : Number(id)
        this.sample = sample
      },
    })
  }

  /** Whether the form has something to submit or to lose. */
  get isStarted(): boolean {
    return this.pattern !== '' || this.urlTemplate !== '' || this.changedId !== null
  }

  /** Opens a linkifier in the form. */
  edit({ linkifierId, pattern, urlTemplate }: LinkifierItem): void {
    this.submission.failure = null
    this.changedId = linkifierId
    this.pattern = pattern
    this.urlTemplate = urlTemplate
  }

  /** Empties the form. The sample stays. */
  clear(): void {
    this.submission.failure = null
    this.changedId = null
    this.pattern = ''
    this.urlTemplate = ''
  }

  /** Adds or changes the linkifier. What was typed meanwhile stays. */
  async submit(): Promise<void> {
    const { changedId, pattern, urlTemplate } = this
    if (pattern === '' || urlTemplate === '') return
    const done = await this.submission.run(() =>
      this.#changes.request(
        changedId === null
          ? { kind: 'add_linkifier', pattern, urlTemplate }
          : { kind: 'change_linkifier', linkifierId: changedId, pattern, urlTemplate },
      ),
    )
    if (done === undefined) return
    if (this.pattern === pattern && this.urlTemplate === urlTemplate && this.changedId === changedId) this.clear()
  }

  /** Returns whether there is a sample. It reads all that its links depend on, so that an effect follows them. */
  hasSample(items: readonly unknown[]): boolean {
    const read = [items, this.pattern, this.urlTemplate, this.changedId]
    return this.sample !== '' && read.length > 0
  }

  /** Tries the linkifiers on the sample. One request is on its way at a time; later changes follow it. */
  async tryOut(): Promise<void> {
    this.#isStale = true
    if (this.#isTrying) return
    this.#isTrying = true
    while (this.#isStale) {
      this.#isStale = false
      const { changedId: linkifierId, pattern, urlTemplate, sample: text } = this
      const written = this.isStarted ? { linkifierId, pattern, urlTemplate } : null
      const result = await this.#calls.askOf(this.#accountId, 'organization.tryLinkifiers', { text, written })
      this.trial = result.ok ? result.value : null
    }
    this.#isTrying = false
  }
}
