import type { FeatureLevel } from './feature-levels.ts'

/** The number of requests before the rate limiter refuses (wire-protocol.md §2.13). */
export interface RateLimits {
  /** Requests of one user in a minute. */
  readonly perUser: number
  /** Requests without credentials from one address in a minute. */
  readonly perAddress: number
}

/** The options of the operator of the server. */
export interface ServerOptions {
  /** Starts without the event queues of the last run. */
  readonly forgetQueues?: boolean
  /** The names on the wire: the specification's own, or those of a stock Zulip server. */
  readonly dialect?: 'svc' | 'zulip'
  /**
   * Whether `queue_id` and `local_id` identify a send request, so that its repetition has no effect. Default: only in
   * the specification's own dialect, since stock servers lack this feature.
   */
  readonly knowsSendings?: boolean
  /** The feature level that the server emulates. Default: its own level. */
  readonly featureLevel?: FeatureLevel
  /** The largest upload, in MiB (`MAX_FILE_UPLOAD_SIZE`). */
  readonly maxUploadMib?: number
  /** The quota for all files of the organization, in MiB. Default: no limit. */
  readonly uploadQuotaMib?: number
  /** Default: no limits, for tests and benchmarks. Failed logins are always limited. */
  readonly rateLimits?: RateLimits
  /** Maximum time until a request has arrived, in milliseconds. Default: the limits of `limits.ts`. */
  readonly arrivalMs?: { readonly body: number; readonly request: number }
  /**
   * The proxies whose `X-Forwarded-…` headers are trusted for address, host and scheme. `neighbour`: the directly
   * connected proxy, for its own entry only. A list of addresses and networks (`10.0.0.0/8`, `loopback`): a chain of
   * such proxies.
   */
  readonly proxy?: 'neighbour' | readonly string[]
  /**
   * Refuses requests to names of other computers, and changes from pages of other origins, so that no web page reaches
   * a local server by binding its own name to the loopback address.
   */
  readonly isLoopbackOnly?: boolean
  /** The origin under which clients reach the server. Default: the origin of each request. */
  readonly publicUrl?: string
  /** Whether streams may be open to the whole web (`WEB_PUBLIC_STREAMS_ENABLED`). */
  readonly webPublicStreams?: boolean
}

/** The limits of upstream: 200 requests a minute for each user, 100 for each unauthenticated address. */
export const usualRateLimits: RateLimits = { perUser: 200, perAddress: 100 }

/** The largest file, unless the options say otherwise (Service API, Limits). */
export const usualMaxUploadMib = 25
