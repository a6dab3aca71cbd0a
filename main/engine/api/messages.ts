import type { MessageId, StreamId } from '../values/ids.ts'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { clientLimits } from '#shared/client-limits.ts'
import { bringWithinBounds } from './bounded.ts'
import type { Api, CallOptions } from './client.ts'
import { emptyTopicNames, plainAvatars, wireReactionType } from './dialect.ts'
import { MalformedAnswerError } from './errors.ts'
import { boundedArray, lenientArray } from './lenient.ts'
import { messageSchema, type WireMessage } from './resources/message-schema.ts'

/** The server's codes for adding an existing reaction and removing a missing one (M20). */
export const reactionErrors: ReadonlySet<string> = new Set(['REACTION_ALREADY_EXISTS', 'REACTION_DOES_NOT_EXIST'])

const pageSchema = z.object({
  /** The anchor of the page, or the sentinel 10^16, which is not a message id (wire-protocol.md §2.4.4). */
  anchor: z.number(),
  found_anchor: z.boolean().catch(false),
  found_newest: z.boolean(),
  found_oldest: z.boolean(),
  messages: z.array(z.unknown()),
})

export type MessagesPage = Omit<z.infer<typeof pageSchema>, 'messages'> & { readonly messages: readonly WireMessage[] }

/** The number of messages that are decoded in one task, which takes about a millisecond. */
const messagesAtOnce = 50

/** A term of a narrow (wire-protocol.md §2.12); a negated term excludes its matches. */
export type NarrowTerm = readonly [operator: string, operand: string | number | readonly number[], isNegated?: boolean]

/** A query for one page of messages before and after an anchor. */
export interface MessagesQuery {
  readonly narrow: readonly NarrowTerm[]
  /** A date, in UNIX seconds, stands for the first message since then (capability `dateAnchor`). */
  readonly anchor: number | 'newest' | 'oldest' | 'first_unread' | { readonly date: number }
  readonly numBefore: number
  readonly numAfter: number
  readonly includeAnchor?: boolean
  /** HTML if true, which is the default; the Markdown source if false. */
  readonly applyMarkdown?: boolean
}

function wireNarrow(narrow: readonly NarrowTerm[]): string {
  return JSON.stringify(
    narrow.map(([operator, operand, isNegated = false]) => ({
      operator,
      operand,
      ...(isNegated ? { negated: true } : {}),
    })),
  )
}

const readMessages = lenientArray(messageSchema)

/** `GET /messages`. The anchor may be a message that no longer exists (M11). */
export async function getMessages(api: Api, query: MessagesQuery, options: CallOptions): Promise<MessagesPage> {
  const page = await api.call(
    'GET',
    '/messages',
    {
      narrow: wireNarrow(query.narrow),
      ...(typeof query.anchor === 'object'
        ? { anchor: 'date', anchor_date: new Date(query.anchor.date * 1000).toISOString() }
        : { anchor: String(query.anchor) }),
      num_before: String(query.numBefore),
      num_after: String(query.numAfter),
      apply_markdown: String(query.applyMarkdown ?? true),
      ...(query.includeAnchor === false ? { include_anchor: 'false' } : {}),
      ...plainAvatars,
      ...emptyTopicNames,
    },
    pageSchema,
    options,
  )
  return { ...page, messages: await readInParts(api, page.messages) }
}

/**
 * `GET /messages` by ids, for servers with the capability `messageIds`. A missing message was deleted or is not visible
 * to the user.
 */
export async function getMessagesById(
  api: Api,
  ids: readonly number[],
  options: CallOptions,
): Promise<readonly WireMessage[]> {
  const form = { message_ids: JSON.stringify(ids), apply_markdown: 'true', ...plainAvatars, ...emptyTopicNames }
  const answer = await api.call('GET', '/messages', form, pageSchema.pick({ messages: true }), options)
  return readInParts(api, answer.messages)
}

async function readInParts(api: Api, values: readonly unknown[]): Promise<WireMessage[]> {
  const messages: WireMessage[] = []
  for (let start = 0; start < values.length; start += messagesAtOnce) {
    if (start > 0) await api.breathe()
    messages.push(...readMessages.parse(values.slice(start, start + messagesAtOnce).filter(bringWithinBounds)))
  }
  return messages
}

