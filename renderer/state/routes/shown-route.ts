import type { LiveView } from '../../bridge/view-client.svelte.ts'
import type { ComposerModel } from '../../parts/composer/composer-model.svelte.ts'
import type { ConversationModel } from '../../features/conversation/conversation-model.svelte.ts'
import { ConversationScreen } from '../../features/conversation/conversation-screen.svelte.ts'
import type { MessageActions } from '../../parts/messages/message/message-actions.svelte.ts'
import { DraftsScreen } from '../../features/drafts/drafts-screen.svelte.ts'
import { UnsentList } from '../../features/outbox/unsent.svelte.ts'
import type { ScreenState } from './screen-state.ts'

/** The contents of the window for an account. Only the shown screen is set, others are null. */
export interface ShownRoute {
  readonly accountId: string
  readonly navigation: LiveView<'navigation'>
  readonly screen: ScreenState
  readonly conversation: ConversationModel | null
  readonly composer: ComposerModel | null
  readonly actions: MessageActions | null
  readonly drafts: DraftsScreen | null
  readonly unsent: UnsentList | null
}

/** Returns the contents of the window for a screen. */
export function shownRouteOf(
  { accountId, screen }: Pick<ShownRoute, 'accountId' | 'screen'>,
  navigation: LiveView<'navigation'>,
): ShownRoute {
  const talk = screen instanceof ConversationScreen ? screen : null
  return {
    accountId,
    navigation,
    screen,
    conversation: talk?.conversation ?? null,
    composer: screen.composer ?? null,
    actions: talk?.actions ?? null,
    drafts: screen instanceof DraftsScreen ? screen : null,
    unsent: screen instanceof UnsentList ? screen : null,
  }
}
