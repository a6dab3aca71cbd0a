import { createHash } from 'node:crypto'
import { z } from 'zod'
import { findVisibleMessage, isSubscribed } from '#server/streams/access.ts'
import { parseGivenJson } from '#server/base/json.ts'
import { audienceOf } from '#server/messages/reading/audience.ts'
import { publishDeletion } from '#server/messages/changes/deleting.ts'
import { limits } from '#server/base/limits.ts'
import { pathInteger } from '#server/http/endpoint.ts'
import { badRequest, ServiceError } from '#server/base/errors.ts'
import { messageObject } from '#server/messages/reading/serialize.ts'
import { eventOf, objects, without, type Fields, type LevelChange, type Scene } from '../../change.ts'
import { isOnlyMark } from '../../group-rights.ts'

/** Messages, their history and their flags (newer-servers.md §2, §3). */
export const messages: readonly LevelChange[] = [
  {
    level: 274,
    what: 'whoever deletes a message is told, though it was never theirs',
    rewrite: {
      calls: {
        async 'DELETE /messages/:message_id'(call, next, { context }) {
          const id = pathInteger(call, 'message_id')
          const row = call.user === undefined ? undefined : context.tables.messages.get(id, call.user.id)
          const isTold = row === undefined || audienceOf(context, row).has(call.user?.id ?? 0)
          const answer = await next()
          if (row === undefined || isTold || row.stream_id === null || call.user === undefined) return answer
          const { id: userId } = call.user
          const place = { message_type: 'stream', stream_id: row.stream_id, topic: row.topic } as const
          context.write(() => {
            publishDeletion(context, userId, [id], place)
          })
          return answer
        },
      },
    },
  },
  {
    level: 284,
    what: 'histories do not say which renderer made them',
    rewrite: {
      forms: { message: (message) => withHistory(message, (entry) => without(entry, 'prev_rendered_content_version')) },
      event: (event) => [
        event.type === 'update_message' ? eventOf(without(event, 'prev_rendered_content_version')) : event,
      ],
    },
  },
  {
    level: 285,
    what: 'an edit answers which files are linked in histories alone',
    rewrite: {
      calls: {
        async 'PATCH /messages/:message_id'(call, next, { context, formed }) {
          const id = pathInteger(call, 'message_id')
          const before = context.tables.attachments.ofMessage(id)
          const answer = await next()
          const detached = before.filter((row) => context.tables.attachments.messages(row.id).length === 0)
          return {
            ...answer,
            detached_uploads: detached.map((row) =>
              formed('attachment', {
                id: row.id,
                name: row.name,
                path_id: row.path_id,
                size: row.size,
                create_time: row.create_time * 1000,
                messages: [],
              }),
            ),
          }
        },
      },
    },
  },
  {
    level: 300,
    what: 'messages can be asked for by their ids; the numbers of others may be missing',
    rewrite: {
      calls: {
        async 'GET /messages'(call, next, { context, formed }) {
          if (call.parameters.peek('message_ids') === undefined || call.user === undefined) {
            for (const name of ['num_before', 'num_after']) {
              if (call.parameters.peek(name) === undefined) call.parameters.set(name, '0')
            }
            return next()
          }
          const wanted = call.parameters.json('message_ids', z.array(z.number().int()), limits.messagesPerRequest)
          if (['anchor', 'num_before', 'num_after'].some((name) => call.parameters.optionalText(name) !== undefined)) {
            throw badRequest('Unsupported parameter combination: anchor and message_ids')
          }
          if (call.parameters.optionalText('narrow') !== undefined) {
            throw badRequest('Unsupported parameter combination: narrow and message_ids')
          }
          const applyMarkdown = call.parameters.boolean('apply_markdown', true)
          call.parameters.clientAvatars()
          call.parameters.ignore('allow_empty_topic_name')
          const reader = call.user
          const rows = [...new Set(wanted)]
            .sort((a, b) => a - b)
            .flatMap((id) => findVisibleMessage(context, reader, id) ?? [])
          return {
            history_limited: false,
            messages: rows.map((row) =>
              formed('message', messageObject(context, row, { applyMarkdown, withFlags: true })),
            ),
          }
        },
      },
    },
  },
  {
    level: 328,
    what: 'reactions in messages name their user by id alone',
    rewrite: {
      forms: {
        message: (message) => ({
          ...message,
          ...(Array.isArray(message.reactions)
            ? { reactions: objects(message.reactions).map((reaction) => without(reaction, 'user')) }
            : {}),
        }),
      },
    },
  },
  {
    level: 334,
    what: 'the parameter for empty topics is known',
    rewrite: {
      calls: Object.fromEntries(
        ['GET /messages', 'GET /messages/:message_id'].map((name) => [
          name,
          (call, next) => {
            call.parameters.ignore('allow_empty_topic_name')
            return next()
          },
        ]),
      ),
    },
  },
  {
    level: 355,
    what: 'marking as unread answers which streams were left out',
    rewrite: {
      calls: {
        async 'POST /messages/flags'(call, next, scene) {
          const left = leftOut(call.parameters.peek('messages'), call.parameters.peek('op'), scene, call.user?.id)
          return { ...(await next()), ignored_because_not_subscribed_channels: left }
        },
        async 'POST /messages/flags/narrow'(_call, next) {
          return { ...(await next()), ignored_because_not_subscribed_channels: [] }
        },
      },
    },
  },
  {
    level: 365,
    what: 'a time of the last edit of the text, and one of the last move',
    rewrite: { forms: { message: withTimes } },
  },
  {
    level: 379,
    what: 'an edit can say which text it changes',
    rewrite: {
      calls: {
        async 'PATCH /messages/:message_id'(call, next, { context }) {
          const expected = call.parameters.take('prev_content_sha256')
          const row = context.tables.messages.get(pathInteger(call, 'message_id'), call.user?.id ?? 0)
          if (expected === undefined || row === undefined) return next()
          if (call.parameters.peek('content') === undefined) {
            throw badRequest('Invalid parameter: prev_content_sha256 without content')
          }
          const hash = createHash('sha256').update(row.content).digest('hex')
          if (hash !== expected) {
            throw new ServiceError(
              'EXPECTATION_MISMATCH',
              "'prev_content_sha256' value does not match the expected value.",
            )
          }
          return next()
        },
      },
    },
  },
  {
    level: 393,
    what: 'the ids of moved messages are in order',
    rewrite: {
      event: (event) => [
        event.type === 'update_message' && Array.isArray(event.message_ids)
          ? eventOf({ ...event, message_ids: (event.message_ids as number[]).toSorted((a, b) => a - b) })
          : event,
      ],
    },
  },
  {
    level: 445,
    what: 'messages can be asked for by a date',
    rewrite: {
      calls: {
        async 'GET /messages'(call, next, { context }) {
          const date = call.parameters.take('anchor_date')
          if (call.parameters.peek('anchor')?.replaceAll('"', '') !== 'date') return next()
          const seconds = Date.parse(date ?? '') / 1000
          if (!Number.isFinite(seconds)) throw badRequest('Invalid anchor_date')
          const since = { sql: 'm.timestamp >= ?', parameters: [Math.floor(seconds)] }
          const [first] = context.tables.messages.page(call.user?.id ?? 0, since, {
            comparison: '>',
            anchor: 0,
            limit: 1,
          })
          call.parameters.set('anchor', first === undefined ? 'newest' : String(first.id))
          return next()
        },
      },
    },
  },
  {
    level: 484,
    what: 'a reaction names its user by id alone',
    rewrite: { event: (event) => [event.type === 'reaction' ? eventOf(without(event, 'user')) : event] },
  },
]