/** `GET /messages/{message_id}`. @throws MalformedAnswerError also if the answer contains another message */
export async function getMessage(api: Api, id: number, options: CallOptions): Promise<WireMessage> {
  const path = `/messages/${id}`
  const schema = z.object({ message: z.unknown().refine(bringWithinBounds).pipe(messageSchema) })
  const { message } = await api.call('GET', path, emptyTopicNames, schema, options)
  if (message.id !== id) throw new MalformedAnswerError(200, `GET ${path}: it is about message ${message.id}`)
  return message
}

/** A new message in the form of the protocol. Its event contains `localId` if `queueId` is given (S7). */
export interface OutgoingMessage {
  readonly type: string
  readonly to: string
  readonly topic: string | null
  readonly content: string
  readonly localId: string
  readonly queueId: string | null
}

/** The conversation of a message as a key for `CallOptions.once`. */
export function onceFor(message: Pick<OutgoingMessage, 'type' | 'to' | 'topic'>): string {
  return `${message.type} ${message.to} ${message.topic?.toLowerCase() ?? ''}`
}

/** `POST /messages`; a repeated call creates a second message (wire-protocol.md §2.4.1). */
export async function sendMessage(api: Api, message: OutgoingMessage, options: CallOptions): Promise<number> {
  const answer = await api.call(
    'POST',
    '/messages',
    {
      type: message.type,
      to: message.to,
      content: message.content,
      read_by_sender: 'true',
      ...(message.topic === null ? {} : { topic: message.topic }),
      ...(message.queueId === null ? {} : { queue_id: message.queueId, local_id: message.localId }),
    },
    z.object({ id: z.number().int() }),
    { ...options, once: onceFor(message) },
  )
  return answer.id
}

/** `GET /messages/{message_id}` as Markdown, for an edit or a quote. */
export async function getRawContent(api: Api, id: number, options: CallOptions): Promise<string> {
  const answer = await api.call(
    'GET',
    `/messages/${id}`,
    { apply_markdown: 'false' },
    z.object({ message: z.object({ content: z.string().max(clientLimits.pageText.most) }) }),
    options,
  )
  return answer.message.content
}

/** The server's code for an edit whose base content differs (level 379). */
export const expectationMismatch = 'EXPECTATION_MISMATCH'

/**
 * `PATCH /messages/{message_id}`: replaces the content. The last writer wins unless `previous` is given: the content to
 * replace, for servers with the capability `contentHashes`.
 * @throws ApiError with the code `expectationMismatch` if the message has another content
 */
export async function editMessage(
  api: Api,
  id: number,
  edit: { readonly content: string; readonly previous: string | null },
  options: CallOptions,
): Promise<void> {
  const { content, previous } = edit
  const form = { content, ...(previous === null ? {} : { prev_content_sha256: sha256(previous) }) }
  await api.call('PATCH', `/messages/${id}`, form, z.object({}), options)
}

function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}

/**
 * `PATCH /messages/{message_id}`: moves messages within their stream or to another one (wire-protocol.md §2.4.2). The
 * server refuses a repeated call or posts a second notice.
 */
export async function moveMessages(
  api: Api,
  move: {
    readonly messageId: MessageId
    /** Null if the stream does not change. */
    readonly streamId: StreamId | null
    readonly topic: string
    readonly mode: 'change_one' | 'change_later' | 'change_all'
    readonly notifyOld: boolean
    readonly notifyNew: boolean
  },
  options: CallOptions,
): Promise<void> {
  const form = {
    topic: move.topic,
    propagate_mode: move.mode,
    send_notification_to_old_thread: String(move.notifyOld),
    send_notification_to_new_thread: String(move.notifyNew),
    ...(move.streamId === null ? {} : { stream_id: String(move.streamId) }),
  }
  const once = `message ${move.messageId}`
  await api.call('PATCH', `/messages/${move.messageId}`, form, z.object({}), { ...options, once })
}

