import type { Failure } from '#contract/base/failures.ts'
import type { ListedPolicy, TopicChoiceItem, TopicChoicesMeta } from '#contract/people/own-account.ts'
import type { LiveView, ViewClient } from '../../bridge/view-client.svelte.ts'
import { ReplacedView } from '../../bridge/replaced-view.svelte.ts'
import type { AccountCalls } from '../../state/account-calls.ts'

const values = { muted: 1, followed: 3 } as const

/** A topic whose choice was ended, while that can be undone. */
export interface EndedChoice {
  readonly policy: ListedPolicy
  readonly item: TopicChoiceItem
}

/** The lists of muted and of followed topics, in which a choice is ended and restored. */
export class TopicChoices {
  readonly #calls: Pick<AccountCalls, 'setTopicPolicy'>
  readonly #view: ReplacedView<'topic_choices'>
  policy = $state.raw<ListedPolicy>('muted')
  text = $state.raw('')
  ended = $state.raw<EndedChoice | null>(null)

  constructor(
    views: Pick<ViewClient, 'open' | 'close'>,
    calls: Pick<AccountCalls, 'setTopicPolicy'>,
    accountId: string,
  ) {
    this.#calls = calls
    this.#view = new ReplacedView(views, accountId)
    this.#ask()
  }

  get view(): LiveView<'topic_choices'> | null {
    return this.#view.shown
  }

  get items(): readonly TopicChoiceItem[] {
    return this.view?.items ?? []
  }

  /** Null until the list is known. */
  get meta(): TopicChoicesMeta | null {
    return this.view?.meta ?? null
  }

  get failure(): Failure | null {
    return this.view?.failure ?? null
  }

  /** Shows the list of a policy. */
  choose(policy: ListedPolicy): void {
    this.policy = policy
    this.#ask()
  }

  search(text: string): void {
    this.text = text
    this.#ask()
  }

  /** Unmutes a topic or ends following it. */
  async end(item: TopicChoiceItem): Promise<void> {
    const { policy } = this
    await this.#calls.setTopicPolicy(item.streamId, item.topic, 0)
    this.ended = { policy, item }
  }

  /** Restores the choice that was ended last. */
  async undo(): Promise<void> {
    const { ended } = this
    this.ended = null
    if (ended !== null) await this.#calls.setTopicPolicy(ended.item.streamId, ended.item.topic, values[ended.policy])
  }

  close(): void {
    this.#view.close()
  }

  #ask(): void {
    this.#view.ask({ type: 'topic_choices', policy: this.policy, text: this.text })
  }
}
