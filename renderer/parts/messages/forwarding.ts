import type { MessageItem } from '#contract/messages.ts'
import { catalogue, sentenceOf } from '#i18n/catalogue.ts'
import type { PageParts } from '../../state/page-parts.ts'
import { conversationRoute } from '../../state/routes/routes.ts'
import { linkTo } from '../../state/links/written-links.ts'
import { quotationOf } from '../clipboard/fences.ts'
import type { MessageActions } from './message/message-actions.svelte.ts'

/** The parts of the window that forwarding uses. */
export type ForwardParts = Pick<PageParts, 'accounts' | 'calls' | 'notices' | 'overlays' | 'routeNavigator'>

/**
 * Asks for a conversation and appends a quotation of a message with its link to the draft there. The message stays
 * within its organization, since its files and mentions are unknown in others. Its text is fetched while the user
 * chooses; offline, only cached text is available.
 */
export function openForwarding(
  parts: ForwardParts,
  actions: Pick<MessageActions, 'completionContextOf'>,
  item: MessageItem,
): void {
  const { accountId, narrow } = actions.completionContextOf(item)
  const text = parts.calls.askOf(accountId, 'messages.raw', { messageId: item.id })
  parts.overlays.openAimedPalette(accountId, narrow, {
    label: catalogue.moving.forward.label,
    example: catalogue.moving.forward.example,
    several: catalogue.moving.forward.several,
    async choose(target) {
      const result = await text
      if (!result.ok) {
        parts.notices.notify(sentenceOf(result.error))
        return
      }
      // The link is created first, since the next route may be shown with another account.
      const link = linkBack(parts, accountId, narrow, item.id)
      const quotation = quotationOf(item.sender, link, result.value.content)
      parts.accounts.show(accountId)
      await parts.routeNavigator.write(conversationRoute(target), quotation)
    },
  })
}

/**
 * Returns the link to a message; null if the server's address is invalid. If the user's id is unknown, the link names a
 * direct conversation by its message.
 */
function linkBack(
  parts: ForwardParts,
  accountId: string,
  narrow: Parameters<typeof linkTo>[2]['narrow'],
  messageId: MessageItem['id'],
): string | null {
  const server = parts.accounts.state?.accounts.find((account) => account.id === accountId)?.server ?? ''
  const selfId =
    parts.accounts.shown?.id === accountId ? (parts.routeNavigator.shownRoute?.navigation.meta?.self?.id ?? null) : null
  if (!URL.canParse(server)) return null
  if (narrow.kind === 'direct' && selfId === null) return new URL(`/#narrow/near/${messageId}`, server).href
  return linkTo(server, selfId ?? 0, { narrow, messageId })
}
