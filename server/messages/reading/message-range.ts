import type { ServerContext } from '../../context/context.ts'
import { badRequest } from '../../base/errors.ts'
import { limits } from '../../base/limits.ts'
import type { Parameters } from '../../http/parameters.ts'
import { homeCondition, type ReadNarrow } from './narrow.ts'
import type { MessageCondition } from '../../store/messages/message-pages.ts'
import type { MessageRow } from '../../store/messages/message-rows.ts'
import type { UserRow } from '../../store/people/users.ts'

/** The `anchor` of an answer without an anchor message (wire-protocol.md §2.4.4). */
const newestSentinel = 10_000_000_000_000_000

/** Returns the id of `anchor`; the sentinel for the newest end. */
export function readAnchor(
  context: ServerContext,
  parameters: Parameters,
  user: UserRow,
  { condition, hasPlace }: ReadNarrow,
): number {
  const useFirstUnread = parameters.boolean('use_first_unread_anchor', false)
  const text = useFirstUnread ? 'first_unread' : parameters.text('anchor')
  switch (text) {
    case 'newest':
      return newestSentinel
    case 'oldest':
      return 0
    case 'first_unread':
      return (
        context.tables.messages.firstUnread(user.id, hasPlace ? condition : atHome(condition, user)) ?? newestSentinel
      )
    default:
      if (!/^\d{1,17}$/.test(text)) throw badRequest('Invalid anchor')
      return Math.min(Number(text), newestSentinel)
  }
}

/**
 * In a view without a conversation, muted messages do not count as the first unread message (wire-protocol.md §2.4.4).
 */
function atHome(condition: MessageCondition, user: UserRow): MessageCondition {
  const home = homeCondition(user.id)
  return {
    ...condition,
    sql: `(${condition.sql}) AND (${home.sql})`,
    parameters: [...condition.parameters, ...home.parameters],
  }
}

export interface MessageRange {
  /** The messages in ascending order. */
  readonly rows: readonly MessageRow[]
  readonly foundOldest: boolean
  readonly foundNewest: boolean
}

/** The messages of a condition around an anchor, for `GET /messages` and the flags of a narrow. */
export function messageRange(
  context: ServerContext,
  user: UserRow,
  condition: MessageCondition,
  range: { anchor: number; includeAnchor: boolean; numBefore: number; numAfter: number },
): MessageRange {
  const { messages } = context.tables
  const { anchor, includeAnchor, numBefore, numAfter } = range
  const wantsNewest = anchor >= newestSentinel
  const before = messages.page(user.id, condition, {
    comparison: includeAnchor && numAfter === 0 ? '<=' : '<',
    anchor,
    limit: numBefore + (includeAnchor && numAfter === 0 ? 1 : 0) + 1,
  })
  const after = wantsNewest
    ? []
    : messages.page(user.id, condition, {
        comparison: includeAnchor && !(numAfter === 0) ? '>=' : '>',
        anchor,
        limit: numAfter + 2,
      })
  // One more row than requested on each side shows whether the end was reached.
  const anchorBefore = before[0]?.id === anchor
  const anchorAfter = after[0]?.id === anchor
  const takenBefore = before.slice(0, numBefore + (anchorBefore ? 1 : 0))
  const takenAfter = numAfter === 0 && !anchorAfter ? [] : after.slice(0, numAfter + (anchorAfter ? 1 : 0))
  const [keptBefore, keptAfter] = withinAnswer(takenBefore, takenAfter)
  return {
    rows: [...takenBefore.slice(0, keptBefore).toReversed(), ...takenAfter.slice(0, keptAfter)],
    foundOldest: before.length <= keptBefore,
    foundNewest: wantsNewest || after.length <= keptAfter,
  }
}

/**
 * The number of messages on each side of the anchor that fit into one answer: both sides grow in turn up to the total
 * size of contents. At least one message fits.
 */
function withinAnswer(before: readonly MessageRow[], after: readonly MessageRow[]): [before: number, after: number] {
  const kept: [number, number] = [0, 0]
  const sides = [before, after] as const
  let length = 0
  for (let turn = 0; kept[0] < before.length || kept[1] < after.length; turn += 1) {
    const side = turn % 2 === 0 ? 0 : 1
    const row = sides[side][kept[side]]
    if (row === undefined) continue
    length += row.content.length + row.rendered.length
    if (length > limits.messagesAnswer.most && kept[0] + kept[1] > 0) break
    kept[side] += 1
  }
  return kept
}
