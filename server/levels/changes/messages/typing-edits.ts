import { findVisibleMessage } from '#server/streams/access.ts'
import { pathInteger } from '#server/http/endpoint.ts'
import { badRequest } from '#server/base/errors.ts'
import { memberIds } from '#server/messages/reading/serialize.ts'
import { settingsOf } from '#server/people/user-settings.ts'
import type { LevelChange } from '../../change.ts'

const address = /^\/api\/v1\/messages\/(\d+)\/typing\/?(\?.*)?$/

/** Events of users who are editing a message (newer-servers.md §3). */
export const typingEdits: readonly LevelChange[] = [
  {
    level: 351,
    what: 'others hear that somebody types an edit',
    rewrite: {
      routes(_app, api, { context }) {
        api.authenticated('POST', '/message_edit_typing/:message_id', (call) => {
          const { user, parameters } = call
          const op = parameters.text('op')
          if (op !== 'start' && op !== 'stop') throw badRequest('Invalid op')
          const row = findVisibleMessage(context, user, pathInteger(call, 'message_id'))
          if (row?.sender_id !== user.id) throw badRequest("You don't have permission to edit this message")
          const settings = settingsOf(user)
          const isSent =
            row.stream_id === null
              ? settings.send_private_typing_notifications
              : settings.send_stream_typing_notifications
          if (isSent === false) throw badRequest('User has disabled typing notifications')
          const to = row.stream_id === null ? memberIds(row) : context.tables.streams.subscribers(row.stream_id)
          const recipient =
            row.stream_id === null
              ? { type: 'direct', user_ids: memberIds(row) }
              : { type: 'channel', channel_id: row.stream_id, topic: row.topic }
          context.write(() => {
            context.events.publishToAll(
              to.filter((id) => id !== user.id),
              (options) =>
                row.stream_id !== null && !options.streamTyping
                  ? null
                  : { type: 'typing_edit_message', op, sender_id: user.id, message_id: row.id, recipient },
            )
          })
          return {}
        })
      },
    },
  },
  {
    level: 361,
    what: 'that has the address of the message',
    rewrite: {
      address(url) {
        const match = address.exec(url)
        return match === null ? url : `/api/v1/message_edit_typing/${match[1] ?? ''}${match[2] ?? ''}`
      },
    },
  },
]
