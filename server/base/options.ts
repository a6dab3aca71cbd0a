import type { FeatureLevel } from './feature-levels.ts'

/** How many requests are answered before the service says "later" (wire-protocol.md §2.13). */
export interface RateLimits {
  /** Requests of one user in a minute. */
  readonly perUser: number
  /** Requests without credentials from one address in a minute. */
  readonly perAddress: number
}

/** The options of the operator of the server. */
export interface ServerOptions {
  /** Start without the event queues of the last run. */
  readonly forgetQueues?: boolean
  /** The names on the wire: the specification's own, or those of a stock Zulip server. */
  readonly dialect?: 'svc' | 'zulip'
  /**
   * Whether `queue_id` and `local_id` name a sending, so that a second one has no effect. Absent: in the specification's own
   * dialect; stock servers know no such thing.
   */
  readonly knowsSendings?: boolean
  /** The feature level of the family's servers whose forms are spoken; absent: this server's own. */
  readonly featureLevel?: FeatureLevel
  /** The largest file that can be sent, in MiB (`MAX_FILE_UPLOAD_SIZE`). */
  readonly maxUploadMib?: number
  /** What all files of the organization may take, in MiB. Absent: no limit. */
  readonly uploadQuotaMib?: number
  /** Absent: no limits, as tests and benchmarks want it. Failed logins are limited always. */
  readonly rateLimits?: RateLimits
  /** How long a request may take to arrive, in milliseconds; absent, the limits of `limits.ts`. */
  readonly arrivalMs?: { readonly body: number; readonly request: number }
  /**
   * A reverse proxy stands before the server and says by which address, host and scheme it was asked for. `neighbour`:
   * whoever connects is that proxy, and its word alone counts, not what it was told by others. A list of addresses and
   * networks (`10.0.0.0/8`, `loopback`): they are believed, as many as stand in a row, and nobody else.
   */
  readonly proxy?: 'neighbour' | readonly string[]
  /** The origin under which clients know the server; absent: as each request says. */
  readonly publicUrl?: string
  /** Whether streams may be open to the whole web (`WEB_PUBLIC_STREAMS_ENABLED`). */
  readonly webPublicStreams?: boolean
}

/** The limits of upstream: 200 requests a minute for each user, 100 for each address without credentials. */
export const usualRateLimits: RateLimits = { perUser: 200, perAddress: 100 }

/** The largest file, unless the options say otherwise (service-api.md "Limits"). */
export const usualMaxUploadMib = 25
