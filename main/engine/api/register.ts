import { z } from 'zod'
import { clientLimits } from '../../../shared/client-limits.ts'
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
  /** The newer name of `realm_uri` (feature level 257), which `read` puts in its place. */
  realm_url: z.string().optional().catch(undefined),
  realm_uri: z.string().catch(''),
  max_message_length: z.number().int().catch(10_000),
  max_topic_length: z.number().int().catch(60),
  event_queue_longpoll_timeout_seconds: z.number().catch(90),
  user_id: z.number().int(),
  email: z.string().catch(''),
  delivery_email: z.string().catch(''),
  /** UNIX seconds of the server, with a fraction. */
  server_timestamp: z.number().nullable().catch(null),
  max_file_upload_size_mib: z.number().catch(25),
  server_emoji_data_url: z.string().catch(''),
  /** How long the queue lives while nobody polls it; told from feature level 481 on. */
  idle_queue_timeout_secs: z.number().positive().nullable().catch(null),
})

/** What a registration says of the queue, the account and its limits, whatever resources are asked for. */
export type RegisterBase = z.infer<typeof registerSchema>

/** How long the queue should live while nobody polls it: through a night, and what it gathers meanwhile is read in one go. */
const wantedLifetimeSeconds = 12 * 3600
/** What queues live where nothing else was asked for or told (wire-protocol.md §2.1). */
const usualLifetimeSeconds = 600
/** What a server says counts up to this, the longest that the family's servers keep a queue. */
const longestLifetimeSeconds = clientLimits.queueLifetime.most

/**
 * The parameters that ask for a queue that outlives a night (design.md §3): in both names where the server's level is not
 * known yet, since the unknown one is ignored. `isNewName` is the capability `idleQueueTimeout`.
 */
export function lifetimeWish(isNewName: boolean | undefined): Readonly<Record<string, string>> {
  const seconds = String(wantedLifetimeSeconds)
  return {
    ...(isNewName === false ? {} : { idle_queue_timeout: seconds }),
    ...(isNewName === true ? {} : { queue_lifespan_secs: seconds }),
  }
}

/**
 * Milliseconds for which a queue that nobody polls may still be there. A server that does not tell may have done as it
 * was asked to: to find out costs one poll, to register in vain everything.
 */
export function queueLifetimeMs(toldSeconds: number | null, hasAsked: boolean): number {
  const seconds = toldSeconds ?? (hasAsked ? wantedLifetimeSeconds : usualLifetimeSeconds)
  return Math.min(seconds, longestLifetimeSeconds) * 1000
}

/** How the client registers: asks for the state that a new event queue starts from, and reads it (wire-protocol.md §2.2.1). */
export interface Registering {
  /** `POST /register`; the answer is for `read`, wherever that runs. */
  readonly request: (
    api: Api,
    lifetime: Readonly<Record<string, string>>,
    options: CallOptions,
  ) => Promise<TransportResponse>
  /**
   * The answer with the keys of all resources, each as its schema says.
   * @throws ApiError where the server refuses, MalformedAnswerError where this is no registration.
   */
  readonly read: (response: TransportResponse) => RegisterBase
}

/** Registering for resources. */
export function registeringFor(wires: readonly Wire[]): Registering {
  const fetched = wires.flatMap(({ fetches = [] }) => fetches)
  const listened = [...fetched, ...wires.flatMap(({ listens = [] }) => listens)]
  const shape = Object.fromEntries(wires.flatMap((wire) => Object.entries(wire.shape ?? {})))
  // Whoever reads a resource knows the types of its keys.
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
