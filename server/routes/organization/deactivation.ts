import type { ServerContext } from '../../context/context.ts'
import type { Endpoints } from '../../http/endpoint.ts'
import { requireOwner } from '../../people/permissions.ts'

/** `POST /realm/deactivate`: deactivates the organization; a start with `--reactivate` reverts it. */
export function deactivationRoutes(api: Endpoints, context: ServerContext): void {
  api.authenticated('POST', '/realm/deactivate', ({ user }) => {
    requireOwner(user)
    context.write(() => {
      context.tables.organization.setDeactivated(true)
      for (const reader of context.tables.users.all()) {
        context.events.publish(reader.id, () => ({ type: 'realm', op: 'deactivated', realm_id: 1 }))
      }
    })
    return {}
  })
}
