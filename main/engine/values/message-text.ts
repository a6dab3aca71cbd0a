import type { TextFlag } from '#contract/messages.ts'
import { isDirectMention } from './mentions.ts'

/** The kinds of content in a message, as bits. */
export const contentKinds = { attachment: 1, image: 2, link: 4 } as const

/** Trims a content as the server does (wire-protocol.md §2.4.1). */
export function normalize(content: string): string {
  return content.replaceAll('\r\n', '\n').trimEnd().replace(/^\n+/, '')
}

/** Returns the flags that the server has set for a message's text, from their columns. */
export function textFlags(row: {
  readonly is_mentioned: number
  readonly mention: number
  readonly has_alert_word: number
}): readonly TextFlag[] {
  const flags: TextFlag[] = []
  if (isDirectMention(row.mention)) flags.push('mentioned')
  else if (row.is_mentioned === 1) flags.push('wildcard_mentioned')
  if (row.has_alert_word === 1) flags.push('has_alert_word')
  return flags
}
