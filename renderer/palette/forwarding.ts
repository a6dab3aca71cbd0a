import type { MessageItem } from '#contract/message-items.ts'
import { sentenceOf, catalogue } from '#i18n/catalogue.ts'
import type { AppModel } from '../app/app-model.svelte.ts'
import { conversationRoute } from '../app/routes.ts'
import { linkTo } from '../app/written-links.ts'
import { quotationOf } from '../clipboard/quotation.ts'
import type { MessageActions } from '../conversation/message/message-actions.svelte.ts'
import { openAimedPalette, type AimParts } from './aimed-palette.ts'

/** What forwarding needs of the window. */
export type ForwardParts = AimParts & Pick<AppModel, 'notices' | 'showAccount' | 'write'>

/**
 * Asks where to a message is forwarded, and writes a quotation of it there, with the link back: below what is written
 * there already, and not sent. It stays in its organization, since its files and mentions mean nothing in another one. The
 * text is asked for while the user chooses; offline, it is there if this computer has it.
 */
export function openForwarding(parts: ForwardParts, actions: Pick<MessageActions, 'placeOf'>, item: MessageItem): void {
  const { accountId, narrow } = actions.placeOf(item)
  const text = parts.calls.askOf(accountId, 'messages.raw', { messageId: item.id })
  openAimedPalette(parts, accountId, narrow, {
    label: catalogue.moving.forward.label,
    example: catalogue.moving.forward.example,
    several: catalogue.moving.forward.several,
    async choose(target) {
      const result = await text
      if (!result.ok) {
        parts.notices.tell(sentenceOf(result.error))
        return
      }
      // The link is made first: the next place may be shown by another user's account.
      const link = linkBack(parts, accountId, narrow, item.id)
      const quotation = quotationOf(item.sender, link, result.value.content)
      parts.showAccount(accountId)
      await parts.write(conversationRoute(target), quotation)
    },
  })
}

/** Null where the address of the server is none; without the user, a direct conversation is found by the message. */
function linkBack(
  parts: ForwardParts,
  accountId: string,
  narrow: Parameters<typeof linkTo>[2]['narrow'],
  messageId: MessageItem['id'],
): string | null {
  const server = parts.state?.accounts.find((account) => account.id === accountId)?.server ?? ''
  const selfId = parts.account?.id === accountId ? (parts.shownRoute?.navigation.meta?.self?.id ?? null) : null
  if (!URL.canParse(server)) return null
  if (narrow.kind === 'direct' && selfId === null) return new URL(`/#narrow/near/${messageId}`, server).href
  return linkTo(server, selfId ?? 0, { narrow, messageId })
}
