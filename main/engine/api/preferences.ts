import type { StreamId, UserId } from '../values/ids.ts'
import { z } from 'zod'
import type { Api, CallOptions } from './client.ts'

const envelope = z.object({})

/** `POST /user_topics`. The policy is 0 inherit, 1 muted, 2 unmuted or 3 followed. */
export async function setTopicPolicy(
  api: Api,
  choice: { readonly streamId: StreamId; readonly topic: string; readonly policy: number },
  options: CallOptions,
): Promise<void> {
  const form = {
    stream_id: String(choice.streamId),
    topic: choice.topic,
    visibility_policy: String(choice.policy),
  }
  await api.call('POST', '/user_topics', form, envelope, options)
}

/** `PATCH /users/me/subscriptions/muted_topics`, for servers below feature level 170. */
export async function muteTopicDeprecated(
  api: Api,
  choice: { readonly streamId: StreamId; readonly topic: string; readonly isMuted: boolean },
  options: CallOptions,
): Promise<void> {
  const form = { stream_id: String(choice.streamId), topic: choice.topic, op: choice.isMuted ? 'add' : 'remove' }
  await api.call('PATCH', '/users/me/subscriptions/muted_topics', form, envelope, options)
}

/** `POST` and `DELETE /users/me/muted_users/{id}`. @throws ApiError also if the user is already (un)muted */
export async function muteUser(api: Api, userId: UserId, isMuted: boolean, options: CallOptions): Promise<void> {
  await api.call(isMuted ? 'POST' : 'DELETE', `/users/me/muted_users/${userId}`, {}, envelope, options)
}

/** `POST /users/me/subscriptions/properties` */
export async function setSubscriptionProperty(
  api: Api,
  change: { readonly streamId: StreamId; readonly property: string; readonly value: boolean | string },
  options: CallOptions,
): Promise<void> {
  const data = [{ stream_id: change.streamId, property: change.property, value: change.value }]
  await api.call(
    'POST',
    '/users/me/subscriptions/properties',
    { subscription_data: JSON.stringify(data) },
    envelope,
    options,
  )
}
