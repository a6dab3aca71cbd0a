import { z } from 'zod'
import type { ServerContext } from '../../context/context.ts'
import { badRequest } from '../../base/errors.ts'
import { firstPoints, isLonger, limits, requireLength, textLimit } from '../../base/limits.ts'
import { pathInteger, type Endpoints } from '../../http/endpoint.ts'
import { withClosedFences } from '../../markdown/blocks/fences.ts'
import { plainMarkdown } from '../../markdown/html/escape.ts'
import type { MessageRow } from '../../store/messages/message-rows.ts'
import type { StreamRow } from '../../store/streams.ts'
import type { UserRow } from '../../store/people/users.ts'
import { visibleMessage } from '../../streams/access.ts'
import { messageAddress } from '../../streams/stream-links.ts'
import { shownName } from '../../streams/stream-objects.ts'
import { memberIds } from '../reading/serialize.ts'
import { normalizeTopic, noTopic, prepareContent } from './message-text.ts'
import { announce, silentMention } from './notification-bot.ts'

/** The reasons for a report, by the key that clients send; from level 435 on registrations list them. */
export const reportReasons = {
  spam: 'Spam',
  harassment: 'Harassment',
  inappropriate: 'Inappropriate content',
  norms: 'Violates community norms',
  other: 'Other reason',
} as const

const explanationLimit = textLimit(1000, 'description', 'explanation of a report')
/** A report fits into a message: the reported text, the explanation, and 500 code points for the words around them. */
const reportedMost = limits.message.most - explanationLimit.most - 500
const reason = z.enum(['spam', 'harassment', 'inappropriate', 'norms', 'other'])

/** `POST /messages/{message_id}/report`, since level 382. */
export function reportRoutes(api: Endpoints, context: ServerContext): void {
  api.authenticated('POST', '/messages/:message_id/report', async (call) => {
    const { parameters, user } = call
    const type = reason.safeParse(parameters.text('report_type').replace(/^"(.*)"$/, '$1'))
    if (!type.success) throw badRequest('Invalid report_type')
    const description = requireLength('description', parameters.optionalText('description') ?? '', explanationLimit)
    if (type.data === 'other' && description.trim() === '') throw badRequest('An explanation is required.')
    if (description.includes('\0')) throw badRequest('description must not contain null bytes')
    requirePlace(context)
    const id = pathInteger(call, 'message_id')
    const words = { reason: reportReasons[type.data], description }
    await prepareContent(context, reportText(context, user, visibleMessage(context, user, id), words), user)
    context.write(() => {
      // The message or the channel may have changed meanwhile.
      const row = visibleMessage(context, user, id)
      const stream = requirePlace(context)
      const text = reportText(context, user, row, words)
      announce(context, { type: 'stream', stream, topic: topicOf(context, stream, row) }, text)
    })
    return {}
  })
}

/** The stream that receives reports. @throws ServiceError `BAD_REQUEST` if the organization has none */
function requirePlace(context: ServerContext): StreamRow {
  const id = Number(context.levelSettings?.get('realm', 'moderation_request_channel_id') ?? -1)
  const stream = context.tables.streams.get(id)
  if (stream?.is_archived !== 0) throw badRequest('Message reporting is not enabled in this organization.')
  return stream
}

function topicOf(context: ServerContext, stream: StreamRow, row: MessageRow): string {
  if (context.levelSettings?.get(String(stream.id), 'topics_policy') === 'empty_topic_only') return noTopic
  return normalizeTopic(`${context.tables.users.get(row.sender_id)?.full_name ?? ''} moderation`)
}

/** A report as a text: who reported what and why, and the reported text, whose mentions notify nobody. */
function reportText(
  context: ServerContext,
  by: UserRow,
  row: MessageRow,
  { reason: why, description }: { readonly reason: string; readonly description: string },
): string {
  const whole = isLonger(row.content, reportedMost)
    ? `${firstPoints(row.content, reportedMost)}\n[message truncated]`
    : row.content
  const reported = withClosedFences(whole, 2)
  const explained = withClosedFences(`**${why}**. ${description}`, 1)
  const time = new Date(row.timestamp * 1000).toISOString().replace('.000Z', '+00:00')
  const who = `${mentionOf(context, by.id)} reported a message sent by ${mentionOf(context, row.sender_id)}`
  const quote = unusedFence(explained, 3)
  const inner = unusedFence(reported, 3)
  const outer = `${inner}\``
  return [
    `${who}${recipients(context, by, row)} at <time:${time}>.`,
    `${quote}quote`,
    explained,
    quote,
    '',
    `${outer} spoiler ${original(context, row)}`,
    `${inner}quote`,
    reported,
    inner,
    outer,
  ].join('\n')
}

function mentionOf(context: ServerContext, id: number): string {
  const user = context.tables.users.get(id)
  return user === undefined ? '' : silentMention(user)
}

/**
 * Names the recipients of a direct message: those of a group, and the other one if users report their own message. In a
 * conversation of two, the reporting user is the recipient.
 */
function recipients(context: ServerContext, by: UserRow, row: MessageRow): string {
  if (row.stream_id !== null) return ''
  const members = memberIds(row)
  if (members.length <= 2 && row.sender_id !== by.id) return ''
  const others = members.filter((id) => id !== row.sender_id)
  const names = (others.length === 0 ? [row.sender_id] : others).map((id) => mentionOf(context, id))
  const [last = ''] = names.slice(-1)
  if (names.length <= 2) return ` to ${names.join(' and ')}`
  return ` to ${names.slice(0, -1).join(', ')}, and ${last}`
}

/** The title of the reported text, with a link to the message. A title of a spoiler has neither backticks nor tildes. */
function original(context: ServerContext, row: MessageRow): string {
  const stream = row.stream_id === null ? undefined : context.tables.streams.get(row.stream_id)
  if (stream === undefined) {
    const members = memberIds(row)
    return `[Original message](#narrow/dm/${members.join(',')}-${members.length > 2 ? 'group' : 'dm'}/near/${row.id})`
  }
  const name = (text: string) => plainMarkdown(text).replaceAll('`', '&#96;').replaceAll('~', '&#126;')
  const address = messageAddress(stream, row.topic, row.id).replaceAll('~', '.7E')
  return `Original message at [#${name(shownName(stream))} > ${name(row.topic)} @ 💬](${address})`
}

/** A fence of backticks that does not occur in the text. */
function unusedFence(text: string, least: number): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length))
  return '`'.repeat(Math.max(least, longest + 1))
}
