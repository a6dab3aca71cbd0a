import type { ServerContext } from '#server/context/context.ts'
import type { PerhapsAuthenticatedCall } from '#server/http/endpoint.ts'
import { setOrganizationSettings } from '#server/organization/organization-changes.ts'
import { requireAdministrator, requireOwner } from '#server/people/permissions.ts'
import type { UserRow } from '#server/store/people/users.ts'
import {
  eventOf,
  without,
  withRealm,
  type CallRewrite,
  type Fields,
  type LevelChange,
  type Scene,
} from '../../change.ts'
import {
  isSameGroup,
  nearestPolicy,
  organizationGroup,
  ownPolicy,
  readGroup,
  valueOfPolicy,
  type GroupValue,
} from '../../group-settings.ts'
import {
  earlySettings,
  formerPolicies,
  newSettings,
  type FormerPolicy,
  type GroupSetting,
} from '../../group-setting-table.ts'
import { permissionSettings } from '../../permission-settings.ts'

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
      calls: { 'PATCH /realm': changesGroup(given) },
    },
  })),
  ...earlySettings.map((given): LevelChange => ({
    level: 314,
    what: `${given.name} is changed like other groups of the organization`,
    rewrite: {
      register: (state, { context }) => withRealm(state, realmFields(context, [given])),
      calls: { 'PATCH /realm': changesEarly(given) },
    },
  })),
  {
    level: 264,
    what: 'which groups each setting takes is told of all of them, in fewer words',
    rewrite: {
      register: (state, { level }) =>
        'server_supported_permission_settings' in state
          ? { ...state, server_supported_permission_settings: permissionSettings(level) }
          : state,
    },
  },
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

/** `PATCH /realm` with a group instead of a policy, which later levels do not accept. */
function changesPolicy(former: FormerPolicy): CallRewrite {
  return async (call, next, scene) => {
    call.parameters.disown(former.policy)
    return changeGroups(former.settings, call, next, scene, (given, value) => {
      const { context } = scene
      const { policy, settings } = former
      // Each of the other settings that share the policy keeps its present value separately.
      for (const other of settings) {
        context.levelSettings?.set('realm', other.name, organizationGroup(context, other.name))
      }
      context.levelSettings?.set('realm', given.name, value)
      const known = Object.entries(given.groups ?? {}).find(([, group]) => group === value)
      const [first = given] = settings
      const number = settings.length === 1 && known !== undefined ? Number(known[0]) : ownPolicy(first)
      setOrganizationSettings(context, { [policy]: number })
    })
  }
}

/** `PATCH /realm` with a group whose id is the setting's value at the server's own level. */
function changesEarly(given: GroupSetting): CallRewrite {
  return (call, next, scene) => {
    const text = call.parameters.peek(given.name) ?? ''
    // The older form is only an id.
    if (/^\d*$/.test(text)) return next()
    return changeGroups([given], call, next, scene, (_, value) => {
      scene.context.levelSettings?.set('realm', given.name, value)
      if (typeof value === 'number') setOrganizationSettings(scene.context, { [given.name]: value })
    })
  }
}

/** `PATCH /realm` with a group setting that never was a policy. */
function changesGroup(given: GroupSetting): CallRewrite {
  return (call, next, scene) =>
    changeGroups([given], call, next, scene, (_, value) => {
      scene.context.levelSettings?.set('realm', given.name, value)
    })
}

/** Changes the given group settings of the organization and answers with those that changed. */
async function changeGroups(
  settings: readonly GroupSetting[],
  { parameters, user }: PerhapsAuthenticatedCall,
  next: () => Promise<Fields>,
  { context }: Scene,
  store: (given: GroupSetting, value: GroupValue) => void,
): Promise<Fields> {
  const wanted = settings.flatMap((given) => {
    const text = parameters.take(given.name)
    if (text === undefined || user === undefined) return []
    requireRight(user, given)
    const current = organizationGroup(context, given.name)
    const value = readGroup(context, given, text, current)
    return isSameGroup(value, current) ? [] : [{ given, value }]
  })
  const answer = await next()
  if (wanted.length === 0) return answer
  context.write(() => {
    for (const { given, value } of wanted) {
      store(given, value)
      context.events.publishToEverybody({
        type: 'realm',
        op: 'update_dict',
        property: 'default',
        data: { [given.name]: value },
      })
    }
  })
  return { ...answer, ...Object.fromEntries(wanted.map(({ given, value }) => [given.name, value])) }
}

/** Settings that only owners may change. */
const ofOwners: ReadonlySet<string> = new Set([
  'can_create_groups',
  'can_invite_users_group',
  'can_manage_all_groups',
  'create_multiuse_invite_group',
])

function requireRight(user: UserRow, { name }: GroupSetting): void {
  if (ofOwners.has(name)) requireOwner(user)
  else requireAdministrator(user)
}
