import { z } from 'zod'
import { clientLimits } from '../../../shared/client-limits.ts'
import { typeOf, type CallTable } from '../entries.ts'
import { accountIdSchema } from '../values.ts'

/** What has become of the wish to try again now. */
export type RetryOutcome =
  | { readonly kind: 'trying' }
  /** The server asks to wait until then, UNIX milliseconds; asking sooner would only make it longer. */
  | { readonly kind: 'held'; readonly until: number }
  /** There is no key to try with. */
  | { readonly kind: 'no_key' }

/** What a server says of itself before anybody signs in. */
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
  /** Stores the order of the accounts. Those that are not named come last. */
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
