import type { MessageId, UserId } from '#shared/ids.ts'
import type { Narrow } from '#contract/values.ts'

/** What a link leads to. */
export interface LinkedRoute {
  readonly narrow: Narrow
  /** For readers of the address; the id alone finds the stream. */
  readonly streamName?: string | null
  /** The message at which the conversation is opened. */
  readonly messageId?: MessageId
}

/**
 * The address of a conversation, or of a message in it, as every client of the family reads it (wire-protocol.md §2.14):
 * the inverse of `readLink`.
 *
 * @param server The address of the organization's server.
 * @param selfId The user: a direct conversation is named by all its people, so that the link leads the others there, too.
 */
export function linkTo(server: string, selfId: UserId, { narrow, streamName, messageId }: LinkedRoute): string {
  const place = [...termsOf(narrow, selfId, streamName ?? '')]
  if (messageId !== undefined) place.push('near', String(messageId))
  return new URL(`/#narrow/${place.join('/')}`, server).href
}

/** The address of a stream or topic within the organization, for a Markdown link: no sign in it is Markdown. */
export function addressInText(narrow: Exclude<Narrow, { kind: 'direct' }>, streamName: string): string {
  const signs: Readonly<Record<string, string>> = { '*': '.2A', '~': '.7E', '!': '.21', "'": '.27', _: '.5F' }
  return `#narrow/${termsOf(narrow, 0, streamName).join('/')}`.replaceAll(/[*~!'_]/g, (sign) => signs[sign] ?? sign)
}

function termsOf(narrow: Narrow, selfId: UserId, streamName: string): string[] {
  switch (narrow.kind) {
    case 'stream':
      return ['stream', streamOperand(narrow.streamId, streamName)]
    case 'topic':
      return ['stream', streamOperand(narrow.streamId, streamName), 'topic', encodeOperand(narrow.topic)]
    case 'direct': {
      const ids = [...new Set([selfId, ...narrow.userIds])].sort((a, b) => a - b)
      return ['dm', `${ids.join(',')}-${ids.length > 2 ? 'group' : 'dm'}`]
    }
  }
}

function streamOperand(streamId: number, name: string): string {
  return name === '' ? String(streamId) : `${streamId}-${encodeOperand(name.replaceAll(' ', '-'))}`
}

/** Operands are written with `.` instead of `%`. Half a surrogate pair has no encoding. */
function encodeOperand(text: string): string {
  const codes: Readonly<Record<string, string>> = { '%': '.', '(': '.28', ')': '.29', '.': '.2E' }
  return encodeURIComponent(text.toWellFormed()).replaceAll(/[%().]/g, (character) => codes[character] ?? character)
}
