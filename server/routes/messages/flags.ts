import { z } from 'zod'
import { findVisibleMessage, isSubscribed, readableStream } from '../../streams/access.ts'
import type { ServerContext } from '../../context/context.ts'
import { limits } from '../../base/limits.ts'
import type { Endpoints } from '../../http/endpoint.ts'
import { badRequest } from '../../base/errors.ts'
import { messageRange, readAnchor } from '../../messages/reading/message-range.ts'
import { narrowSchema, readNarrow } from '../../messages/reading/narrow.ts'
import type { Parameters } from '../../http/parameters.ts'
import { markRead } from '../../people/mark-read.ts'
import { memberIds } from '../../messages/reading/serialize.ts'
import { flagBits, topicKey, type FlagName, type MessageRow } from '../../store/messages/message-rows.ts'
import type { UserRow } from '../../store/people/users.ts'
import { hiddenTopics, isListedMention } from '../../messages/reading/unread.ts'

/** Maximum number of ids in one request. */

const editable = new Set<string>(['read', 'starred', 'collapsed'])
/** Flags that only the server sets. */
const given = new Set<string>([
  'mentioned',
  'wildcard_mentioned',
  'stream_wildcard_mentioned',
  'topic_wildcard_mentioned',
  'has_alert_word',
  'historical',
])

/** `POST /messages/flags`, `/messages/flags/narrow`, and marking whole conversations (wire-protocol.md §2.4.3). */
export function flagRoutes(api: Endpoints, context: ServerContext): void {
  const { messages } = context.tables

  /** Returns whether the flag changed; starring an unreceived message creates a historical row. */
  function changeFlag(user: UserRow, row: MessageRow, name: FlagName, op: 'add' | 'remove'): boolean {
    if (row.flags === null && name === 'starred' && op === 'add') {
      messages.addHistorical(user.id, row.id, flagBits.read | flagBits.starred)
      return true
    }
    // Messages of unsubscribed or archived streams stay read (wire-protocol.md §2.4.3).
    if (name === 'read' && op === 'remove' && row.stream_id !== null) {
      const isArchived = context.tables.streams.get(row.stream_id)?.is_archived === 1
      if (isArchived || !isSubscribed(context, user.id, row.stream_id)) return false
    }
    return messages.changeFlag(user.id, row.id, name, op)
  }

  function tell(user: UserRow, op: 'add' | 'remove', flag: string, changed: readonly MessageRow[]): void {
    // Clients expect an event even without a change (wire-protocol.md §2.4.3).
    context.events.publish(user.id, () => ({
      type: 'update_message_flags',
      op,
      operation: op,
      flag,
      messages: changed.map((row) => row.id),
      all: false,
      ...(op === 'remove' && flag === 'read' ? { message_details: detailsOf(context, user, changed) } : {}),
    }))
  }

  api.authenticated('POST', '/messages/flags', ({ parameters, user }) => {
    const ids = parameters.json('messages', z.array(z.number().int()), limits.messagesFlagged)
    const { op, name, flag } = readChange(parameters)
    context.write(() => {
      // A message without a personal row is read and has no other flags, so this change has no effect.
      const asksNothing = (op === 'add') === (name === 'read')
      const rows = [...new Set(ids)].flatMap((id) => {
        const row = findVisibleMessage(context, user, id)
        if (row === undefined && !asksNothing) throw badRequest('Invalid message(s)')
        return row === undefined ? [] : [row]
      })
      tell(
        user,
        op,
        flag,
        rows.filter((row) => changeFlag(user, row, name, op)),
      )
    })
    return { messages: ids }
  })

  api.authenticated('POST', '/messages/flags/narrow', ({ parameters, user }) => {
    const { op, name, flag } = readChange(parameters)
    const includeAnchor = parameters.boolean('include_anchor', true)
    const numBefore = parameters.count('num_before')
    const numAfter = parameters.count('num_after')
    if (!includeAnchor && numBefore > 0 && numAfter > 0) {
      throw badRequest('The anchor can only be excluded at an end of the range')
    }
    const read = readNarrow(context, user, parameters.converted('narrow', narrowSchema, limits.narrowTerms))
    const anchor = readAnchor(context, parameters, user, read)
    // Servers may lower both numbers to bound their transactions (Service API, Limits).
    const before = Math.min(numBefore, limits.messagesPerRequest.most)
    const after = Math.min(numAfter, limits.messagesPerRequest.most - before)
    const range = messageRange(context, user, read.condition, {
      anchor,
      includeAnchor,
      numBefore: before,
      numAfter: after,
    })
    return context.write(() => {
      const changed = range.rows.filter((row) => changeFlag(user, row, name, op))
      tell(user, op, flag, changed)
      return {
        processed_count: range.rows.length,
        updated_count: changed.length,
        first_processed_id: range.rows[0]?.id ?? null,
        last_processed_id: range.rows.at(-1)?.id ?? null,
        found_oldest: range.foundOldest,
        found_newest: range.foundNewest,
      }
    })
  })

  api.authenticated('POST', '/mark_all_as_read', ({ user }) => {
    context.write(() => {
      messages.setAllRead(user.id)
      context.events.publish(user.id, () => ({
        type: 'update_message_flags',
        op: 'add',
        operation: 'add',
        flag: 'read',
        messages: [],
        all: true,
      }))
    })
    return { complete: true }
  })

  api.authenticated('POST', '/mark_stream_as_read', ({ parameters, user }) => {
    const stream = readableStream(context, user, parameters.integer('stream_id'))
    context.write(() => {
      markRead(context, user, { sql: 'r.stream_id = ?', parameters: [stream.id] })
    })
    return {}
  })

  api.authenticated('POST', '/mark_topic_as_read', ({ parameters, user }) => {
    const stream = readableStream(context, user, parameters.integer('stream_id'))
    const topic = parameters.text('topic_name')
    const condition = { sql: 'r.stream_id = ? AND m.topic_key = ?', parameters: [stream.id, topicKey(topic)] }
    const own = { ...condition, sql: `${condition.sql} AND um.flags IS NOT NULL` }
    if (messages.page(user.id, own, { comparison: '>', anchor: 0, limit: 1 }).length === 0) {
      throw badRequest(`No such topic '${topic}'`)
    }
    context.write(() => {
      markRead(context, user, condition)
    })
    return {}
  })
}

