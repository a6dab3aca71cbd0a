import { z } from 'zod'
import { directoryOf, spectator, visibleMessage } from '../../streams/access.ts'
import { clientName, isReadBySender } from '../../http/client-name.ts'
import type { ServerContext } from '../../context/context.ts'
import { parseGivenJson } from '../../base/json.ts'
import { limits, requireAtMost } from '../../base/limits.ts'
import { directDestination, streamDestination, type Destination } from '../../messages/sending/destination.ts'
import { pathInteger, type Endpoints } from '../../http/endpoint.ts'
import { badRequest, ServiceError, unauthenticated } from '../../base/errors.ts'
import { renderMarkdown } from '../../markdown/render.ts'
import { messageRange, readAnchor } from '../../messages/reading/message-range.ts'
import { prepareContent, previewedContent } from '../../messages/sending/message-text.ts'
import { narrowSchema, readNarrow, type Narrow } from '../../messages/reading/narrow.ts'
import { organizationSettings } from '../../context/organization-settings.ts'
import type { Parameters } from '../../http/parameters.ts'
import { markHtml, markPlain } from '../../messages/reading/search-marks.ts'
import { sendMessage } from '../../messages/sending/sending.ts'
import { messageObject } from '../../messages/reading/serialize.ts'
import { mapInSlices } from '../../base/slices.ts'
import type { MessageRow } from '../../store/messages/message-rows.ts'
import type { SearchPhrase } from '../../store/search-text.ts'
import type { UserRow } from '../../store/people/users.ts'
import { givenWidget } from '../../messages/sending/widgets.ts'

/** `GET`, `POST` and `render` of `/messages`, single messages, `matches_narrow` (wire-protocol.md §2.4). */
export function messageRoutes(api: Endpoints, context: ServerContext): void {
  api.optionallyAuthenticated('GET', '/messages', async ({ parameters, user }) => {
    const numBefore = parameters.count('num_before')
    const numAfter = parameters.count('num_after')
    requireAtMost(limits.messagesPerRequest, numBefore + numAfter)
    const includeAnchor = parameters.boolean('include_anchor', true)
    if (!includeAnchor && numBefore > 0 && numAfter > 0) {
      throw badRequest('The anchor can only be excluded at an end of the range')
    }
    const applyMarkdown = parameters.boolean('apply_markdown', true)
    parameters.clientAvatars()
    const narrow = parameters.optionalConverted('narrow', narrowSchema, limits.narrowTerms) ?? []
    const reader = user ?? requireSpectator(context, narrow)
    const read = readNarrow(context, reader, narrow)
    const anchor = readAnchor(context, parameters, reader, read)
    const { rows, foundOldest, foundNewest } = messageRange(context, reader, read.condition, {
      anchor,
      includeAnchor,
      numBefore,
      numAfter,
    })
    return {
      anchor,
      found_anchor: includeAnchor && rows.some((row) => row.id === anchor),
      found_oldest: foundOldest,
      found_newest: foundNewest,
      history_limited: false,
      messages: await mapInSlices(rows, (row) => ({
        ...messageObject(context, row, { applyMarkdown, withFlags: true }),
        ...(read.search === undefined ? {} : marks(row, read.search)),
      })),
    }
  })

  api.authenticated('GET', '/messages/matches_narrow', ({ parameters, user }) => {
    const ids = parameters.json('msg_ids', z.array(z.number().int()), limits.messagesPerRequest)
    const read = readNarrow(context, user, parameters.converted('narrow', narrowSchema, limits.narrowTerms))
    const rows = context.tables.messages.matching(user.id, read.condition, ids)
    return { messages: Object.fromEntries(rows.map((row) => [String(row.id), marks(row, read.search ?? [])])) }
  })

  api.optionallyAuthenticated('GET', '/messages/:message_id', (call) => {
    const applyMarkdown = call.parameters.boolean('apply_markdown', true)
    const id = pathInteger(call, 'message_id')
    const reader = call.user ?? requireSpectator(context, [{ operator: 'streams', operand: 'web-public' }])
    const row = visibleMessage(context, reader, id)
    return {
      message: messageObject(context, row, { applyMarkdown, withFlags: true }),
      raw_content: row.content,
    }
  })

  api.authenticated('POST', '/messages', async ({ parameters, user, request }) => {
    const type = parameters.text('type')
    const content = parameters.text('content')
    const queueId = parameters.optionalText('queue_id')
    const localId = parameters.optionalText('local_id')
    const client = clientName(request.headers['user-agent'])
    const readBySender = parameters.boolean('read_by_sender', isReadBySender(client))
    const widgetText = parameters.optionalText('widget_content')
    const widget = widgetText === undefined ? undefined : givenWidget(widgetText)
    const echo = queueId === undefined || localId === undefined ? undefined : { queueId, localId }
    const to = [type, parameters.text('to'), parameters.optionalText('topic') ?? parameters.optionalText('subject')]
    const isKnown = echo !== undefined && context.options.knowsSendings
    const identity = !isKnown ? undefined : { userId: user.id, ...echo, parts: [...to, content] }
    await prepareContent(context, content, user)
    const sent = await context.writeTogether(() => {
      const { sendings } = context.tables
      // This precedes all checks, since their conditions may have changed since the first request.
      const known = identity === undefined ? undefined : sendings.find(identity)
      if (known !== undefined) return known
      const destination = readDestination(context, parameters, user, type)
      const done = sendMessage(context, {
        sender: user,
        destination,
        content,
        client,
        readBySender,
        ...(echo === undefined ? {} : { echo }),
        ...(widget === undefined ? {} : { widget }),
      })
      if (identity !== undefined) sendings.note(identity, done, context.nowSeconds())
      return done
    })
    return {
      id: sent.id,
      ...(sent.newPolicy === undefined ? {} : { automatic_new_visibility_policy: sent.newPolicy }),
    }
  })

  api.authenticated('POST', '/messages/render', async ({ parameters, user }) => {
    const content = previewedContent(parameters.text('content'))
    await context.drawings.prepare(content, user.id)
    return { rendered: renderMarkdown(content, directoryOf(context, user)).html }
  })
}

