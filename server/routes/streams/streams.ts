import {
  canReadStream,
  canSeeStream,
  isSubscribed,
  readableStream,
  visibleStream,
  whoSeesStream,
} from '../../streams/access.ts'
import type { ServerContext } from '../../context/context.ts'
import { pathInteger, type AuthenticatedCall, type Endpoints } from '../../http/endpoint.ts'
import { badRequest } from '../../base/errors.ts'
import { isAdministrator, requireAdministrator, requireOwner } from '../../people/permissions.ts'
import { announceArchiving, announceChanges } from '../../messages/sending/stream-notices.ts'
import type { StreamChange, StreamRow } from '../../store/streams.ts'
import { streamObject } from '../../streams/stream-objects.ts'
import {
  administeredStream,
  postPolicy,
  requireWebPublic,
  retentionDays,
  settingGroup,
  prepareDescriptions,
  streamDescription,
  streamName,
} from '../../streams/stream-settings.ts'
import { archiveStream, tellDefaultStreams, tellStream } from '../../streams/subscribing.ts'

/** Endpoints of streams (wire-protocol.md §2.7). */
export function streamRoutes(api: Endpoints, context: ServerContext): void {
  const { streams } = context.tables

  api.authenticated('GET', '/streams', ({ parameters, user }) => {
    const includePublic = parameters.boolean('include_public', true)
    const includeWebPublic = parameters.boolean('include_web_public', false)
    const includeSubscribed = parameters.boolean('include_subscribed', true)
    const includeAllActive = parameters.boolean('include_all_active', false)
    const includeOwner = parameters.boolean('include_owner_subscribed', false)
    const includeDefault = parameters.boolean('include_default', false)
    if (includeAllActive && !isAdministrator(user)) throw badRequest('User not authorized for this query')
    const owner = user.bot_owner_id
    const shown = streams
      .all()
      .filter(
        (stream) =>
          includeAllActive ||
          (includeSubscribed && isSubscribed(context, user.id, stream.id)) ||
          (includePublic && stream.invite_only === 0 && canReadStream(context, user, stream)) ||
          (includeWebPublic && stream.is_web_public === 1) ||
          (includeOwner && owner !== null && isSubscribed(context, owner, stream.id)),
      )
    return {
      streams: shown.map((stream) => ({
        ...streamObject(context, stream),
        ...(includeDefault ? { is_default: stream.is_default === 1 } : {}),
      })),
    }
  })

  api.authenticated('GET', '/streams/:stream_id', (call) => ({
    stream: streamObject(context, visibleStream(context, call.user, pathInteger(call, 'stream_id'))),
  }))

  api.authenticated('GET', '/streams/:stream_id/members', (call) => ({
    subscribers: streams.subscribers(visibleStream(context, call.user, pathInteger(call, 'stream_id')).id),
  }))

  // The server has no e-mail gateway, so the address is empty as on a stock server without one.
  api.authenticated('GET', '/streams/:stream_id/email_address', (call) => {
    readableStream(context, call.user, pathInteger(call, 'stream_id'))
    return { email: '' }
  })

  api.authenticated('GET', '/get_stream_id', ({ parameters, user }) => {
    const stream = streams.byName(parameters.text('stream'))
    if (stream === undefined || !canSeeStream(context, user, stream)) throw badRequest('Invalid stream name')
    return { stream_id: stream.id }
  })

  api.authenticated('PATCH', '/streams/:stream_id', async (call) => {
    administeredStream(context, call.user, pathInteger(call, 'stream_id'))
    const change = readChange(call)
    if (change.description !== undefined) {
      // The event contains the stream's previous description.
      const before = visibleStream(context, call.user, pathInteger(call, 'stream_id'))
      await prepareDescriptions(context, call.user, [change.description, before.description])
    }
    context.write(() => {
      const stream = visibleStream(context, call.user, pathInteger(call, 'stream_id'))
      changeStream(call, stream, change)
    })
    return {}
  })

  api.authenticated('DELETE', '/streams/:stream_id', (call) => {
    context.write(() => {
      const stream = administeredStream(context, call.user, pathInteger(call, 'stream_id'))
      archiveStream(context, stream)
      const archived = streams.get(stream.id)
      if (archived !== undefined) announceArchiving(context, archived)
    })
    return {}
  })

  for (const method of ['POST', 'DELETE'] as const) {
    api.authenticated(method, '/default_streams', ({ parameters, user }) => {
      requireAdministrator(user)
      const id = parameters.integer('stream_id')
      context.write(() => {
        const stream = visibleStream(context, user, id)
        if (method === 'POST' && stream.invite_only === 1) throw badRequest('Private streams cannot be made default.')
        const isDefault = method === 'POST' ? 1 : 0
        if (stream.is_default === isDefault) return
        streams.change(stream.id, { is_default: isDefault })
        tellDefaultStreams(context)
      })
      return {}
    })
  }

  interface Wish {
    readonly name: string | undefined
    readonly description: string | undefined
    readonly isPrivate: boolean | undefined
    readonly isWebPublic: boolean | undefined
    readonly historyPublic: boolean | undefined
    readonly isDefault: boolean | undefined
    readonly postPolicy: number | undefined
    readonly retention: string | undefined
    readonly removeGroup: number | undefined
  }

  function readChange({ parameters }: AuthenticatedCall): Wish {
    // Older clients send names and descriptions as JSON strings.
    const text = (name: string) => parameters.optionalText(name)?.replace(/^"(.*)"$/s, '$1')
    const flag = (name: string) =>
      parameters.optionalText(name) === undefined ? undefined : parameters.boolean(name, false)
    const isAnnouncementOnly = flag('is_announcement_only')
    // An older parameter for two of the policies.
    const announcementPolicy = isAnnouncementOnly === undefined ? undefined : isAnnouncementOnly ? 2 : 1
    return {
      name: text('new_name'),
      description: text('description'),
      isPrivate: flag('is_private'),
      isWebPublic: flag('is_web_public'),
      historyPublic: flag('history_public_to_subscribers'),
      isDefault: flag('is_default_stream'),
      postPolicy: parameters.optionalInteger('stream_post_policy') ?? announcementPolicy,
      retention: parameters.optionalText('message_retention_days'),
      removeGroup:
        parameters.optionalInteger('can_remove_subscribers_group') ??
        parameters.optionalInteger('can_remove_subscribers_group_id'),
    }
  }

  function changeStream({ user }: AuthenticatedCall, stream: StreamRow, wish: Wish): void {
    const before = new Set(whoSeesStream(context, stream))
    const change: StreamChange = {}
    const told: Record<string, unknown>[] = []
    const set = (property: string, value: unknown, more: Record<string, unknown> = {}) =>
      told.push({ property, value, ...more })

    if (wish.name !== undefined) {
      const name = streamName(wish.name)
      if (name === stream.name) throw badRequest('Stream already has that name!')
      const taken = streams.byName(name)
      if (taken !== undefined && taken.id !== stream.id) throw badRequest(`Stream name '${name}' is already taken.`)
      change.name = name
      set('name', name)
    }
    if (wish.description !== undefined) {
      const { description, renderedDescription } = streamDescription(context, user, wish.description)
      Object.assign(change, { description, rendered_description: renderedDescription })
      set('description', description, { rendered_description: renderedDescription })
    }
    if (wish.isPrivate !== undefined || wish.isWebPublic !== undefined || wish.historyPublic !== undefined) {
      // Only a user who may read a private stream may make it public; seeing it is not enough.
      readableStream(context, user, stream.id)
      const isPrivate = wish.isPrivate ?? (wish.isWebPublic === true ? false : stream.invite_only === 1)
      const isWebPublic = wish.isWebPublic ?? (isPrivate ? false : stream.is_web_public === 1)
      if (isPrivate && isWebPublic) throw badRequest('A web-public stream cannot be private.')
      if (isPrivate && (wish.isDefault ?? stream.is_default === 1)) {
        throw badRequest('Default streams cannot be made private.')
      }
      if (isWebPublic && stream.is_web_public === 0) requireWebPublic(context, user)
      const history = isPrivate
        ? (wish.historyPublic ?? (stream.invite_only === 1 && stream.history_public_to_subscribers === 1))
        : true
      Object.assign(change, {
        invite_only: Number(isPrivate),
        is_web_public: Number(isWebPublic),
        history_public_to_subscribers: Number(history),
      })
      set('invite_only', isPrivate, { history_public_to_subscribers: history, is_web_public: isWebPublic })
    }
    if (wish.isDefault !== undefined) {
      if (wish.isDefault && (change.invite_only ?? stream.invite_only) === 1) {
        throw badRequest('A default stream cannot be private.')
      }
      change.is_default = Number(wish.isDefault)
    }
    if (wish.postPolicy !== undefined) {
      change.stream_post_policy = postPolicy(wish.postPolicy)
      set('stream_post_policy', wish.postPolicy)
      set('is_announcement_only', wish.postPolicy === 2)
    }
    if (wish.retention !== undefined) {
      requireOwner(user)
      change.message_retention_days = retentionDays(wish.retention)
      set('message_retention_days', change.message_retention_days)
    }
    if (wish.removeGroup !== undefined) {
      const group = settingGroup(context, 'can_remove_subscribers_group', wish.removeGroup, { onlySystem: true })
      change.can_remove_subscribers_group = group
      set('can_remove_subscribers_group', group)
    }
    streams.change(stream.id, change)
    const changed = streams.get(stream.id)
    if (changed === undefined) return
    const after = whoSeesStream(context, changed)
    for (const userId of after) {
      if (!before.has(userId)) {
        tellStream(context, userId, 'create', changed)
        continue
      }
      for (const part of told) {
        context.events.publish(userId, () => ({
          type: 'stream',
          op: 'update',
          stream_id: stream.id,
          name: stream.name,
          ...part,
        }))
      }
    }
    for (const userId of before) if (!after.includes(userId)) tellStream(context, userId, 'delete', changed)
    const concernsDefaults = stream.is_default === 1 || changed.is_default === 1
    announceChanges(context, user, stream, changed)
    if (concernsDefaults && (told.length > 0 || stream.is_default !== changed.is_default)) tellDefaultStreams(context)
  }
}
