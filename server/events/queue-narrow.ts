import type { MessageRow } from '../store/messages/message-rows.ts'

/**
 * Whether a message matches the narrow of a queue. Only `stream`, `topic`, `sender` and `is` are supported; operands
 * are compared case-insensitively (wire-protocol.md §2.2).
 */
export function matchesQueueNarrow(
  narrow: readonly (readonly [string, string])[],
  message: {
    readonly row: MessageRow
    readonly streamName: string | undefined
    readonly senderEmail: string
    readonly flags: readonly string[]
  },
): boolean {
  const { row, streamName, senderEmail, flags } = message
  const same = (a: string | undefined, b: string) => a?.toLowerCase() === b.toLowerCase()
  return narrow.every(([operator, operand]) => {
    switch (operator) {
      case 'stream':
        return same(streamName, operand) || (row.stream_id !== null && String(row.stream_id) === operand)
      case 'topic':
        return row.stream_id !== null && same(row.topic, operand)
      case 'sender':
        return same(senderEmail, operand) || String(row.sender_id) === operand
      case 'is':
        return isOperand(operand, row, flags)
      default:
        return true
    }
  })
}

function isOperand(operand: string, row: MessageRow, flags: readonly string[]): boolean {
  switch (operand) {
    case 'dm':
    case 'private':
      return row.stream_id === null
    case 'starred':
      return flags.includes('starred')
    case 'unread':
      return !flags.includes('read')
    case 'alerted':
    case 'mentioned':
      return flags.includes('mentioned') || flags.includes('has_alert_word') || flags.includes('wildcard_mentioned')
    case 'resolved':
      return row.stream_id !== null && row.topic.startsWith('✔ ')
    default:
      return true
  }
}
