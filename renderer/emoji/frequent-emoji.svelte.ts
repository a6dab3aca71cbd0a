import { createContext } from 'svelte'
import type { FrequentEmoji } from '#contract/resources/reactions.ts'
import type { AccountCalls } from '../bridge/account-calls.ts'

/** How many stand in the bar of a message. */
const count = 3

/** The emoji that the user reacts with most, for the bar of a message. */
export class FrequentReactions {
  readonly #calls: Pick<AccountCalls, 'askOf'>
  readonly #accountId: () => string | null
  #known = $state.raw<{ readonly accountId: string; readonly emoji: readonly FrequentEmoji[] } | null>(null)
  #isCurrent = false

  constructor(calls: Pick<AccountCalls, 'askOf'>, accountId: () => string | null) {
    this.#calls = calls
    this.#accountId = accountId
  }

  /** None until they are known. */
  get emoji(): readonly FrequentEmoji[] {
    const known = this.#known
    return known !== null && known.accountId === this.#accountId() ? known.emoji : []
  }

  /** A bar is shown: they are asked for, unless nothing was chosen since. */
  async look(): Promise<void> {
    const accountId = this.#accountId()
    if (accountId === null || (this.#isCurrent && this.#known?.accountId === accountId)) return
    this.#isCurrent = true
    const result = await this.#calls.askOf(accountId, 'reactions.frequent', { count }).catch(() => null)
    if (result?.ok === true) this.#known = { accountId, emoji: result.value }
    else this.#isCurrent = false
  }

  /** The user reacted: the next bar may have others. */
  used(): void {
    this.#isCurrent = false
  }
}

export const [frequentReactions, provideFrequentReactions] = createContext<FrequentReactions>()