function withHistory(message: Fields, change: (entry: Fields) => Fields): Fields {
  return Array.isArray(message.edit_history)
    ? { ...message, edit_history: objects(message.edit_history).map(change) }
    : message
}

/**
 * `last_edit_timestamp` is the time of the last edit of the content; a move has its own field, unless it only resolved
 * the topic.
 */
function withTimes(message: Fields, { context }: Scene): Fields {
  if (message.last_edit_timestamp === undefined) return message
  const edits = context.tables.messages.edits(Number(message.id))
  const edited = edits.findLast((edit) => edit.prev_content !== null)
  const moved = edits.findLast(
    (edit) =>
      edit.prev_stream !== null ||
      (edit.prev_topic !== null && edit.topic !== null && !isOnlyMark(edit.prev_topic, edit.topic)),
  )
  return {
    ...without(message, 'last_edit_timestamp'),
    ...(edited === undefined ? {} : { last_edit_timestamp: edited.timestamp }),
    ...(moved === undefined ? {} : { last_moved_timestamp: moved.timestamp }),
  }
}

/** The unsubscribed streams of messages that will be marked as unread. */
function leftOut(
  ids: string | undefined,
  op: string | undefined,
  { context }: Scene,
  userId: number | undefined,
): number[] {
  if (op !== 'remove' || ids === undefined || userId === undefined) return []
  let list: unknown
  try {
    list = parseGivenJson(ids)
  } catch {
    return []
  }
  const found = z.array(z.number().int()).max(limits.messagesPerRequest.most).safeParse(list)
  const streams = (found.success ? found.data : []).flatMap(
    (id) => context.tables.messages.get(id, userId)?.stream_id ?? [],
  )
  return [...new Set(streams)].filter((id) => !isSubscribed(context, userId, id)).sort((a, b) => a - b)
}

/** To-do lists whose title and tasks come from the text of their message (release 9.0; wire-protocol.md §2.4.5). */
export const taskLists: readonly LevelChange[] = [
  { level: 277, what: 'the text of a to-do list holds its title and tasks', rewrite: { readsTasks: true } },
]
