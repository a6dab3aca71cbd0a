import type { MessageId, UserId } from '#shared/ids.ts'
import type { Narrow } from '#contract/base/values.ts'

/** The target of a link. */
export interface LinkedRoute {
  readonly narrow: Narrow
  /** The name of the stream, for readers of the address. The id alone finds the stream. */
  readonly streamName?: string | null
  /** The message at which the conversation is opened. */
  readonly messageId?: MessageId
}

/**
 * Returns the address of a conversation, or of a message in it, in the form of the family's clients (wire-protocol.md
 * §2.14). It is the inverse of `readLink`.
 *
 * @param server The address of the organization's server.
 * @param selfId The user. The address of a direct conversation names all its people, so it also leads the others there.
 */
export function linkTo(server: string, selfId: UserId, { narrow, streamName, messageId }: LinkedRoute): string {
  const path = [...termsOf(narrow, selfId, streamName ?? '')]
  if (messageId !== undefined) path.push('near', String(messageId))
  return new URL(`/#narrow/${path.join('/')}`, server).href
}

/** Returns the address of a person's profile, in the form of the family's clients. @param server the organization's server */
export function linkToPerson(server: string, userId: UserId): string {
  return new URL(`/#user/${userId}`, server).href
}

/** Returns the address of a stream or topic within the organization, without characters that Markdown interprets. */
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

/** Encodes an operand, which has `.` instead of `%`. Half a surrogate pair has no encoding and is replaced. */
function encodeOperand(text: string): string {
  const codes: Readonly<Record<string, string>> = { '%': '.', '(': '.28', ')': '.29', '.': '.2E' }
  return encodeURIComponent(text.toWellFormed()).replaceAll(/[%().]/g, (character) => codes[character] ?? character)
}
