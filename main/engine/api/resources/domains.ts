import { z } from 'zod'
import { lenientArray } from '../lenient.ts'
import type { Wire } from '../wire.ts'

/** An e-mail domain whose users may join the organization. */
export const domainSchema = z.object({ domain: z.string(), allow_subdomains: z.boolean().catch(false) })

export const domainsWire = {
  fetches: ['realm_domains'],
  shape: { realm_domains: lenientArray(domainSchema).catch([]) },
  events: [
    z.object({ type: z.literal('realm_domains'), op: z.enum(['add', 'change']), realm_domain: domainSchema }),
    z.object({ type: z.literal('realm_domains'), op: z.literal('remove'), domain: z.string() }),
  ],
} as const satisfies Wire
