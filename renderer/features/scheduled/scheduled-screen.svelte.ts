import type { Result } from '#contract/base/failures.ts'
import type { ScheduledItem } from '#contract/scheduled.ts'
import { catalogue, sentenceOf } from '#i18n/catalogue.ts'
import type { Route } from '../../state/routes/routes.ts'
import type { AccountCalls } from '../../state/account-calls.ts'
import type { LiveView, ViewClient } from '../../bridge/view-client.svelte.ts'
import type { ScreenPorts, ScreenVisit } from '../../state/routes/screen-state.ts'
import type { LeftForm, LeftForms } from '../../state/left-forms.svelte.ts'
import { ListScreenState } from '../../state/routes/list-screen-state.ts'
import { ScheduledForm } from './scheduled-form.svelte.ts'

/** A cancelled message, while that can be undone. */
export interface CancelledMessage {
  readonly item: ScheduledItem
  /** The draft that restores a message which the server did not have; null if it can be scheduled again. */
  readonly draftId: string | null
}

/** The messages that wait at the server for their time. They are changed one at a time, sent at once, or cancelled. */
export class ScheduledScreen extends ListScreenState<'scheduled'> {
  readonly route: Route = { kind: 'scheduled' }
  readonly #views: ViewClient
  readonly #calls: AccountCalls
  readonly #notify: (sentence: string) => void
  readonly #now: () => number
  readonly #view: LiveView<'scheduled'>
  #form = $state.raw<ScheduledForm | null>(null)
  readonly #accountId: string
  readonly #forms: LeftForms
  /** Keeps the changes of the open form. */
  #left = $state.raw<LeftForm | null>(null)
  #withdrawNotice: () => void = () => undefined
  #cancelled = $state.raw<CancelledMessage | null>(null)

  /** @param now UNIX milliseconds */
  constructor(
    { accountId, position }: Pick<ScreenVisit, 'accountId' | 'position'>,
    { views, calls, notify, leftForms }: Pick<ScreenPorts, 'views' | 'calls' | 'notify' | 'leftForms'>,
    now: () => number = Date.now,
  ) {
    super(position)
    this.#views = views
    this.#calls = calls
    this.#notify = notify
    this.#accountId = accountId
    this.#forms = leftForms
    this.#now = now
    this.#view = views.open(accountId, { type: 'scheduled' })
  }

  protected get shown(): LiveView<'scheduled'> | null {
    return this.#view
  }

  /** The open form; null if none is open. */
  get form(): ScheduledForm | null {
    return this.#form
  }

  /** Keeps the changes of the open form; null if none is open. */
  get left(): LeftForm | null {
    return this.#left
  }

  /**
   * Whether the message of the form has left the list: it was sent or deleted, or has a new key because it reached the
   * server.
   */
  get isFormAlone(): boolean {
    const form = this.#form
    return form !== null && !this.items.some(({ key }) => key === form.item.key)
  }

  get cancelled(): CancelledMessage | null {
    return this.#cancelled
  }

  /** Opens the form of a message, with the changes of an earlier one. The changes of another open form are kept. */
  edit(item: ScheduledItem): void {
    if (this.#form?.item.key === item.key) return
    this.#close()
    const form = new ScheduledForm(item, this.#now)
    this.#form = form
    this.#left = this.#forms.open({
      accountId: this.#accountId,
      name: item.key,
      read: () => form.texts,
      show: (texts) => {
        form.fill(texts)
      },
    })
  }

  /** Closes the form without saving. Its changes return when it is opened again. */
  revert(): void {
    const form = this.#form
    if (form === null) return
    this.#close(() => {
      this.edit(form.item)
    })
  }

  #close(reopen?: () => void): void {
    this.#withdrawNotice = this.#left?.close(reopen) ?? this.#withdrawNotice
    this.#left = null
    this.#form = null
  }

  /** Saves the changes and closes the form. @returns false if it stays open with a failure */
  async save(): Promise<boolean> {
    const { form, left } = this
    if (form === null) return true
    const change = form.change()
    if (change === null) return false
    const { scheduledId, localId } = form.item
    const result =
      scheduledId === null
        ? await this.#calls.ask('scheduled.editUnsent', { localId: localId ?? '', ...change })
        : await this.#calls.ask('scheduled.edit', { scheduledId, ...changeOf(form.item, change) })
    if (result?.ok !== true) {
      form.failure = result?.error ?? { code: 'NO_ANSWER' }
      return false
    }
    left?.done()
    if (this.#form === form) this.#close()
    return true
  }

  /** Sends a message that the server has at once. */
  async sendNow({ scheduledId }: ScheduledItem): Promise<void> {
    if (scheduledId !== null) this.#done(await this.#calls.ask('scheduled.edit', { scheduledId, deliverAt: 'now' }))
  }

  /** Cancels a message, which can be undone until another is cancelled. @returns whether it was cancelled */
  async cancel(item: ScheduledItem): Promise<boolean> {
    return item.scheduledId === null ? this.#discard(item) : this.#delete(item, item.scheduledId)
  }

  /**
   * Deletes a message at the server. If its time has passed, it cannot be scheduled again, and its text becomes a
   * draft.
   */
  async #delete(item: ScheduledItem, scheduledId: number): Promise<boolean> {
    const keepDraft = item.deliverAt <= this.#now() / 1000
    if (!this.#done(await this.#calls.ask('scheduled.delete', { scheduledId, keepDraft }))) return false
    this.#cancelled = keepDraft ? null : { item, draftId: null }
    if (keepDraft) this.#notify(catalogue.scheduled.keptAsDraft)
    return true
  }

  async #discard(item: ScheduledItem): Promise<boolean> {
    const result = await this.#calls.ask('outbox.discard', { localId: item.localId ?? '' })
    if (!this.#done(result) || result?.ok !== true) return false
    const { draftId } = result.value
    this.#cancelled = draftId === null ? null : { item, draftId }
    return true
  }

  /** Schedules the cancelled message again; if the server did not have it, its text becomes a draft. */
  async undo(): Promise<void> {
    const cancelled = this.#cancelled
    if (cancelled === null) return
    this.forgetCancelled()
    const { item, draftId } = cancelled
    if (draftId !== null) {
      if (this.#done(await this.#calls.ask('drafts.restore', { draftId })))
        this.#notify(catalogue.scheduled.restoredAsDraft)
      return
    }
    const { narrow: destination, content, deliverAt } = item
    const message = { localId: crypto.randomUUID(), destination, content, deliverAt }
    if (!this.#done(await this.#calls.ask('messages.schedule', message))) this.#cancelled ??= cancelled
  }

  /** Ends the possibility to undo the cancellation. */
  forgetCancelled(): void {
    this.#cancelled = null
  }

  close(): void {
    this.#close()
    this.#withdrawNotice()
    this.#views.close(this.#view)
  }

  #done(result: Result<unknown> | null): boolean {
    if (result?.ok === false) this.#notify(sentenceOf(result.error))
    return result?.ok === true
  }
}

/**
 * Returns the parts that differ from the message. A message that failed, or whose change failed, requires its time
 * again.
 */
function changeOf(
  { content, deliverAt, state }: ScheduledItem,
  change: { readonly content: string; readonly deliverAt: number },
): { readonly content?: string; readonly deliverAt?: number } {
  if (state === 'failed') return change
  return {
    ...(change.content === content ? {} : { content: change.content }),
    ...(change.deliverAt === deliverAt ? {} : { deliverAt: change.deliverAt }),
  }
}
