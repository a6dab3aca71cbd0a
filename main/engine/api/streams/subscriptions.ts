import { z } from 'zod'
import { clientLimits } from '#shared/client-limits.ts'
import type { StreamId, UserId } from '../../values/ids.ts'
import type { Api, CallOptions } from '../client.ts'
import { boundedArray } from '../lenient.ts'

/** The settings of a new stream in the form of the protocol (Service API, Subscribe to a stream). */
export interface WireNewStream {
  readonly name: string
  readonly description: string
  readonly isPrivate: boolean
  readonly isWebPublic: boolean
  readonly isHistoryPublic: boolean
  /** The posting permission: a `stream_post_policy`, or from level 333 on the id of a group. */
  readonly posting: { readonly policy: number } | { readonly groupId: number }
  readonly announce: boolean
  /** The ids of all subscribers, including the creator. */
  readonly userIds: readonly UserId[]
}

const subscribedSchema = z.object({ unauthorized: z.array(z.unknown()).catch([]) })

/**
 * `POST /users/me/subscriptions` for an existing stream. The server identifies streams by name here and creates one for
 * an unknown name. Returns false if the account may not join the stream.
 */
export async function subscribe(api: Api, name: string, options: CallOptions): Promise<boolean> {
  const form = { subscriptions: JSON.stringify([{ name }]), authorization_errors_fatal: 'false' }
  const answer = await api.call('POST', '/users/me/subscriptions', form, subscribedSchema, options)
  return answer.unauthorized.length === 0
}

const byPerson = z.record(z.string(), z.unknown()).catch({})
const othersSchema = subscribedSchema.extend({ already_subscribed: byPerson })

/**
 * `POST /users/me/subscriptions` for an existing stream and other users. Returns the users who had a subscription
 * before: their ids as texts, or below level 289 their API e-mail addresses. Returns null if the account may not add
 * anyone to the stream.
 * @throws ApiError also if the server does not let in one of the users; then it adds none
 */
export async function subscribeOthers(
  api: Api,
  name: string,
  userIds: readonly UserId[],
  options: CallOptions,
): Promise<ReadonlySet<string> | null> {
  const form = {
    subscriptions: JSON.stringify([{ name }]),
    authorization_errors_fatal: 'false',
    principals: JSON.stringify(userIds),
  }
  const answer = await api.call('POST', '/users/me/subscriptions', form, othersSchema, options)
  return answer.unauthorized.length === 0 ? new Set(Object.keys(answer.already_subscribed)) : null
}

/**
 * `POST /users/me/subscriptions` for a new stream. Returns false if a stream with this name exists that the account
 * cannot see; an existing visible one is joined.
 */
export async function createStream(api: Api, stream: WireNewStream, options: CallOptions): Promise<boolean> {
  const form = {
    subscriptions: JSON.stringify([{ name: stream.name, description: stream.description }]),
    principals: JSON.stringify(stream.userIds),
    authorization_errors_fatal: 'false',
    announce: String(stream.announce),
    invite_only: String(stream.isPrivate),
    is_web_public: String(stream.isWebPublic),
    history_public_to_subscribers: String(stream.isHistoryPublic),
    ...('policy' in stream.posting
      ? { stream_post_policy: String(stream.posting.policy) }
      : { can_send_message_group: String(stream.posting.groupId) }),
  }
  const answer = await api.call('POST', '/users/me/subscriptions', form, subscribedSchema, options)
  return answer.unauthorized.length === 0
}

/** `DELETE /users/me/subscriptions`: removes the own subscription to a stream, which is identified by name. */
export async function unsubscribe(api: Api, name: string, options: CallOptions): Promise<void> {
  await api.call('DELETE', '/users/me/subscriptions', { subscriptions: JSON.stringify([name]) }, z.object({}), options)
}

/** `DELETE /users/me/subscriptions` for another user. @throws ApiError also if the account may not remove the user */
export async function unsubscribeOther(api: Api, name: string, userId: UserId, options: CallOptions): Promise<void> {
  const form = { subscriptions: JSON.stringify([name]), principals: JSON.stringify([userId]) }
  await api.call('DELETE', '/users/me/subscriptions', form, z.object({}), options)
}

/** `GET /streams/{stream_id}`: the stream's current name. @throws ApiError also if the account cannot see the stream */
export async function getStreamName(api: Api, streamId: StreamId, options: CallOptions): Promise<string> {
  const schema = z.object({ stream: z.object({ name: z.string() }) })
  return (await api.call('GET', `/streams/${streamId}`, {}, schema, options)).stream.name
}

/** `GET /get_stream_id`. @throws ApiError if the account can see no stream with this name */
export async function getStreamId(api: Api, name: string, options: CallOptions): Promise<StreamId> {
  const schema = z.object({ stream_id: z.number().int() })
  return (await api.call('GET', '/get_stream_id', { stream: name }, schema, options)).stream_id
}

/** `GET /users/{user_id}/subscriptions/{stream_id}`. @throws ApiError also if the account may not read the stream */
export async function isSubscribed(
  api: Api,
  userId: UserId,
  streamId: StreamId,
  options: CallOptions,
): Promise<boolean> {
  const schema = z.object({ is_subscribed: z.boolean() })
  const path = `/users/${userId}/subscriptions/${streamId}`
  return (await api.call('GET', path, {}, schema, options)).is_subscribed
}

/** `GET /streams/{stream_id}/members`: the subscribers. @throws ApiError also if the account cannot see the stream */
export async function getSubscribers(api: Api, streamId: StreamId, options: CallOptions): Promise<readonly UserId[]> {
  const schema = z.object({ subscribers: boundedArray(z.number().int(), clientLimits.subscribersStored.most) })
  return (await api.call('GET', `/streams/${streamId}/members`, {}, schema, options)).subscribers
}

/** `GET /streams/{stream_id}/members`: the number of subscribers. */
export async function countSubscribers(api: Api, streamId: StreamId, options: CallOptions): Promise<number> {
  const schema = z.object({ subscribers: z.array(z.unknown()) })
  return (await api.call('GET', `/streams/${streamId}/members`, {}, schema, options)).subscribers.length
}

const withSubscribersSchema = z.object({ subscriptions: z.array(z.unknown()) })
const mostBytes = clientLimits.subscribersAnswer.most

/**
 * `GET /users/me/subscriptions` with the subscribers of each stream: the ids of the own streams to which another user
 * is subscribed, too. The lists grow with the organization, so they are not validated entry by entry.
 */
export async function commonStreamIds(api: Api, userId: UserId, options: CallOptions): Promise<StreamId[]> {
  const form = { include_subscribers: 'true' }
  const sized = { ...options, maxBytes: mostBytes }
  const { subscriptions } = await api.call('GET', '/users/me/subscriptions', form, withSubscribersSchema, sized)
  return subscriptions.flatMap((each) => {
    if (typeof each !== 'object' || each === null || !('stream_id' in each) || !('subscribers' in each)) return []
    const { stream_id: streamId, subscribers } = each
    return typeof streamId === 'number' && Array.isArray(subscribers) && subscribers.includes(userId) ? [streamId] : []
  })
}