function readChange(parameters: Parameters): { op: 'add' | 'remove'; name: FlagName; flag: string } {
  const op = parameters.text('op')
  const flag = parameters.text('flag')
  if (given.has(flag)) throw badRequest(`Flag not editable: '${flag}'`)
  if (!editable.has(flag)) throw badRequest(`Invalid flag: '${flag}'`)
  if (op !== 'add' && op !== 'remove') throw badRequest(`Invalid message flag operation: '${op}'`)
  return { op, flag, name: flag as FlagName } // checked by the previous line
}

/** The fields that a client needs to mark uncached messages as unread (wire-protocol.md §2.3.1). */
function detailsOf(
  context: ServerContext,
  user: UserRow,
  rows: readonly MessageRow[],
): Record<string, Record<string, unknown>> {
  const isHidden = hiddenTopics(context, user)
  const details = rows.map((row) => {
    const isAside = row.stream_id !== null && isHidden(row.stream_id, row.topic)
    const base = isListedMention(row.flags ?? 0, isAside) ? { mentioned: true } : {}
    const place =
      row.stream_id === null
        ? { type: 'private', user_ids: memberIds(row).filter((id) => id !== user.id) }
        : { type: 'stream', stream_id: row.stream_id, topic: row.topic, unmuted_stream_msg: !isAside }
    return [String(row.id), { ...place, ...base }] as const
  })
  return Object.fromEntries(details)
}
