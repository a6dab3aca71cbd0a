import type { ServerContext } from '../../../context/context.ts'
import { badRequest } from '../../../base/errors.ts'
import { changeOrganizationSettings } from '../../../organization/organization-changes.ts'
import { requireAdministrator } from '../../../people/permissions.ts'
import { eventOf, without, type CallRewrite, type Fields, type LevelChange } from '../../change.ts'
import { nearestPolicy, organizationGroup, ownPolicy, readGroup, valueOfPolicy } from '../../group-settings.ts'
import { formerPolicies, newSettings, type FormerPolicy, type GroupSetting } from '../../group-setting-table.ts'
import { withRealm } from './settings-names.ts'

/** Settings that this server cannot change separately from others of the same policy. */
const fixed: ReadonlySet<string> = new Set([
  'can_create_bots_group',
  'can_create_write_only_bots_group',
  'can_manage_all_groups',
])

/** Policies that became groups (newer-servers.md §1): registrations and events contain the groups. */
export const policies: readonly LevelChange[] = [
  ...formerPolicies.map((former): LevelChange => ({
    level: former.level,
    what: `${former.policy} is ${former.settings.map(({ name }) => name).join(' and ')}`,
    rewrite: {
      register: (state, { context }) =>
        withRealm(state, {
          ...realmFields(context, former.settings),
          [`realm_${former.policy}`]: nearestPolicy(context, former),
        }),
      event: (event, { context }) => {
        const data = changedPolicies(event)
        if (!(former.policy in data)) return [event]
        const groups = former.settings.map((given) => [given.name, valueOfPolicy(context, given, data[former.policy])])
        const rest = without(data, former.policy)
        return [
          eventOf({
            ...without(event, 'value'),
            op: 'update_dict',
            property: 'default',
            data: { ...rest, ...Object.fromEntries(groups) },
          }),
        ]
      },
      calls: { 'PATCH /realm': changesPolicy(former) },
    },
  })),
  ...formerPolicies
    .filter(({ goneFrom }) => goneFrom < Infinity)
    .map(({ goneFrom, policy }): LevelChange => ({
      level: goneFrom,
      what: `${policy} is told no more`,
      rewrite: { register: (state) => without(state, `realm_${policy}`) },
    })),
  ...newSettings.map((given): LevelChange => ({
    level: given.level,
    what: `${given.name} is a setting of the organization`,
    rewrite: {
      register: (state, { context }) => withRealm(state, realmFields(context, [given])),
      ...(given.decides ? { calls: { 'PATCH /realm': changesGroup(given) } } : {}),
    },
  })),
  {
    level: 341,
    what: 'can_subscribe_other_users is told no more',
    rewrite: { register: (state) => without(state, 'can_subscribe_other_users') },
  },
]

function realmFields(context: ServerContext, settings: readonly GroupSetting[]): Fields {
  return Object.fromEntries(settings.map(({ name }) => [`realm_${name}`, organizationGroup(context, name)]))
}

/** The settings in an event, in either of its forms. */
function changedPolicies(event: Fields & { readonly type: string }): Fields {
  if (event.type !== 'realm') return {}
  if (event.op === 'update') return { [String(event.property)]: event.value }
  return event.property === 'default' ? ((event.data ?? {}) as Fields) : {} // an object in update_dict
}

/** `PATCH /realm` with a group instead of a policy, which is no longer supported. */
function changesPolicy({ policy, settings }: FormerPolicy): CallRewrite {
  return async (call, next, { context }) => {
    call.parameters.disown(policy)
    const [first] = settings
    for (const given of settings) {
      const text = call.parameters.take(given.name)
      if (text === undefined || call.user === undefined) continue
      requireAdministrator(call.user)
      const value = readGroup(context, given, text, organizationGroup(context, given.name))
      const known = Object.entries(given.groups ?? {}).find(([, group]) => group === value)
      context.write(() => {
        if (given === first && known !== undefined && settings.length === 1) {
          changeOrganizationSettings(context, { [policy]: Number(known[0]) })
          return
        }
        if (fixed.has(given.name)) throw badRequest(`'${given.name}' cannot be changed at this server.`)
        // Each of the settings continues separately, with its previous value.
        for (const other of settings)
          context.levelSettings?.set('realm', other.name, organizationGroup(context, other.name))
        context.levelSettings?.set('realm', given.name, value)
        changeOrganizationSettings(context, { [policy]: ownPolicy(first ?? given) })
      })
    }
    return next()
  }
}

/** `PATCH /realm` with a group that never was a policy. */
function changesGroup(given: GroupSetting): CallRewrite {
  return async (call, next, { context }) => {
    const text = call.parameters.take(given.name)
    if (text !== undefined && call.user !== undefined) {
      requireAdministrator(call.user)
      const value = readGroup(context, given, text, organizationGroup(context, given.name))
      context.write(() => {
        context.levelSettings?.set('realm', given.name, value)
        context.events.publishToEverybody({
          type: 'realm',
          op: 'update_dict',
          property: 'default',
          data: { [given.name]: value },
        })
      })
    }
    return next()
  }
}
