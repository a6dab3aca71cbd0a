import type { Failure } from '#contract/base/failures.ts'
import type { ListChange } from '#contract/organization/organization-lists.ts'
import { isolated } from '#i18n/names.ts'
import type { AccountCalls } from '#renderer/state/account-calls.ts'
import { Submission } from '#renderer/ui/form/submission.svelte.ts'

/** The question before an entry is removed. */
export interface RemovalQuestion {
  readonly title: string
  /** What is lost. */
  readonly lost: string
  readonly change: ListChange
}

/** The changes of a list of the organization besides those of its form. */
export class ListChanges {
  readonly #calls: Pick<AccountCalls, 'askOf'>
  readonly #accountId: string
  /** The question that is open; null if none is. */
  question = $state.raw<RemovalQuestion | null>(null)
  /** The submission of the question. */
  readonly removal = new Submission()
  /** Why the last change of an entry was not made; null without a reason. */
  failure = $state.raw<Failure | null>(null)

  constructor(calls: Pick<AccountCalls, 'askOf'>, accountId: string) {
    this.#calls = calls
    this.#accountId = accountId
  }

  /** Requests a change. */
  request(change: ListChange) {
    return this.#calls.askOf(this.#accountId, 'organization.changeList', { change })
  }

  /** Changes an entry. @returns whether that succeeded */
  async make(change: ListChange): Promise<boolean> {
    this.failure = null
    const result = await this.request(change)
    this.failure = result.ok ? null : result.error
    return result.ok
  }

  ask(question: RemovalQuestion): void {
    this.removal.failure = null
    this.question = question
  }

  cancel(): void {
    this.question = null
  }

  /** Removes the entry of the question, which stays open if that fails. */
  async confirm(): Promise<void> {
    const { question } = this
    if (question === null) return
    const done = await this.removal.run(() => this.request(question.change))
    if (done !== undefined && this.question === question) this.question = null
  }
}

/** The number of code points of a name in a title or label. */
const longestName = 60

/** Returns a name as it stands in a sentence: short, and without an effect on the text around it. */
export function shortName(name: string): string {
  const points = [...name]
  return isolated(points.length <= longestName ? name : `${points.slice(0, longestName - 1).join('')}…`)
}
