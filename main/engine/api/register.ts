import { z } from 'zod'
import { clientLimits } from '#shared/client-limits.ts'
import type { TransportResponse } from '../ports.ts'
import { readAnswer } from './answer.ts'
import { bringRegistrationWithinBounds } from './bounded.ts'
import type { Api, CallOptions } from './client.ts'
import { plainAvatars } from './dialect.ts'
import type { Wire } from './wire.ts'

const registerSchema = z.looseObject({
  queue_id: z.string(),
  last_event_id: z.number().int(),
  svc_feature_level: z.number().int().catch(0),
  svc_version: z.string().catch(''),
  speaks_upstream: z.boolean().catch(false),
  max_message_id: z.number().int().catch(-1),
  realm_name: z.string().catch(''),
  /** The newer name of `realm_uri` (feature level 257); `read` renames it. */
  realm_url: z.string().optional().catch(undefined),
  realm_uri: z.string().catch(''),
  max_message_length: z.number().int().catch(10_000),
  max_topic_length: z.number().int().catch(60),
  max_stream_name_length: z.number().int().positive().catch(60),
  max_stream_description_length: z.number().int().positive().catch(1024),
  event_queue_longpoll_timeout_seconds: z.number().catch(90),
  user_id: z.number().int(),
  email: z.string().catch(''),
  delivery_email: z.string().catch(''),
  /** The server's clock in UNIX seconds, with a fraction. */
  server_timestamp: z.number().nullable().catch(null),
  max_file_upload_size_mib: z.number().catch(25),
  server_emoji_data_url: z.string().catch(''),
  /** The lifetime of the queue without polls; sent from feature level 481 on. */
  idle_queue_timeout_secs: z.number().positive().nullable().catch(null),
})

/** The part of a registration that does not depend on the resources: the queue, the account and its limits. */
export type RegisterBase = z.infer<typeof registerSchema>

/** The requested lifetime of the queue without polls, which spans a night. */
const wantedLifetimeSeconds = 12 * 3600
/** The default lifetime of queues (wire-protocol.md §2.1). */
const usualLifetimeSeconds = 600
/** The longest accepted lifetime, which is the longest among servers of this protocol. */
const longestLifetimeSeconds = clientLimits.queueLifetime.most

/**
 * The parameters that request a long-lived queue, in both forms if the server's level is unknown; a server ignores the
 * unknown one. `isNewName` is the capability `idleQueueTimeout`.
 */
export function lifetimeParameters(isNewName: boolean | undefined): Readonly<Record<string, string>> {
  const seconds = String(wantedLifetimeSeconds)
  return {
    ...(isNewName === false ? {} : { idle_queue_timeout: seconds }),
    ...(isNewName === true ? {} : { queue_lifespan_secs: seconds }),
  }
}

/**
 * Milliseconds for which a queue without polls may still exist. A server that does not report the lifetime may have
 * granted the requested one: polling a lost queue costs one request, an unnecessary registration fetches everything.
 */
export function queueLifetimeMs(grantedSeconds: number | null, hasAsked: boolean): number {
  const seconds = grantedSeconds ?? (hasAsked ? wantedLifetimeSeconds : usualLifetimeSeconds)
  return Math.min(seconds, longestLifetimeSeconds) * 1000
}

/**
 * The registration of the client: requests the state at the start of a new event queue and parses it (wire-protocol.md
 * §2.2.1).
 */
export interface Registration {
  /** `POST /register`; `read` parses the answer, possibly in another thread. */
  readonly request: (
    api: Api,
    lifetime: Readonly<Record<string, string>>,
    options: CallOptions,
  ) => Promise<TransportResponse>
  /**
   * Parses the answer with the schemas of all resources.
   * @throws ApiError if the server refuses, MalformedAnswerError if the answer is not a registration
   */
  readonly read: (response: TransportResponse) => RegisterBase
}

/** Makes the registration for a list of resources. */
export function registrationFor(wires: readonly Wire[]): Registration {
  const fetched = wires.flatMap(({ fetches = [] }) => fetches)
  const listened = [...fetched, ...wires.flatMap(({ listens = [] }) => listens)]
  const shape = Object.fromEntries(wires.flatMap((wire) => Object.entries(wire.shape ?? {})))
  // The reducers of a resource know the types of its keys.
  const answer = registerSchema.extend(shape) as unknown as typeof registerSchema
  const schema = z.unknown().transform(bringRegistrationWithinBounds).pipe(answer)
  return {
    request: (api, lifetime, options) =>
      api.ask(
        'POST',
        '/register',
        {
          apply_markdown: 'true',
          ...plainAvatars,
          slim_presence: 'true',
          ...lifetime,
          event_types: JSON.stringify(listened),
          fetch_event_types: JSON.stringify(fetched),
          client_capabilities: JSON.stringify(clientCapabilities),
        },
        options,
      ),
    read(response) {
      const { bytes } = response
      const body = bytes === undefined ? response.body : Buffer.concat(bytes).toString('utf8')
      const state = readAnswer('POST /register', { ...response, body }, schema)
      return { ...state, realm_uri: state.realm_url ?? state.realm_uri }
    },
  }
}

const clientCapabilities = {
  notification_settings_null: true,
  bulk_message_deletion: true,
  user_avatar_url_field_optional: true,
  stream_typing_notifications: true,
  user_settings_object: true,
  linkifier_url_template: true,
  user_list_incomplete: true,
  empty_topic_name: true,
  archived_channels: true,
  include_deactivated_groups: true,
  simplified_presence_events: true,
  individual_emoji_changes: true,
}
