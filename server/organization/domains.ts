import type { ServerContext } from '../context/context.ts'
import { badRequest } from '../base/errors.ts'
import { limit, refused, requireAtMost } from '../base/limits.ts'
import { organizationSettings } from '../context/organization-settings.ts'
import type { AuthenticatedCall, Endpoints } from '../http/endpoint.ts'
import type { Resource } from '../http/resource.ts'
import { requireOwner } from '../people/permissions.ts'
import type { ServerDatabase } from '../store/database.ts'

/** The e-mail domains of the organization (wire-protocol.md §2.11). */
export const domains: Resource = {
  migrations: [
    {
      version: 6,
      change: `
        CREATE TABLE domain (
          id INTEGER PRIMARY KEY AUTOINCREMENT,
          domain TEXT NOT NULL UNIQUE COLLATE NOCASE,
          allow_subdomains INTEGER NOT NULL
        ) STRICT;
      `,
    },
  ],
  registration: [{ type: 'realm_domains', state: (context) => ({ realm_domains: domainObjects(context) }) }],
  routes: domainRoutes,
}

const most = limit(1000, 'entries', 'domains', refused('Too many domains'))

/** At least two labels of letters, digits and hyphens. */
const domainName = /^(?=.{1,80}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/

interface DomainRow {
  id: number
  domain: string
  allow_subdomains: number
}

function domainTable(database: ServerDatabase) {
  const all = database.prepare<[], DomainRow>('SELECT * FROM domain ORDER BY id')
  const add = database.prepare('INSERT INTO domain (domain, allow_subdomains) VALUES (?, ?)')
  const change = database.prepare('UPDATE domain SET allow_subdomains = ? WHERE id = ?')
  const remove = database.prepare('DELETE FROM domain WHERE id = ?')
  return {
    all: () => all.all(),
    /** Finds a domain by its name, case-insensitively. */
    named: (name: string) => all.all().find((row) => row.domain === name.toLowerCase()),
    add: (domain: string, allowSubdomains: boolean) =>
      Number(add.run(domain.toLowerCase(), Number(allowSubdomains)).lastInsertRowid),
    change: (id: number, allowSubdomains: boolean) => change.run(Number(allowSubdomains), id),
    remove: (id: number) => remove.run(id),
  }
}

/**
 * Why an organization takes no account with an address: it is in none of the domains, or it has a plus sign, with which
 * one mailbox of a domain has any number of addresses.
 */
export type AddressRefusal = 'domain' | 'plus'

/** Returns why the organization refuses an address; null if it does not (`emails_restricted_to_domains`). */
export function addressRefusals(context: ServerContext): (email: string) => AddressRefusal | null {
  if (!organizationSettings(context).emails_restricted_to_domains) return () => null
  const domains = context.table(domainTable).all()
  return (email) => {
    const [name = '', host = ''] = email.toLowerCase().split('@')
    if (name.includes('+')) return 'plus'
    const isInside = domains.some(
      ({ domain, allow_subdomains: below }) => host === domain || (below === 1 && host.endsWith(`.${domain}`)),
    )
    return isInside ? null : 'domain'
  }
}

function domainRoutes(api: Endpoints, context: ServerContext): void {
  const domains = context.table(domainTable)

  function tell(event: { readonly type: string } & Record<string, unknown>): void {
    for (const user of context.tables.users.all()) context.events.publish(user.id, () => event)
  }

  function existing(call: AuthenticatedCall): DomainRow {
    const row = domains.named(call.path.domain ?? '')
    if (row === undefined) throw badRequest(`No entry found for domain ${call.path.domain ?? ''}.`)
    return row
  }

  api.authenticated('GET', '/realm/domains', () => ({ domains: domainObjects(context) }))

  api.authenticated('POST', '/realm/domains', ({ parameters, user }) => {
    requireOwner(user)
    const domain = parameters.text('domain').trim().toLowerCase()
    const allowSubdomains = parameters.boolean('allow_subdomains', false)
    if (!domainName.test(domain)) throw badRequest('Invalid domain: Domain must be written as example.com')
    return context.write(() => {
      if (domains.named(domain) !== undefined) {
        throw badRequest(`The domain ${domain} is already a part of your organization.`)
      }
      requireAtMost(most, domains.all().length + 1)
      const id = domains.add(domain, allowSubdomains)
      const realmDomain = { domain, allow_subdomains: allowSubdomains }
      tell({ type: 'realm_domains', op: 'add', realm_domain: realmDomain })
      return { new_domain: [id, domain] }
    })
  })

  api.authenticated('PATCH', '/realm/domains/:domain', (call) => {
    requireOwner(call.user)
    const allowSubdomains = call.parameters.boolean('allow_subdomains', false)
    context.write(() => {
      const row = existing(call)
      domains.change(row.id, allowSubdomains)
      const realmDomain = { domain: row.domain, allow_subdomains: allowSubdomains }
      tell({ type: 'realm_domains', op: 'change', realm_domain: realmDomain })
    })
    return {}
  })

  api.authenticated('DELETE', '/realm/domains/:domain', (call) => {
    requireOwner(call.user)
    context.write(() => {
      const row = existing(call)
      domains.remove(row.id)
      tell({ type: 'realm_domains', op: 'remove', domain: row.domain })
    })
    return {}
  })
}

function domainObjects(context: ServerContext): Record<string, unknown>[] {
  return context
    .table(domainTable)
    .all()
    .map((row) => ({ domain: row.domain, allow_subdomains: row.allow_subdomains === 1 }))
}
