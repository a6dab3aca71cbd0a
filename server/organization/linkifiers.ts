import type { Resource } from '../http/resource.ts'
import { z } from 'zod'
import type { ServerContext } from '../context/context.ts'
import { pathInteger, type AuthenticatedCall, type Endpoints } from '../http/endpoint.ts'
import { badRequest } from '../base/errors.ts'
import { limits, requireAtMost, requireLength, urlTemplateLimit } from '../base/limits.ts'
import { LinkifierError } from '#shared/content/linkifiers.ts'
import { tryLinkifier } from '../markdown/inline/linkifiers.ts'
import { requireAdministrator } from '../people/permissions.ts'
import type { LinkifierRow } from '../store/organization/linkifiers.ts'

/** Patterns in texts and topics that become links. */
export const linkifiers: Resource = {
  registration: [
    {
      type: 'realm_linkifiers',
      state: (context, _user, { linkifierTemplates }) => ({
        realm_linkifiers: linkifierTemplates ? linkifierObjects(context) : [],
      }),
      publicState: (context) => ({ realm_linkifiers: linkifierObjects(context) }),
    },
  ],
  routes: linkifierRoutes,
}

/** Patterns in texts that become links (wire-protocol.md §2.11). */
function linkifierRoutes(api: Endpoints, context: ServerContext): void {
  const { linkifiers, users } = context.tables

  function tell(): void {
    const list = linkifierObjects(context)
    for (const user of users.all()) {
      context.events.publish(user.id, (options) =>
        options.linkifierTemplates ? { type: 'realm_linkifiers', realm_linkifiers: list } : null,
      )
    }
  }

  function readLinkifier({ parameters }: AuthenticatedCall, except?: number) {
    const pattern = requireLength('pattern', parameters.text('pattern'), limits.linkifierPattern)
    const urlTemplate = requireLength('url_template', parameters.text('url_template'), urlTemplateLimit)
    try {
      tryLinkifier(pattern, urlTemplate)
    } catch (error) {
      if (error instanceof LinkifierError) throw badRequest(error.message)
      throw error
    }
    if (linkifiers.all().some((row) => row.pattern === pattern && row.id !== except)) {
      throw badRequest('A linkifier with this pattern already exists.')
    }
    return { pattern, urlTemplate }
  }

  function existing(call: AuthenticatedCall): LinkifierRow {
    const id = pathInteger(call, 'filter_id')
    const row = linkifiers.all().find((linkifier) => linkifier.id === id)
    if (row === undefined) throw badRequest('Linkifier not found.')
    return row
  }

  api.authenticated('GET', '/realm/linkifiers', () => ({ linkifiers: linkifierObjects(context) }))

  api.authenticated('PATCH', '/realm/linkifiers', ({ parameters, user }) => {
    requireAdministrator(user)
    const order = parameters.json('ordered_linkifier_ids', z.array(z.number().int()))
    context.write(() => {
      const rows = linkifiers.all()
      const known = new Set(rows.map((row) => row.id))
      if (order.length !== known.size || new Set(order).size !== known.size || order.some((id) => !known.has(id))) {
        throw badRequest('The ordered list must enumerate all existing linkifiers exactly once')
      }
      for (const row of rows) linkifiers.change({ ...row, position: order.indexOf(row.id) + 1 })
      tell()
    })
    return {}
  })

  api.authenticated('POST', '/realm/filters', (call) => {
    requireAdministrator(call.user)
    return context.write(() => {
      requireAtMost(limits.linkifiers, linkifiers.all().length + 1)
      const linkifier = readLinkifier(call)
      const store = context.layer?.settingsOfLinkifier(call.parameters, linkifier)
      const id = linkifiers.add(linkifier.pattern, linkifier.urlTemplate)
      store?.(id)
      tell()
      return { id }
    })
  })

  api.authenticated('PATCH', '/realm/filters/:filter_id', (call) => {
    requireAdministrator(call.user)
    context.write(() => {
      const row = existing(call)
      const linkifier = readLinkifier(call, row.id)
      const store = context.layer?.settingsOfLinkifier(call.parameters, linkifier)
      linkifiers.change({ ...row, pattern: linkifier.pattern, url_template: linkifier.urlTemplate })
      store?.(row.id)
      tell()
    })
    return {}
  })

  api.authenticated('DELETE', '/realm/filters/:filter_id', (call) => {
    requireAdministrator(call.user)
    context.write(() => {
      linkifiers.remove(existing(call).id)
      tell()
    })
    return {}
  })
}

/** Linkifiers as clients receive them, in matching order. */
function linkifierObjects(context: ServerContext): Record<string, unknown>[] {
  return context.tables.linkifiers.all().map(({ id, pattern, url_template }) => ({ id, pattern, url_template }))
}
