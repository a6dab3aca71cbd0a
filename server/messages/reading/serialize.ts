import { reactionType } from '../../people/emoji-choice.ts'
import type { ServerContext } from '../../context/context.ts'
import { limits } from '../../base/limits.ts'
import { organizationSettings } from '../../context/organization-settings.ts'
import { apiEmail, avatarUrl } from '../../people/people.ts'
import { shownName } from '../../streams/stream-objects.ts'
import { flagBits, type EditRow, type MessageRow } from '../../store/messages/message-rows.ts'
import type { ReactionRow } from '../../store/messages/reactions.ts'
import type { UserRow } from '../../store/people/users.ts'

/** The names of the reader's flags; a message without a personal row counts as read history. */
export function flagNames(flags: number | null): string[] {
  if (flags === null) return ['read', 'historical']
  const names = Object.entries(flagBits)
    .filter(([, bit]) => (flags & bit) !== 0)
    .map(([name]) => name)
  return (flags & (flagBits.stream_wildcard_mentioned | flagBits.topic_wildcard_mentioned)) !== 0
    ? [...names, 'wildcard_mentioned']
    : names
}

export interface MessageOptions {
  readonly applyMarkdown: boolean
  readonly withFlags: boolean
}

/** A message object (Service API, Message object). */
export function messageObject(
  context: ServerContext,
  row: MessageRow,
  options: MessageOptions,
): Record<string, unknown> {
  const { users, streams, organization, submessages } = context.tables
  const sender = users.get(row.sender_id)
  if (sender === undefined) throw new Error(`message ${row.id} has no sender`)
  const stream = row.stream_id === null ? undefined : streams.get(row.stream_id)
  return {
    id: row.id,
    type: row.stream_id === null ? 'private' : 'stream',
    sender_id: row.sender_id,
    sender_email: apiEmail(sender),
    sender_full_name: sender.full_name,
    sender_realm_str: sender.is_system === 1 ? `${context.options.dialect}internal` : organization.get().string_id,
    avatar_url: avatarUrl(sender),
    client: row.client,
    content: options.applyMarkdown ? row.rendered : row.content,
    content_type: options.applyMarkdown ? 'text/html' : 'text/x-markdown',
    display_recipient: stream === undefined ? directRecipients(context, row) : shownName(stream),
    recipient_id: row.recipient_id,
    ...(row.stream_id === null ? {} : { stream_id: row.stream_id }),
    subject: row.topic,
    topic_links: row.topic_links === '[]' ? [] : (JSON.parse(row.topic_links) as unknown), // as it was stored
    is_me_message: isMeMessage(row.content),
    timestamp: row.timestamp,
    ...(row.last_edit_timestamp === null ? {} : { last_edit_timestamp: row.last_edit_timestamp }),
    ...(row.last_edit_timestamp !== null && organizationSettings(context).allow_edit_history
      ? { edit_history: listedEdits(context.tables.messages.edits(row.id)).map(editObject) }
      : {}),
    reactions: context.tables.reactions.ofMessage(row.id).map((reaction) => reactionObject(context, reaction)),
    submessages: submessages.ofMessage(row.id),
    ...(options.withFlags ? { flags: flagNames(row.flags) } : {}),
  }
}

function namedPerson(user: UserRow | undefined, id: number): Record<string, unknown> {
  return { id, email: user === undefined ? '' : apiEmail(user), full_name: user?.full_name ?? '' }
}

/** A user in direct messages and in the specification's reactions; upstream's reactions omit the last key. */
function personObject(user: UserRow | undefined, id: number): Record<string, unknown> {
  return { ...namedPerson(user, id), is_mirror_dummy: false }
}

/** A reaction (Service API, Reaction). */
export function reactionObject(context: ServerContext, row: ReactionRow): Record<string, unknown> {
  const user = context.tables.users.get(row.user_id)
  return {
    emoji_name: row.emoji_name,
    emoji_code: row.emoji_code,
    reaction_type: reactionType(context, row.reaction_type),
    user_id: row.user_id,
    user: context.options.dialect === 'svc' ? personObject(user, row.user_id) : namedPerson(user, row.user_id),
  }
}

/**
 * The part of the edit history in a list of messages, newest first: bounded in number and size, but always with the
 * newest content change, by which clients detect an edit.
 */
function listedEdits(edits: readonly EditRow[]): EditRow[] {
  const listed: EditRow[] = []
  let length = 0
  let hasText = false
  for (const edit of edits.toReversed()) {
    const isText = edit.prev_content !== null
    const size = (edit.prev_content?.length ?? 0) + (edit.prev_rendered?.length ?? 0)
    const fits = listed.length < limits.editsListed.most && (!isText || length + size <= limits.editTextListed.most)
    if (!fits && (hasText || !isText)) continue
    hasText ||= isText
    length += size
    listed.push(edit)
  }
  return listed
}

/** An entry of `edit_history`: only the fields that the edit changed (Service API, Message object). */
function editObject(edit: EditRow): Record<string, unknown> {
  return {
    user_id: edit.user_id,
    timestamp: edit.timestamp,
    ...(edit.prev_content === null
      ? {}
      : {
          prev_content: edit.prev_content,
          prev_rendered_content: edit.prev_rendered ?? '',
          prev_rendered_content_version: 1,
        }),
    ...(edit.prev_stream === null ? {} : { prev_stream: edit.prev_stream, stream: edit.stream }),
    ...(edit.prev_topic === null ? {} : { prev_topic: edit.prev_topic, topic: edit.topic }),
  }
}

export function isMeMessage(content: string): boolean {
  return content.startsWith('/me ') && !content.includes('\n')
}

export function memberIds(row: { user_ids: string | null }): number[] {
  return (row.user_ids ?? '').split(',').filter(Boolean).map(Number)
}

function directRecipients(context: ServerContext, row: MessageRow): Record<string, unknown>[] {
  return memberIds(row).map((id) => {
    const user = context.tables.users.get(id)
    return personObject(user, id)
  })
}
