import type { ServerContext } from '#server/context/context.ts'
import { pathInteger, type PerhapsAuthenticatedCall } from '#server/http/endpoint.ts'
import { badRequest, ServiceError } from '#server/base/errors.ts'
import { groupObject, mayActOnGroup } from '#server/people/groups.ts'
import type { GroupRow } from '#server/store/people/groups.ts'
import { objects, type Fields, type LevelChange, type Scene } from '../../change.ts'
import {
  groupPlace,
  isDeactivated,
  organizationGroup,
  settingOfGroup,
  streamGroup,
  type GroupValue,
} from '../../group-settings.ts'
import { earlySettings, formerPolicies, groupSettings, newSettings, streamSettings } from '../../group-setting-table.ts'

/** Deactivation and reactivation of groups (newer-servers.md §5). */
export const groupEnds: readonly LevelChange[] = [
  {
    level: 290,
    what: 'groups can be deactivated, and say whether they are',
    rewrite: {
      forms: { group: (group, { context }) => ({ ...group, deactivated: isDeactivated(context, Number(group.id)) }) },
      routes(_app, api, scene) {
        const { context } = scene
        api.authenticated('POST', '/user_groups/:user_group_id/deactivate', (call) => {
          context.write(() => {
            const group = editable(context, call)
            if (isDeactivated(context, group.id)) throw badRequest('User group is already deactivated.')
            requireUnused(scene, group)
            context.levelSettings?.set(groupPlace(group.id), 'deactivated', true)
            tell(context, group, true)
          })
          return {}
        })
      },
    },
  },
  {
    level: 294,
    what: 'deactivated groups are told to whoever takes them; groups are not deleted any more',
    rewrite: {
      register: (state, { capabilities }) =>
        'realm_user_groups' in state && !capabilities.has('include_deactivated_groups')
          ? { ...state, realm_user_groups: inUse(state.realm_user_groups) }
          : state,
      calls: {
        'DELETE /user_groups/:user_group_id'() {
          throw new ServiceError('BAD_REQUEST', 'Method Not Allowed', { status: 405 })
        },
        async 'GET /user_groups'(call, next) {
          const text = call.parameters.take('include_deactivated_groups')
          const answer = await next()
          return text === 'true' ? answer : { ...answer, user_groups: inUse(answer.user_groups) }
        },
      },
    },
  },
  {
    level: 386,
    what: 'a group can be put in use again',
    rewrite: {
      calls: {
        async 'PATCH /user_groups/:user_group_id'(call, next, { context }) {
          const text = call.parameters.take('deactivated')
          if (text === undefined) return next()
          if (text !== 'false') throw badRequest('Invalid deactivated')
          context.write(() => {
            const group = editable(context, call)
            if (!isDeactivated(context, group.id)) throw badRequest('User group is not deactivated.')
            context.levelSettings?.set(groupPlace(group.id), 'deactivated', false)
            tell(context, group, false)
          })
          const isMore = ['name', 'description', ...groupSettings.map(({ name }) => name)].some(
            (name) => call.parameters.peek(name) !== undefined,
          )
          return isMore ? next() : {}
        },
      },
    },
  },
]

function inUse(groups: unknown): Fields[] {
  return objects(groups).filter((group) => group.deactivated !== true)
}

/** @throws ServiceError `BAD_REQUEST` if the group does not exist or the user may not change it */
function editable(context: ServerContext, call: PerhapsAuthenticatedCall): GroupRow {
  const group = context.tables.groups.get(pathInteger(call, 'user_group_id'))
  if (group === undefined) throw badRequest('Invalid user group')
  if (group.is_system_group === 1 || call.user === undefined || !mayActOnGroup(context, call.user, group, 'manage')) {
    throw badRequest('Insufficient permission')
  }
  return group
}

/**
 * Publishes the change: as an update to clients that support deactivated groups, as a removal or an addition to others.
 */
function tell(context: ServerContext, group: GroupRow, deactivated: boolean): void {
  const ids = context.tables.users.all().map((user) => user.id)
  context.events.publishToAll(ids, (options) => {
    if (options.otherCapabilities.includes('include_deactivated_groups')) {
      return { type: 'user_group', op: 'update', group_id: group.id, data: { deactivated } }
    }
    return deactivated
      ? { type: 'user_group', op: 'remove', group_id: group.id }
      : { type: 'user_group', op: 'add', group: groupObject(context, group) }
  })
}

/** @throws ServiceError `CANNOT_DEACTIVATE_GROUP_IN_USE` with the settings that use the group */
function requireUnused({ context, level }: Scene, { id }: GroupRow): void {
  const { groups, streams } = context.tables
  const names = (value: GroupValue) => (typeof value === 'number' ? value === id : value.direct_subgroups.includes(id))
  const live = (other: number) => other !== id && !isDeactivated(context, other)
  const supergroups = groups.supergroups(id).filter(live)
  const ofRealm = [...formerPolicies.flatMap(({ settings }) => settings), ...newSettings, ...earlySettings]
    .filter((given) => !('level' in given) || Number(given.level) <= level)
    .map(({ name }) => name)
    .filter((name) => names(organizationGroup(context, name)))
  const ofStreams = streams.all().flatMap((stream) => {
    const settings = streamSettings
      .filter((given) => given.level <= level)
      .map(({ name }) => name)
      .filter((name) => names(streamGroup(context, stream, name)))
    return settings.length === 0 ? [] : [{ type: 'channel', channel_id: stream.id, settings }]
  })
  const ofGroups = groups
    .all()
    .filter((other) => live(other.id))
    .flatMap((other) => {
      const settings = groupSettings
        .filter((given) => given.level <= level)
        .map(({ name }) => name)
        .filter((name) => names(settingOfGroup(context, other, name)))
      return settings.length === 0 ? [] : [{ type: 'user_group', group_id: other.id, settings }]
    })
  const objections = [
    ...(supergroups.length === 0 ? [] : [{ type: 'subgroup', supergroup_ids: supergroups }]),
    ...(ofRealm.length === 0 ? [] : [{ type: 'realm', settings: ofRealm }]),
    ...ofStreams,
    ...ofGroups,
  ]
  if (objections.length === 0) return
  throw new ServiceError('CANNOT_DEACTIVATE_GROUP_IN_USE', 'Cannot deactivate user group in use.', {
    extra: { objections },
  })
}
