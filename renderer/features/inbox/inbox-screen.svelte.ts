import type { Failure } from '#contract/base/failures.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { sentenceOf } from '#i18n/catalogue.ts'
import type { Route } from '../../state/routes/routes.ts'
import type { ComposerModel } from '../../parts/composer/composer-model.svelte.ts'
import { ReadToEnd } from '../../parts/messages/read-to-end.svelte.ts'
import type { KeptComposers } from '../../parts/composer/kept-composers.ts'
import type { ScreenPorts, ScreenState, ScreenVisit } from '../../state/routes/screen-state.ts'
import { type KeptPosition, ListScroll } from '../../ui/list/list-scroll.ts'
import type { OnScreen } from '../../ui/on-screen.ts'
import { AccountInbox } from './account-inbox.svelte.ts'
import { linesOf, type InboxLine, type InboxLines, type InboxRow } from './inbox-rows.ts'
import { RowAnswer } from './row-answer.svelte.ts'

/** The answer to a row, in which the user writes. */
interface OpenAnswer {
  readonly row: InboxRow
  readonly answer: RowAnswer
}

/** A sent answer, which its row shows until there is a newer message. */
interface Answered {
  readonly text: string
  /** The id of the newest message of the row when the answer was sent. */
  readonly afterId: number
}

/** The messages that were marked last, and their account. */
interface Marked {
  readonly account: AccountInbox
  readonly messages: ReadToEnd
}

/** The failure that keeps an account's list from being up to date. */
export interface InboxProblem {
  readonly accountId: string
  readonly failure: Failure
}

/** The parts of the page that the screen uses. */
export type InboxPorts = Pick<ScreenPorts, 'bridge' | 'views' | 'lists' | 'notify' | 'accounts'> & {
  readonly composers: KeptComposers
}

/** The unread conversations of one account or of all, with actions that read, mark and answer them. */
export class InboxScreen implements ScreenState {
  readonly scroll: ListScroll
  readonly #ports: InboxPorts
  readonly #accountId: string
  #isEverywhere = $state(false)
  #accounts = $state.raw<readonly AccountInbox[]>([])
  #open = $state.raw<OpenAnswer | null>(null)
  #answered = $state.raw<ReadonlyMap<string, Answered>>(new Map())
  /** The messages that were marked last, kept for undoing that. */
  #marked = $state.raw<Marked | null>(null)
  readonly #listed: InboxLines = $derived.by(() => linesOf(this.#accounts))

  constructor(
    route: Extract<Route, { kind: 'inbox' }>,
    { accountId, position }: Pick<ScreenVisit, 'accountId' | 'position'>,
    ports: InboxPorts,
  ) {
    this.scroll = new ListScroll(position)
    this.#ports = ports
    this.#accountId = accountId
    this.#isEverywhere = route.isEverywhere === true
    this.follow()
  }

  get route(): Route {
    return this.#isEverywhere ? { kind: 'inbox', isEverywhere: true } : { kind: 'inbox' }
  }

  /** Whether the inbox covers all organizations. */
  get isEverywhere(): boolean {
    return this.#isEverywhere
  }

  /** Whether there are several organizations. */
  get hasSeveral(): boolean {
    return this.#ports.accounts().length > 1
  }

  setEverywhere(isEverywhere: boolean): void {
    this.#isEverywhere = isEverywhere
    this.follow()
  }

