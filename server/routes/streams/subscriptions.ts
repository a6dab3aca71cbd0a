import { z } from 'zod'
import { canSeeStream, isSubscribed, readableStream } from '../../streams/access.ts'
import type { ServerContext } from '../../context/context.ts'
import type { StoreSettings } from '../../context/level-rules.ts'
import { pathInteger, type Endpoints } from '../../http/endpoint.ts'
import { badRequest, UnknownPrincipalError } from '../../base/errors.ts'
import { isMemberOf } from '../../people/groups.ts'
import { limits } from '../../base/limits.ts'
import { organizationSettings } from '../../context/organization-settings.ts'
import type { Parameters } from '../../http/parameters.ts'
import { apiEmail, canSeeUser, findByAddress } from '../../people/people.ts'
import { isAdministrator, policyAllows } from '../../people/permissions.ts'
import { announceCreation, announceNewStream, announceSubscription } from '../../messages/sending/stream-notices.ts'
import type { StreamRow } from '../../store/streams.ts'
import type { UserRow } from '../../store/people/users.ts'
import { createStream } from '../../streams/creating.ts'
import { subscriptionObject, subscriptionsOf } from '../../streams/stream-objects.ts'
import {
  readStreamSettings,
  prepareDescriptions,
  streamName,
  type StreamSettings,
} from '../../streams/stream-settings.ts'
import {
  maySubscribe,
  maySubscribeOthers,
  subscribeUsers,
  tellStream,
  unsubscribeUsers,
} from '../../streams/subscribing.ts'

/** Beyond this number of new subscribers none gets a notice, at levels where the subscription may be silent. */
export const mostSubscriptionNotices = 100

const booleanProperties = [
  'is_muted',
  'in_home_view',
  'pin_to_top',
  'desktop_notifications',
  'audible_notifications',
  'push_notifications',
  'email_notifications',
  'wildcard_mentions_notify',
] as const

