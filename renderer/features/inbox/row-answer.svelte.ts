import type { Destination } from '#contract/base/values.ts'
import type { ConversationMeta } from '#contract/conversations.ts'
import type { ViewClient, LiveView } from '../../bridge/view-client.svelte.ts'
import type { ComposerModel } from '../../parts/composer/composer-model.svelte.ts'
import type { KeptComposers } from '../../parts/composer/kept-composers.ts'

/** The parts of the page that an answer uses. */
export interface RowAnswerParts {
  readonly accountId: string
  readonly views: ViewClient
  readonly composers: KeptComposers
  readonly narrow: Destination
  /** Called when the answer is in the outbox; with its text, or null if the server is to send it later. */
  readonly onSent: (text: string | null) => void
}

/** The composer below a row. Its text is the draft of the row's conversation, as in the conversation itself. */
export class RowAnswer {
  readonly composer: ComposerModel
  readonly #parts: RowAnswerParts
  /** The view of the conversation, which provides the composer's metadata. Opening it marks nothing as read. */
  readonly #view: LiveView<'conversation'>

  constructor(parts: RowAnswerParts) {
    const { accountId, views, composers, narrow, onSent } = parts
    this.#parts = parts
    this.composer = composers.open(accountId, narrow)
    this.composer.onSent = (deliverAt) => onSent(deliverAt === null ? this.composer.content : null)
    this.#view = views.open(accountId, { type: 'conversation', narrow, anchor: 'newest' })
    this.#view.onChange = () => {
      const { meta } = this.#view
      if (meta === null) return
      this.composer.needsTopic = meta.needsTopic
      this.composer.isTopicless = meta.isTopicless
      this.composer.follow(meta.narrow)
      this.composer.adopt(meta.draft)
    }
  }

  get meta(): ConversationMeta | null {
    return this.#view.meta
  }

  get failure() {
    return this.#view.failure
  }

  /** Reopens the conversation after a failure. */
  retry(): void {
    this.#view.retry()
  }

  /** Stores the text and closes the answer. */
  close(): void {
    this.#parts.views.close(this.#view)
    this.#parts.composers.leave(this.#parts.accountId, this.composer)
  }
}