  /** Follows the current accounts; those of all organizations are in the order of the rail. */
  follow(): void {
    const known = new Map(this.#accounts.map((account) => [account.accountId, account]))
    const everywhere = this.#ports.accounts().slice(0, clientLimits.searchedAccounts.most)
    const ids = this.#isEverywhere && everywhere.length > 0 ? everywhere.map(({ id }) => id) : [this.#accountId]
    if (ids.join() === [...known.keys()].join()) return
    if (this.#open !== null && !ids.includes(this.#open.row.accountId)) this.closeAnswer()
    const { bridge, lists } = this.#ports
    this.#accounts = ids.map((accountId) => {
      const held = () => (this.#open?.row.accountId === accountId ? this.#open.row.entry.key : null)
      return known.get(accountId) ?? new AccountInbox({ bridge, lists, accountId, held })
    })
    for (const account of known.values()) if (!this.#accounts.includes(account)) account.close()
  }

  /** The rows with the headings of their sections. */
  get lines(): readonly InboxLine[] {
    return this.#listed.lines
  }

  /** Whether any list was loaded. */
  get hasContent(): boolean {
    return this.#accounts.some(({ meta }) => meta !== null)
  }

  get renewals(): number {
    return this.#accounts.reduce((sum, account) => sum + account.renewals, 0)
  }

  /** Whether there is more to list. */
  get hasMore(): boolean {
    return this.#accounts.some(({ meta }) => meta?.hasMore === true)
  }

  /** Whether there are more conversations than a list can hold. */
  get isCut(): boolean {
    return this.#accounts.some(({ meta }) => meta?.isCut === true)
  }

  /** The first failure of a list that is not up to date; null if there is none. */
  get failure(): Failure | null {
    return this.problems[0]?.failure ?? null
  }

  /** The failures of lists that are not up to date. */
  get problems(): readonly InboxProblem[] {
    return this.#accounts.flatMap(({ accountId, failure }) => (failure === null ? [] : [{ accountId, failure }]))
  }

  /** The messages that were marked last; null if there are none. */
  get marked(): ReadToEnd | null {
    return this.#marked?.messages ?? null
  }

  /** The composer of the open answer, whose text the window stores at its end; null if there is none. */
  get composer(): ComposerModel | null {
    return this.#open?.answer.composer ?? null
  }

  /** Returns the answer that is open below a row; null if there is none. */
  answerOf(key: string): RowAnswer | null {
    return this.#open?.row.key === key ? this.#open.answer : null
  }

  /** The key of the row in which the user writes; null for none. */
  get answeredKey(): string | null {
    return this.#open?.row.key ?? null
  }

  /** Returns the text of the answer that was sent from here; null if there is none, or if a newer message is shown. */
  answeredText({ key, entry }: InboxRow): string | null {
    const sent = this.#answered.get(key)
    return sent === undefined || (entry.last?.id ?? 0) > sent.afterId ? null : sent.text
  }

  /** Reopens the lists that failed. */
  retry(): void {
    for (const account of this.#accounts) if (account.failure !== null) account.retry()
  }

  /** Requests more conversations if an index is near the end of the list. */
  async reach(index: number): Promise<void> {
    const { lines, growing } = this.#listed
    // All lists with more entries may grow if nothing is listed after them.
    const growable = this.#accounts.filter(({ accountId }) => growing === null || accountId === growing)
    await Promise.all(growable.map((account) => account.reach(index, lines.length)))
  }

  /** Opens the composer below a row, or gives it the focus. */
  answer(row: InboxRow): void {
    const { key, accountId, entry } = row
    if (this.#open?.row.key === key) {
      this.#open.answer.composer.focusRequests += 1
      return
    }
    this.closeAnswer()
    const { views, composers } = this.#ports
    const answer = new RowAnswer({
      accountId,
      views,
      composers,
      narrow: entry.narrow,
      onSent: (text) => {
        if (text !== null) {
          this.#answered = new Map([...this.#answered, [key, { text, afterId: entry.last?.id ?? 0 }]])
        }
        if (this.#open?.answer === answer) this.closeAnswer()
      },
    })
    this.#open = { row, answer }
  }

  /** Closes the composer; its text remains the draft of the conversation. */
  closeAnswer(): void {
    this.#open?.answer.close()
    this.#open = null
  }

  /** Marks a conversation as read and removes it from the list at once; it returns if the server refuses that. */
  async markRead(row: InboxRow): Promise<void> {
    if (this.#open?.row.key === row.key) this.closeAnswer()
    const account = this.#accounts.find(({ accountId }) => accountId === row.accountId)
    const result = await account?.markRead(row)
    if (account === undefined || result == null) return
    if (result instanceof ReadToEnd) this.#marked = { account, messages: result }
    else this.#ports.notify(sentenceOf(result))
  }

  /** Marks the messages that were marked last as unread again. */
  async undo(): Promise<void> {
    if (this.#marked === null) return
    const { account, messages } = this.#marked
    account.restoreRemoved()
    const failure = await messages.undo()
    if (failure !== null) this.#ports.notify(sentenceOf(failure))
  }

  /** Reports which conversations of each account are on screen. */
  onScreenChanged(measure: (accountId: string) => OnScreen): void {
    for (const account of this.#accounts) account.onScreenChanged(() => measure(account.accountId))
  }

  get isDrawable(): boolean {
    return this.#accounts.every(({ isDrawable }) => isDrawable)
  }

  position(): KeptPosition | null {
    return this.scroll.position()
  }

  close(): void {
    this.closeAnswer()
    for (const account of this.#accounts) account.close()
  }
}
