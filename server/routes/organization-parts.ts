import type { ServerContext } from '../context.ts'
import { pathInteger, type AuthenticatedCall, type Endpoints } from '../endpoint.ts'
import { badRequest, notFound } from '../errors.ts'
import { limits, requireAtMost } from '../limits.ts'
import { requireLength } from '../message-text.ts'
import { requireAdministrator, requireOwner } from '../permissions.ts'
import type { DomainRow } from '../store/organization-parts.ts'

/** Labels of letters, digits and hyphens, at least two of them. */
const domainName = /^(?=.{1,80}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/

/** `/realm/domains` and `/realm/playgrounds` (wire-protocol.md §2.11). */
export function organizationPartRoutes(api: Endpoints, context: ServerContext): void {
  const { parts, users } = context.tables

  function tell(event: { readonly type: string } & Record<string, unknown>): void {
    for (const user of users.all()) context.events.publish(user.id, () => event)
  }

  function existing(call: AuthenticatedCall): DomainRow {
    const row = parts.domain(call.path.domain ?? '')
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
      if (parts.domain(domain) !== undefined) {
        throw badRequest(`The domain ${domain} is already a part of your organization.`)
      }
      requireAtMost(limits.domains, parts.domains().length + 1)
      const id = parts.addDomain(domain, allowSubdomains)
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
      parts.changeDomain(row.id, allowSubdomains)
      const realmDomain = { domain: row.domain, allow_subdomains: allowSubdomains }
      tell({ type: 'realm_domains', op: 'change', realm_domain: realmDomain })
    })
    return {}
  })

  api.authenticated('DELETE', '/realm/domains/:domain', (call) => {
    requireOwner(call.user)
    context.write(() => {
      const row = existing(call)
      parts.removeDomain(row.id)
      tell({ type: 'realm_domains', op: 'remove', domain: row.domain })
    })
    return {}
  })

  api.authenticated('POST', '/realm/playgrounds', ({ parameters, user }) => {
    requireAdministrator(user)
    const name = requireLength('name', parameters.text('name').trim(), limits.playgroundName)
    const language = requireLength(
      'pygments_language',
      parameters.text('pygments_language').trim(),
      limits.playgroundLanguage,
    )
    const template = requireLength('url_template', parameters.text('url_template').trim(), limits.urlTemplate)
    if (name === '') throw badRequest('name cannot be blank')
    if (!/^[\w +#.@'()/-]+$/.test(language)) throw badRequest('Invalid characters in pygments language')
    if (!/^https?:\/\/[^\s]+$/.test(template)) throw badRequest('Invalid URL template.')
    if (!/\{code\}/.test(template)) throw badRequest('Missing the required variable "code" in the URL template')
    return context.write(() => {
      const known = parts.playgrounds()
      requireAtMost(limits.playgrounds, known.length + 1)
      if (known.some((row) => row.name === name && row.pygments_language === language)) {
        throw badRequest('Realm playground with this Realm, Pygments language and Name already exists.')
      }
      const id = parts.addPlayground({ name, pygments_language: language, url_template: template })
      tell({ type: 'realm_playgrounds', realm_playgrounds: parts.playgrounds() })
      return { id }
    })
  })

  api.authenticated('DELETE', '/realm/playgrounds/:playground_id', (call) => {
    requireAdministrator(call.user)
    const id = pathInteger(call, 'playground_id')
    context.write(() => {
      if (!parts.removePlayground(id)) throw notFound('Invalid playground')
      tell({ type: 'realm_playgrounds', realm_playgrounds: parts.playgrounds() })
    })
    return {}
  })
}

/** `realm_domains` of register. */
export function domainObjects(context: ServerContext): Record<string, unknown>[] {
  return context.tables.parts
    .domains()
    .map((row) => ({ domain: row.domain, allow_subdomains: row.allow_subdomains === 1 }))
}
