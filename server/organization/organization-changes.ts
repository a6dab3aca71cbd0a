import type { ServerContext } from '../context/context.ts'
import { systemMembership } from '../people/groups.ts'
import type { OrganizationSettings } from '../context/organization-settings.ts'
import { tellSystemGroups } from './user-changes.ts'

/** Settings for which upstream publishes another event shape (wire-protocol.md §2.3.5). */
const inDictionaries: ReadonlySet<string> = new Set([
  'allow_message_editing',
  'message_content_edit_limit_seconds',
  'edit_topic_policy',
  'create_multiuse_invite_group',
  'can_access_all_users_group',
])

/** Changes some of the settings; call inside `context.write`. */
export function changeOrganizationSettings(context: ServerContext, change: Partial<OrganizationSettings>): void {
  const groups = new Map(context.tables.users.all().map((user) => [user.id, systemMembership(context, user)]))
  setOrganizationSettings(context, change)
  for (const user of context.tables.users.all()) {
    for (const [property, value] of Object.entries(change)) {
      context.events.publish(user.id, () =>
        inDictionaries.has(property)
          ? { type: 'realm', op: 'update_dict', property: 'default', data: { [property]: value } }
          : { type: 'realm', op: 'update', property, value },
      )
    }
  }
  // The set of full members depends on the waiting period.
  for (const user of context.tables.users.all()) {
    const past = groups.get(user.id)
    if (past !== undefined && user.is_active === 1) tellSystemGroups(context, user, past)
  }
}

/** Stores some of the settings without an event; call inside `context.write`. */
export function setOrganizationSettings(context: ServerContext, change: Partial<OrganizationSettings>): void {
  const before: unknown = JSON.parse(context.tables.organization.get().settings)
  context.tables.organization.setSettings(JSON.stringify({ ...(before as object), ...change })) // an object
}