/** `POST /messages/render`: the HTML of a text; null if the answer has none. */
export async function renderContent(api: Api, content: string, options: CallOptions): Promise<string | null> {
  const schema = z.object({ rendered: z.string().nullable().catch(null) })
  return (await api.call('POST', '/messages/render', { content }, schema, options)).rendered
}

/** `DELETE /messages/{message_id}` */
export async function deleteMessage(api: Api, id: number, options: CallOptions): Promise<void> {
  await api.call('DELETE', `/messages/${id}`, {}, z.object({}), options)
}

const historySchema = z.object({
  message_history: lenientArray(
    z.object({
      timestamp: z.number(),
      user_id: z.number().nullish(),
      topic: z.string().catch(''),
      rendered_content: z.string().catch(''),
    }),
  ),
})

export type HistoryEntry = z.infer<typeof historySchema>['message_history'][number]

/** `GET /messages/{message_id}/history`: every version, the original first. */
export async function getHistory(api: Api, id: number, options: CallOptions): Promise<HistoryEntry[]> {
  const answer = await api.call('GET', `/messages/${id}/history`, emptyTopicNames, historySchema, options)
  return answer.message_history
}

/** `POST /messages/flags` */
export async function updateFlags(
  api: Api,
  change: { readonly messages: readonly number[]; readonly op: 'add' | 'remove'; readonly flag: string },
  options: CallOptions,
): Promise<void> {
  await api.call(
    'POST',
    '/messages/flags',
    { messages: JSON.stringify(change.messages), op: change.op, flag: change.flag },
    z.object({}),
    options,
  )
}

const flaggedSchema = z.object({
  updated_count: z.number().int(),
  last_processed_id: z.number().int().nullable(),
  found_newest: z.boolean(),
})

/** `POST /messages/flags/narrow`: marks matching messages after the anchor as read, in parts (U9). */
export async function flagNarrow(
  api: Api,
  query: { readonly narrow: readonly NarrowTerm[]; readonly anchor: number | 'oldest'; readonly numAfter: number },
  options: CallOptions,
): Promise<z.infer<typeof flaggedSchema>> {
  const form = {
    narrow: wireNarrow(query.narrow),
    anchor: String(query.anchor),
    include_anchor: 'false',
    num_before: '0',
    num_after: String(query.numAfter),
    op: 'add',
    flag: 'read',
  }
  return api.call('POST', '/messages/flags/narrow', form, flaggedSchema, options)
}

/**
 * `GET /messages/{message_id}/read_receipts`: the users who have read the message, except those who hide their
 * receipts.
 */
export async function getReadReceipts(api: Api, id: number, options: CallOptions): Promise<number[]> {
  const schema = z.object({ user_ids: boundedArray(z.number().int(), clientLimits.receipts.most) })
  return (await api.call('GET', `/messages/${id}/read_receipts`, {}, schema, options)).user_ids
}

export interface ReactionChange {
  readonly messageId: MessageId
  readonly type: string
  readonly code: string
  readonly name: string
  readonly op: 'add' | 'remove'
}

/** `POST` or `DELETE /messages/{message_id}/reactions`. @throws ApiError also with a code of `reactionErrors` */
export async function changeReaction(
  api: Api,
  change: ReactionChange,
  options: CallOptions,
  isUpstream: boolean,
): Promise<void> {
  await api.call(
    change.op === 'add' ? 'POST' : 'DELETE',
    `/messages/${change.messageId}/reactions`,
    {
      emoji_name: change.name,
      emoji_code: change.code,
      reaction_type: wireReactionType(change.type, isUpstream),
    },
    z.object({}),
    options,
  )
}

/**
 * `POST /submessage`: adds a vote, an option or a task (wire-protocol.md §2.4.5). `content` is JSON; a repeated call
 * may revert itself.
 */
export async function sendSubmessage(
  api: Api,
  part: { readonly messageId: MessageId; readonly content: string },
  options: CallOptions,
): Promise<void> {
  const form = { message_id: String(part.messageId), msg_type: 'widget', content: part.content }
  await api.call('POST', '/submessage', form, z.object({}), { ...options, once: `message ${part.messageId}` })
}
