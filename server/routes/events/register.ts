import type { RegistrationPart } from '../../context/registration-part.ts'
import { z } from 'zod'
import type { ServerContext } from '../../context/context.ts'
import { authenticate, LargeAnswer, type Endpoints } from '../../http/endpoint.ts'
import { badRequest, ServiceError, unauthenticated } from '../../base/errors.ts'
import { limits, requireAtMost, requireShort } from '../../base/limits.ts'
import { allowedLifetimeMs, otherCapabilities, type QueueOptions } from '../../events/queue-options.ts'
import { organizationSettings } from '../../context/organization-settings.ts'
import { isGuest } from '../../people/permissions.ts'
import { publicOrigin } from '../../http/public-origin.ts'
import { initialState, prepareState, publicState } from '../../registration/initial-state.ts'
import { Slice } from '../../base/slices.ts'
import { versionFields } from '../../base/feature-levels.ts'

const capabilities = z.record(z.string(), z.unknown())
const terms = z.array(z.tuple([z.string(), z.string()]))
const types = z.array(z.string())

/** `POST /register`: opens an event queue and returns the state at its start (wire-protocol.md §2.2). */
export function registerRoutes(api: Endpoints, context: ServerContext, parts: readonly RegistrationPart[]): void {
  api.optionallyAuthenticated('POST', '/register', async ({ parameters, user: asking, request }) => {
    const applyMarkdown = parameters.boolean('apply_markdown', false)
    const clientExtavatar = parameters.clientAvatars(asking !== undefined)
    const includeSubscribers = parameters.boolean('include_subscribers', false)
    const slimPresence = parameters.boolean('slim_presence', false)
    const allPublicStreams = parameters.boolean('all_public_streams', false)
    const narrow = parameters.optionalJson('narrow', terms, limits.queueTerms) ?? []
    const lifetimeMs = allowedLifetimeMs(parameters.optionalInteger('queue_lifespan_secs') ?? 0)
    const eventTypes = parameters.optionalJson('event_types', types, limits.queueTypes) ?? null
    const fetchTypes = parameters.optionalJson('fetch_event_types', types, limits.queueTypes) ?? eventTypes
    requireSmall(narrow, eventTypes ?? [])
    const client = readCapabilities(parameters.optionalJson('client_capabilities', capabilities, limits.capabilities))
    const wanted = fetchTypes === null ? undefined : new Set(fetchTypes)
    const includes = (type: string) => wanted === undefined || wanted.has(type)
    const origin = publicOrigin(context, request)

    if (asking === undefined) {
      requirePublicAccess()
      if (clientExtavatar) throw badRequest("Invalid 'client_extavatar' parameter for anonymous request")
      if (includeSubscribers) throw badRequest("Invalid 'include_subscribers' parameter for anonymous request")
      return {
        queue_id: null,
        last_event_id: -1,
        ...versionFields(context.options.dialect),
        ...publicState(parts, { context, includes, origin }),
      }
    }
    const slice = new Slice()
    await prepareState(context, asking, { includes, avatarOptional: client.avatarOptional, includeSubscribers })
    await slice.rest()
    const told = context.write(() => {
      // The account may have changed or been deactivated meanwhile.
      const user = authenticate(context, request)
      if (allPublicStreams && isGuest(user)) throw badRequest('User not authorized for this query')
      const options: Partial<QueueOptions> & Pick<QueueOptions, 'eventTypes' | 'applyMarkdown' | 'clientExtavatar'> = {
        eventTypes,
        applyMarkdown,
        clientExtavatar,
        ...client,
        includeSubscribers,
        slimPresence,
        allPublicStreams,
        narrow,
        lifetimeMs,
      }
      const queue = context.events.open(user.id, options)
      const answer = {
        queue_id: queue.queueId,
        last_event_id: queue.lastEventId,
        ...versionFields(context.options.dialect),
        ...initialState(parts, {
          context,
          user,
          options: {
            includes,
            origin,
            asksForUserTopics: wanted?.has('user_topic') === true,
            avatarOptional: client.avatarOptional,
            userListIncomplete: client.userListIncomplete,
            linkifierTemplates: client.linkifierTemplates,
            userSettings: client.userSettings,
            includeSubscribers,
            slimPresence,
          },
        }),
      }
      return new LargeAnswer(answer)
    })
    await slice.rest()
    return told
  })

  /** @throws ServiceError `UNAUTHENTICATED_USER` unless spectator access is enabled */
  function requirePublicAccess(): void {
    if (!context.options.webPublicStreams || !organizationSettings(context).enable_spectator_access) {
      throw unauthenticated()
    }
  }
}

/** Bounds the narrow and the types, which a queue keeps for its lifetime. @throws ServiceError `BAD_REQUEST` */
function requireSmall(narrow: readonly (readonly [string, string])[], eventTypes: readonly string[]): void {
  const words = narrow.flat()
  for (const word of words) requireShort(limits.queueTerm, word)
  for (const type of eventTypes) requireShort(limits.queueType, type)
  const length = [...words, ...eventTypes].reduce((sum, word) => sum + word.length, 0)
  requireAtMost(limits.queueOptions, length)
}

/** The capabilities of the client (Service API, Register an event queue). @throws ServiceError */
function readCapabilities(given: Record<string, unknown> | undefined) {
  if (given !== undefined && !('notification_settings_null' in given)) {
    throw new ServiceError(
      'REQUEST_VARIABLE_MISSING',
      'notification_settings_null key is missing from client_capabilities',
      {
        extra: { var_name: 'client_capabilities' },
      },
    )
  }
  for (const [name, value] of Object.entries(given ?? {})) {
    if (typeof value !== 'boolean') throw badRequest(`client_capabilities["${name}"] is not a boolean`)
  }
  return {
    bulkDeletion: given?.bulk_message_deletion === true,
    streamTyping: given?.stream_typing_notifications === true,
    userSettings: given?.user_settings_object === true,
    linkifierTemplates: given?.linkifier_url_template === true,
    avatarOptional: given?.user_avatar_url_field_optional === true,
    userListIncomplete: given?.user_list_incomplete === true,
    otherCapabilities: otherCapabilities.filter((name) => given?.[name] === true),
  }
}