function marks(row: MessageRow, phrases: readonly SearchPhrase[]): Record<string, string> {
  return { match_content: markHtml(row.rendered, phrases), match_subject: markPlain(row.topic, phrases) }
}

/**
 * Clients without an account can read only web-public streams, if the organization enabled that.
 * @throws ServiceError `UNAUTHENTICATED_USER`
 */
function requireSpectator(context: ServerContext, narrow: Narrow): UserRow {
  const isPublic = narrow.some(
    (term) => term.negated !== true && term.operator === 'streams' && term.operand === 'web-public',
  )
  const isOpen = context.options.webPublicStreams && organizationSettings(context).enable_spectator_access
  if (!isOpen || !isPublic) throw unauthenticated()
  return spectator
}

/** Reads `to` and `topic` in all their forms. @throws ServiceError */
export function readDestination(
  context: ServerContext,
  parameters: Parameters,
  user: UserRow,
  type: string,
): Destination {
  const text = parameters.text('to')
  let to: unknown = text
  try {
    to = parseGivenJson(text)
  } catch {
    // A stream's name may be unencoded.
  }
  if (type === 'stream' || type === 'channel') {
    const single = z.union([z.string(), z.number(), z.tuple([z.union([z.string(), z.number()])])]).safeParse(to)
    // A name may be valid JSON.
    const found = single.success ? single.data : text
    const stream = Array.isArray(found) ? found[0] : found
    const topic = parameters.optionalText('topic') ?? parameters.optionalText('subject')
    if (topic === undefined) {
      throw new ServiceError('REQUEST_VARIABLE_MISSING', "Missing 'topic' argument", { extra: { var_name: 'topic' } })
    }
    return streamDestination(context, user, stream, topic)
  }
  parameters.optionalText('topic')
  parameters.optionalText('subject')
  if (type !== 'direct' && type !== 'private') throw badRequest('Invalid type')
  const many = z
    .union([
      z.array(z.union([z.string(), z.number()])),
      z.string().transform((value) => value.split(',')),
      z.number().transform((id) => [id]),
    ])
    .safeParse(to)
  if (!many.success) throw badRequest('Invalid recipients')
  return directDestination(context, user, many.data)
}
