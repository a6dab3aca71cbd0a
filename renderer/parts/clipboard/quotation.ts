import type { MessageItem } from '#contract/messages.ts'
import { personName } from '#i18n/names.ts'
import { catalogue } from '#i18n/catalogue.ts'
import { quoteFence } from './fences.ts'

/** Quotes a text as the family's clients do: with its author and, if it is known, the link to its message. */
export function quotationOf(sender: MessageItem['sender'], link: string | null, text: string): string {
  const { attribution } = catalogue.moving.forward
  const author = `@_**${personName(sender)}|${sender.id}**`
  return `${author} ${link === null ? attribution : `[${attribution}](${link})`}:\n${quoteFence(text)}\n`
}