/** A colour with three or six digits; six are stored. */
const colorText = z
  .string()
  .regex(/^#(?:[0-9a-f]{3}){1,2}$/i)
  .transform((text) => (text.length === 4 ? text.replaceAll(/[0-9a-f]/gi, '$&$&') : text))

function isBooleanProperty(name: string): boolean {
  return booleanProperties.some((known) => known === name)
}

const subscriptionChange = z.union([
  z.object({ stream_id: z.number().int(), property: z.literal('color'), value: z.string().regex(/^#[0-9a-f]{6}$/i) }),
  z.object({ stream_id: z.number().int(), property: z.enum(booleanProperties), value: z.boolean() }),
])

const wanted = z.array(
  z.object({ name: z.string(), description: z.string().optional(), color: colorText.optional() }).loose(),
)

/** Endpoints of subscriptions (Service API, Subscribe to a stream; wire-protocol.md §2.7). */
export function subscriptionRoutes(api: Endpoints, context: ServerContext): void {
  const { streams, users } = context.tables

  api.authenticated('GET', '/users/me/subscriptions', ({ parameters, user }) => {
    const withSubscribers = parameters.boolean('include_subscribers', false)
    return {
      subscriptions: subscriptionsOf(context, user.id)
        .filter(({ subscription }) => subscription.is_active === 1)
        .map(({ stream, subscription }) => subscriptionObject(context, stream, subscription, { withSubscribers })),
    }
  })

  api.authenticated('POST', '/users/me/subscriptions', async ({ parameters, user }) => {
    const list = parameters.json('subscriptions', wanted, limits.subscriptions)
    const isFatal = parameters.boolean('authorization_errors_fatal', true)
    const announces = parameters.boolean('announce', false)
    // Only some levels have the parameter.
    const mayBeSilent = context.layer?.habits.has('subscribes in silence') === true
    const notifies = !mayBeSilent || parameters.boolean('send_new_subscription_messages', true)
    const store = context.layer?.settingsOfNewStreams(parameters)
    const settings = readStreamSettings(context, parameters)
    await prepareNewStreams(user, list)
    const people = readPrincipals(parameters, user)
    const isQuiet = !notifies || (mayBeSilent && people.length > mostSubscriptionNotices)
    return context.write(() => ({
      ...subscribe(user, { list, people, settings, store, isFatal, announces, isQuiet }),
      ...(mayBeSilent && notifies ? { new_subscription_messages_sent: !isQuiet } : {}),
    }))
  })

  api.authenticated('DELETE', '/users/me/subscriptions', ({ parameters, user }) => {
    const names = parameters.json('subscriptions', z.array(z.string()), limits.subscriptions)
    const people = readPrincipals(parameters, user)
    return context.write(() => unsubscribe(user, names, people))
  })

  api.authenticated('PATCH', '/users/me/subscriptions', async ({ parameters, user }) => {
    const add = parameters.optionalJson('add', wanted, limits.subscriptions) ?? []
    const remove = parameters.optionalJson('delete', z.array(z.string()), limits.subscriptions) ?? []
    if (add.length === 0 && remove.length === 0)
      throw badRequest("Nothing to do. Specify at least one of 'add' or 'delete'.")
    const store = context.layer?.settingsOfNewStreams(parameters)
    const settings = readStreamSettings(context, parameters)
    await prepareNewStreams(user, add)
    return context.write(() => ({
      ...subscribe(user, {
        list: add,
        people: [user],
        settings,
        store,
        isFatal: true,
        announces: false,
        isQuiet: false,
      }),
      ...unsubscribe(user, remove, [user]),
    }))
  })

  api.authenticated('POST', '/users/me/subscriptions/properties', ({ parameters, user }) => {
    const given = parameters.json(
      'subscription_data',
      z.array(z.object({ property: z.string() }).loose()),
      limits.subscriptions,
    )
    const unknown = given.find(({ property }) => property !== 'color' && !isBooleanProperty(property))
    if (unknown !== undefined) throw badRequest(`Unknown subscription property: ${unknown.property}`)
    const changes = parameters.json('subscription_data', z.array(subscriptionChange), limits.subscriptions)
    context.write(() => {
      for (const { stream_id, property, value } of changes) {
        if (!isSubscribed(context, user.id, stream_id)) throw badRequest('Invalid stream ID')
        const column = property === 'in_home_view' ? 'is_muted' : property
        const stored = property === 'in_home_view' ? !value : value
        streams.setProperty(user.id, stream_id, column, typeof stored === 'boolean' ? Number(stored) : stored)
        const told =
          column === 'is_muted'
            ? [
                { property: 'in_home_view', value: stored !== true },
                { property: 'is_muted', value: stored },
              ]
            : [{ property, value }]
        for (const part of told) {
          context.events.publish(user.id, () => ({ type: 'subscription', op: 'update', stream_id, ...part }))
        }
      }
    })
    return {}
  })

  api.authenticated('GET', '/users/:user_id/subscriptions/:stream_id', (call) => {
    const id = pathInteger(call, 'user_id')
    if (users.get(id) === undefined || !canSeeUser(context, call.user, id)) throw badRequest('No such user')
    const stream = readableStream(context, call.user, pathInteger(call, 'stream_id'))
    return { is_subscribed: isSubscribed(context, id, stream.id) }
  })

  async function prepareNewStreams(user: UserRow, list: z.infer<typeof wanted>): Promise<void> {
    const created = list.filter(({ name }) => streams.byName(name.trim()) === undefined)
    await prepareDescriptions(
      context,
      user,
      created.map(({ description }) => description ?? ''),
    )
  }

  /** The users that the request names, by default the caller. @throws ServiceError `BAD_REQUEST` */
  function readPrincipals(parameters: Parameters, user: UserRow): UserRow[] {
    const principals = parameters.optionalJson(
      'principals',
      z.union([z.array(z.number().int()), z.array(z.string())]).refine((list) => list.length <= 20_000, 'too many'),
    )
    if (principals === undefined || principals.length === 0) return [user]
    const found = principals.map((principal) => {
      const person = typeof principal === 'number' ? users.get(principal) : findByAddress(context, user, principal)
      const isKnown = person?.is_active === 1 && person.is_system === 0 && canSeeUser(context, user, person.id)
      if (person === undefined || !isKnown) {
        throw new UnknownPrincipalError(principal)
      }
      return person
    })
    return [...new Set(found)]
  }

  interface Subscribing {
    readonly list: z.infer<typeof wanted>
    readonly people: readonly UserRow[]
    readonly settings: StreamSettings
    readonly store: StoreSettings | undefined
    readonly isFatal: boolean
    readonly announces: boolean
    /** Whether subscribed people get no notice. */
    readonly isQuiet: boolean
  }

  function subscribe(user: UserRow, { list, people, settings, store, isFatal, announces, isQuiet }: Subscribing) {
    const { open, refused } = findOrCreate(user, { list, settings, store, isFatal })
    const isForOthers = people.some((person) => person.id !== user.id)
    if (isForOthers && open.some(({ stream, isNew }) => !mayAddOthers(user, stream, isNew))) {
      throw badRequest('Insufficient permission')
    }
    const subscribed: Record<string, string[]> = {}
    const already: Record<string, string[]> = {}
    const joined = new Map<UserRow, StreamRow[]>()
    for (const { stream, isNew, color } of open) {
      const added = people.filter((person) => !isSubscribed(context, person.id, stream.id))
      for (const person of people) {
        const group = added.includes(person) ? subscribed : already
        ;(group[apiEmail(person)] ??= []).push(stream.name)
      }
      subscribeUsers(context, stream, added, color === undefined ? {} : { color: { of: user.id, color } })
      for (const person of isNew ? [] : added) {
        if (person.id !== user.id && person.is_bot === 0) joined.set(person, [...(joined.get(person) ?? []), stream])
      }
      if (isNew && stream.invite_only === 1 && !isSubscribed(context, user.id, stream.id)) {
        // The creator of a private stream without a subscription sees it only as an administrator.
        if (canSeeStream(context, user, stream)) tellStream(context, user.id, 'create', stream)
      }
      if (isNew) announceCreation(context, user, stream)
      if (isNew && announces && stream.invite_only === 0) announceNewStream(context, user, stream)
    }
    for (const [person, streams] of isQuiet ? [] : joined) announceSubscription(context, user, person, streams)
    return { subscribed, already_subscribed: already, ...(isFatal ? {} : { unauthorized: refused }) }
  }

  function findOrCreate(
    user: UserRow,
    { list, settings, store, isFatal }: Pick<Subscribing, 'list' | 'settings' | 'store' | 'isFatal'>,
  ) {
    const open: { stream: StreamRow; isNew: boolean; color: string | undefined }[] = []
    const refused: string[] = []
    const seen = new Set<string>()
    for (const { name: given, description, color } of list) {
      const name = streamName(given)
      if (seen.has(name.toLowerCase())) continue
      seen.add(name.toLowerCase())
      const existing = streams.byName(name)
      if (existing === undefined)
        open.push({
          stream: createStream(context, user, { name, text: description ?? '', settings, store }),
          isNew: true,
          color,
        })
      else if (maySubscribe(context, user, existing)) open.push({ stream: existing, isNew: false, color })
      // The name has the requested spelling: the stored one must not be revealed.
      else refused.push(name)
    }
    if (refused.length > 0 && isFatal) throw badRequest(`Unable to access stream (${refused.join(', ')}).`)
    return { open, refused }
  }

  /**
   * Whether the user may subscribe others: to a new stream by the organization's policy, to an existing one also by the
   * stream's.
   */
  function mayAddOthers(user: UserRow, stream: StreamRow, isNew: boolean): boolean {
    return isNew
      ? policyAllows(context, user, organizationSettings(context).invite_to_stream_policy)
      : maySubscribeOthers(context, user, stream)
  }

  function unsubscribe(user: UserRow, names: readonly string[], people: readonly UserRow[]) {
    const removed: string[] = []
    const kept: string[] = []
    const found = names.map((name) => [name, streams.byName(name.trim())] as const)
    const unknown = found.filter(([, stream]) => stream === undefined || !canSeeStream(context, user, stream))
    if (unknown.length > 0) throw badRequest(`Stream(s) (${unknown.map(([name]) => name).join(', ')}) do not exist`)
    for (const [, stream] of found) {
      if (stream === undefined) continue
      requireRemoval(user, stream, people)
      const leaving = people.filter((person) => isSubscribed(context, person.id, stream.id))
      unsubscribeUsers(context, stream, leaving)
      ;(leaving.length > 0 ? removed : kept).push(stream.name)
    }
    return { removed, not_removed: kept }
  }

  /** @throws ServiceError `BAD_REQUEST` if the user may not remove the others */
  function requireRemoval(user: UserRow, stream: StreamRow, people: readonly UserRow[]): void {
    const others = people.filter((person) => person.id !== user.id && person.bot_owner_id !== user.id)
    if (others.length === 0 || isAdministrator(user)) return
    const mayRemove =
      context.layer?.rights.mayRemoveSubscribers(user, stream) ??
      isMemberOf(context, user, stream.can_remove_subscribers_group)
    if (!mayRemove) throw badRequest('Insufficient permission')
  }
}
