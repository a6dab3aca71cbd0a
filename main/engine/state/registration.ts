import { userSchema } from '../api/resources/people.ts'
import { settingsOfRegister, type Settings } from '../store/documents/organization-settings.ts'
import type { Organization } from '../store/meta.ts'
import { slices } from './slices.ts'
import { areOldMissing, unreadList } from './unread/unread-list.ts'
import { registrationFor } from '../api/register.ts'
import type { TransportResponse } from '../ports.ts'
import type { AnswerWith, LongList } from './long-list.ts'
import { otherStreams, subscribedStreams } from './directory/stream-lists.ts'
import { peopleList } from './directory/people-reducers.ts'
import { groupsList } from './groups/group-registration.ts'
import { presenceList } from './presence/presence-reducers.ts'
import { recentDirects, unreadTopics } from './topics/recent-lists.ts'

/** The long lists of a registration, in the order in which the navigation needs them. */
export const longLists: readonly LongList[] = [
  subscribedStreams,
  unreadList,
  otherStreams,
  unreadTopics,
  recentDirects,
  peopleList,
  groupsList,
  presenceList,
]

/** The answer of `POST /register` (wire-protocol.md §2.2.1). */
export type RegisterState = AnswerWith<(typeof slices)[number]['wire']>

const registering = registrationFor(slices.map(({ wire }) => wire))

/** Sends `POST /register`; `readRegister` parses the answer, also in another thread. */
export const requestRegister = registering.request

/**
 * Parses the answer of `POST /register`. @throws ApiError if the server refuses, MalformedAnswerError if the answer
 * is not a registration
 */
export function readRegister(response: TransportResponse): RegisterState {
  return registering.read(response) as RegisterState // the answer has the keys of all slices
}

/** The pieces of a registration that do not grow with the organization. */
export interface RegisterHead {
  readonly queueId: string
  readonly lastEventId: number
  readonly organization: Organization
  readonly settings: Settings
  /** The rows of the slices, by the name of the slice. */
  readonly rows: Readonly<Record<string, unknown>>
  /** The server's time in UNIX seconds. */
  readonly serverTimestamp: number | null
  /** The time for which the server keeps the queue without polls; null if the server does not send it. */
  readonly idleTimeoutSeconds: number | null
}

/** A batch of rows of a long list, as plain data. */
export interface RegisterBatch {
  readonly list: string
  readonly rows: unknown
}

/** Reads the pieces that do not grow with the organization. */
export function registerHead(state: RegisterState): RegisterHead {
  const self = state.realm_users.find((user) => isUser(user, state.user_id))
  return {
    queueId: state.queue_id,
    lastEventId: state.last_event_id,
    organization: {
      name: state.realm_name,
      realmUri: state.realm_uri,
      selfId: state.user_id,
      selfRole: userSchema.safeParse(self).data?.role ?? 400,
      selfEmail: null,
      featureLevel: state.svc_feature_level,
      maxMessageLength: state.max_message_length,
      maxTopicLength: state.max_topic_length,
      maxStreamName: state.max_stream_name_length,
      maxStreamDescription: state.max_stream_description_length,
      longPollTimeoutSeconds: state.event_queue_longpoll_timeout_seconds,
      maxMessageId: state.max_message_id,
      oldUnreadsMissing: areOldMissing(state),
      maxUploadBytes: state.max_file_upload_size_mib * 1024 * 1024,
      emojiDataUrl: state.server_emoji_data_url,
      isUpstream: state.speaks_upstream,
    },
    settings: settingsOfRegister(state),
    rows: Object.fromEntries(
      slices.flatMap(({ name, registered }) => (registered === undefined ? [] : [[name, registered.read(state)]])),
    ),
    serverTimestamp: state.server_timestamp,
    idleTimeoutSeconds: state.idle_queue_timeout_secs,
  }
}

function isUser(value: unknown, id: number): boolean {
  return typeof value === 'object' && value !== null && 'user_id' in value && value.user_id === id
}

/** Yields the batches of every list, in the order of the lists. */
export function* registerBatches(state: RegisterState): Generator<RegisterBatch, void, void> {
  for (const { name, read } of longLists) for (const rows of read(state)) yield { list: name, rows }
}
