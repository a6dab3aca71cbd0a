import { z } from 'zod'
import { clientLimits } from '#shared/client-limits.ts'
import { typeOf, type CallTable } from '../entries.ts'
import { accountIdSchema } from '../values.ts'

/** The outcome of a request to retry now. */
export type RetryOutcome =
  | { readonly kind: 'trying' }
  /** The server's rate limit lasts until `until`, UNIX milliseconds; an earlier request would extend it. */
  | { readonly kind: 'rate_limited'; readonly until: number }
  /** The account has no key. */
  | { readonly kind: 'no_key' }

/** The server's description of itself, available before sign-in. */
export interface DiscoveredServer {
  readonly url: string
  readonly name: string
  readonly acceptsPassword: boolean
}

/** Calls about the list of accounts. */
export const accountCalls = {
  'accounts.discover': {
    to: 'main',
    input: z.strictObject({ server: z.string().max(2000) }),
    output: typeOf<DiscoveredServer>(),
  },
  'accounts.signIn': {
    to: 'main',
    input: z.strictObject({
      server: z.string().max(2000),
      email: z.string().min(1).max(500),
      secret: z.string().min(1).max(1000),
      secretKind: z.enum(['password', 'api_key']),
    }),
    output: typeOf<{ readonly accountId: string; readonly keyIsStored: boolean }>(),
  },
  'accounts.signOut': { to: 'main', input: z.strictObject({ accountId: accountIdSchema }), output: typeOf<null>() },
  /** Stores the order of the accounts; unnamed ones are last. */
  'accounts.arrange': {
    to: 'main',
    input: z.strictObject({ accountIds: z.array(accountIdSchema).max(clientLimits.arrangedAccounts.most).readonly() }),
    output: typeOf<null>(),
  },
  /** Ends the delays between retries. It does not end a rate limit of the server (`RetryOutcome`). */
  'accounts.retry': {
    to: 'main',
    input: z.strictObject({ accountId: accountIdSchema }),
    output: typeOf<RetryOutcome>(),
  },
} as const satisfies CallTable
