import { z } from 'zod'
import { canReadMessage } from '../access.ts'
import type { ServerContext } from '../context.ts'
import type { Endpoints } from '../endpoint.ts'
import { badRequest } from '../errors.ts'
import { memberIds } from '../serialize.ts'
import { flagBits, type FlagName, type MessageRow } from '../store/messages.ts'

const editable = new Set<string>(['read', 'starred', 'collapsed'])

/** `POST /messages/flags` (wire-protocol.md §2.4.3). */
export function flagRoutes(api: Endpoints, context: ServerContext): void {
  const { messages } = context.tables

  api.authenticated('POST', '/messages/flags', ({ parameters, user }) => {
    const ids = parameters.json('messages', z.array(z.number().int()))
    const op = parameters.text('op')
    const flag = parameters.text('flag')
    if (op !== 'add' && op !== 'remove') throw badRequest(`Invalid message flag operation: '${op}'`)
    if (!editable.has(flag)) throw badRequest(`Invalid flag: '${flag}'`)
    const name = flag as FlagName // one of the editable names, checked above
    context.write(() => {
      const changed: MessageRow[] = []
      for (const id of new Set(ids)) {
        const row = messages.get(id, user.id)
        if (row === undefined || !canReadMessage(context, user, row)) throw badRequest('Invalid message(s)')
        if (row.flags === null && name === 'starred' && op === 'add') {
          messages.addHistorical(user.id, id, flagBits.read | flagBits.starred)
          changed.push(row)
        } else if (messages.changeFlag(user.id, id, name, op)) {
          changed.push(row)
        }
      }
      if (changed.length === 0) return
      context.events.publish(user.id, () => ({
        type: 'update_message_flags',
        op,
        operation: op,
        flag,
        messages: changed.map((row) => row.id),
        all: false,
        ...(op === 'remove' && name === 'read'
          ? { message_details: Object.fromEntries(changed.map((row) => [String(row.id), detailsOf(row, user.id)])) }
          : {}),
      }))
    })
    return { messages: ids }
  })
}

/** What a client needs to count a message unread again without having it (wire-protocol.md §2.3.1). */
function detailsOf(row: MessageRow, readerId: number): Record<string, unknown> {
  const mentioned = ((row.flags ?? 0) & (flagBits.mentioned | flagBits.stream_wildcard_mentioned)) !== 0
  const base = mentioned ? { mentioned: true } : {}
  return row.stream_id === null
    ? { type: 'private', user_ids: memberIds(row).filter((id) => id !== readerId), ...base }
    : { type: 'stream', stream_id: row.stream_id, topic: row.topic, ...base }
}
