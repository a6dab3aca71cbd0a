import { createContext } from 'svelte'
import type { FrequentEmoji } from '#contract/emoji.ts'
import type { AccountCalls } from '../../state/account-calls.ts'

/** The number of emoji in the bar of a message. */
const count = 3

/** The user's most frequent reactions, for the bar of a message. */
export class FrequentReactions {
  readonly #calls: Pick<AccountCalls, 'askOf'>
  readonly #accountId: () => string | null
  #known = $state.raw<{ readonly accountId: string; readonly emoji: readonly FrequentEmoji[] } | null>(null)
  #isCurrent = false

  constructor(calls: Pick<AccountCalls, 'askOf'>, accountId: () => string | null) {
    this.#calls = calls
    this.#accountId = accountId
  }

  /** The emoji; empty until they are known. */
  get emoji(): readonly FrequentEmoji[] {
    const known = this.#known
    return known !== null && known.accountId === this.#accountId() ? known.emoji : []
  }

  /** Loads the emoji when a bar is shown, unless they are current. */
  async look(): Promise<void> {
    const accountId = this.#accountId()
    if (accountId === null || (this.#isCurrent && this.#known?.accountId === accountId)) return
    this.#isCurrent = true
    const result = await this.#calls.askOf(accountId, 'reactions.frequent', { count }).catch(() => null)
    if (result?.ok === true) this.#known = { accountId, emoji: result.value }
    else this.#isCurrent = false
  }

  /** Marks the emoji as stale after a reaction, so that the next bar loads them again. */
  used(): void {
    this.#isCurrent = false
  }
}

/** The context of the shown account's frequent reactions. */
export const [frequentReactions, provideFrequentReactions] = createContext<FrequentReactions>()
