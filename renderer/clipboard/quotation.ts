import type { MessageItem } from '#contract/message-items.ts'
import { personName } from '#i18n/person-name.ts'
import { catalogue } from '#i18n/catalogue.ts'
import { quoteFence } from './fences.ts'

/** A text as the service's own clients quote it: with its author, and the way back to its message, if that is known. */
export function quotationOf(sender: MessageItem['sender'], link: string | null, text: string): string {
  const { attribution } = catalogue.moving.forward
  const author = `@_**${personName(sender)}|${sender.id}**`
  return `${author} ${link === null ? attribution : `[${attribution}](${link})`}:\n${quoteFence(text)}\n`
}
