import { conversationRoute, type Route } from '../../state/routes/routes.ts'
import type { ScreenPorts, ScreenState, ScreenVisit } from '../../state/routes/screen-state.ts'
import type { AccountCalls } from '../../state/account-calls.ts'
import type { ComposerModel } from '../../parts/composer/composer-model.svelte.ts'
import type { KeptComposers } from '../../parts/composer/kept-composers.ts'
import type { Narrow } from '#contract/base/values.ts'
import type { ConversationMeta } from '#contract/conversations.ts'
import type { MessageId } from '#shared/ids.ts'
import type { ConversationViews } from './conversation-views.ts'
import type { KeptPosition } from '../../ui/list/list-scroll.ts'
import { SearchedWords } from '../../parts/content/searched-words.ts'
import { ConversationModel } from './conversation-model.svelte.ts'
import type { KeptEdits } from '../../parts/messages/edits/kept-edits.ts'
import { MessageActions } from '../../parts/messages/message/message-actions.svelte.ts'

/** The parts of the page that the screen uses. */
export type ConversationPorts = ScreenPorts & {
  readonly conversations: ConversationViews
  readonly composers: KeptComposers
  readonly edits: KeptEdits
}

/** The screen of a conversation: its messages, its composer, and the actions on its messages. */
export class ConversationScreen implements ScreenState {
  readonly conversation: ConversationModel
  readonly composer: ComposerModel
  readonly actions: MessageActions
  readonly #accountId: string
  readonly #composers: KeptComposers
  readonly #edits: KeptEdits
  readonly #opened: Extract<Route, { kind: 'conversation' }>
  readonly #calls: Pick<AccountCalls, 'joinStream'>
  isJoining = $state.raw(false)

  constructor(route: Extract<Route, { kind: 'conversation' }>, visit: ScreenVisit, ports: ConversationPorts) {
    const { narrow, anchor } = route
    const { accountId } = visit
    const { bridge, conversations, composers, edits, calls, notify, notifyWithAction } = ports
    this.#opened = route
    this.#calls = calls
    this.#accountId = accountId
    this.#composers = composers
    this.#edits = edits
    // The view is opened first, since its answer takes longest.
    this.conversation = new ConversationModel(bridge, conversations, accountId, narrow, anchor, visit.position)
    this.composer = composers.open(accountId, narrow, this.conversation.meta?.draft)
    this.actions = new MessageActions({
      bridge,
      accountId,
      narrowOf: (item) => this.conversation.narrowOf(item),
      markedNarrowOf: () => narrow,
      write: (_, text) => {
        this.composer.append(text)
      },
      calls,
      notify,
      notifyWithAction,
    })
    if (route.marked !== undefined) this.actions.searched = new SearchedWords(route.marked)
    edits.open(accountId, narrow, this.actions)
    this.conversation.followMeta((meta) => {
      this.composer.needsTopic = meta.needsTopic
      this.composer.isTopicless = meta.isTopicless
      this.composer.follow(meta.narrow)
      this.composer.adopt(meta.draft)
      if (isUnknown(meta) && ports.isReady()) visit.onGone()
    })
    this.composer.onSent = (deliverAt) => {
      if (deliverAt !== null) return
      this.conversation.leadToNewest()
      this.conversation.readToEnd.dismiss()
    }
  }

  get route(): Route {
    return conversationRoute(this.#narrow, this.#opened.anchor, this.#opened.marked)
  }

  get #narrow(): Narrow {
    return this.conversation.meta?.narrow ?? this.#opened.narrow
  }

  get isDrawable(): boolean {
    const { meta, failure } = this.conversation
    // The composer is loaded first: enabling a field after it is drawn costs another layout.
    return failure !== null || (meta !== null && this.composer.isLoaded)
  }

  /** Joins the stream that the user reads as a preview. */
  async join(): Promise<void> {
    const narrow = this.#narrow
    if (narrow.kind === 'direct' || this.isJoining) return
    this.isJoining = true
    await this.#calls.joinStream(narrow.streamId, true)
    this.isJoining = false
  }

  editMessage(messageId: MessageId): void {
    this.actions.wanted = messageId
  }

  position(): KeptPosition | null {
    return this.conversation.position()
  }

  close(): void {
    this.actions.leave()
    this.#edits.leave(this.#accountId, this.#narrow, this.actions)
    this.conversation.close()
    this.#composers.leave(this.#accountId, this.composer)
  }
}

/** Whether a conversation is in a stream that the account does not know, or no longer knows. */
function isUnknown({ narrow, streamName }: ConversationMeta): boolean {
  return narrow.kind !== 'direct' && streamName === null
}
