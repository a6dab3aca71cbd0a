import type { Failure, Result } from '#contract/base/failures.ts'
import type { EngineInput } from '#contract/calls.ts'
import type { OrganizationChange } from '#contract/organization/organization.ts'
import { actOfSetting } from '#shared/organization/organization-choices.ts'
import type { OrganizationAct } from '#shared/organization/right-choices.ts'
import { changeOrganization } from '../api/administration/organization.ts'
import type { Core } from '../core/core.ts'
import { systemNames } from '../state/groups/group-names.ts'
import { hasAnyGroup, isByGroup, permissionSetting, policyNumber } from '../state/permissions/permission-settings.ts'
import { newerNames, withChanges } from '../store/documents/organization-settings.ts'
import { arrival } from '../streams/server-change.ts'
import { Administration } from './administration.ts'
import { tryLinkifiers } from './linkifier-trial.ts'
import { changeList } from './list-changes.ts'
import { maxDescription, maxName } from './organization-limits.ts'

/** The handlers of the calls that change the organization at the server. */
export function organizationCalls(core: Core, ports: { readonly isOnline: () => boolean }) {
  const administration = new Administration(core, ports)
  return {
    'organization.change': (input: EngineInput<'organization.change'>) => change(core, administration, input.change),
    'organization.changeList': (input: EngineInput<'organization.changeList'>) =>
      changeList(core, administration, input.change),
    'organization.tryLinkifiers': async ({ text, written }: EngineInput<'organization.tryLinkifiers'>) => ({
      ok: true as const,
      value: await tryLinkifiers(core, text, written),
    }),
  }
}

async function change(core: Core, administration: Administration, wanted: OrganizationChange): Promise<Result<null>> {
  const problem = problemOf(wanted)
  if (problem !== null) return { ok: false, error: problem }
  const parameter = parameterOf(core, wanted)
  if (parameter === null) return { ok: false, error: { code: 'SETTING_MISSING' } }
  const { name, text, value } = parameter
  const changed = await administration.change({
    act: { act: actOf(wanted) },
    ask: (options) => changeOrganization(core.api, { [name]: text }, options),
  })
  if (!changed.ok) return changed
  await arrival(core, () => {
    const { organization, organizationSettings: settings } = core.accountState
    if (name === 'name') return organization?.name === value
    return JSON.stringify(withChanges(settings, { [name]: value })) === JSON.stringify(settings)
  })
  return { ok: true, value: null }
}

function problemOf(wanted: OrganizationChange): Failure | null {
  switch (wanted.kind) {
    case 'name': {
      const length = [...wanted.name.trim()].length
      if (length === 0) return { code: 'ORGANIZATION_NAME_MISSING' }
      return length > maxName ? { code: 'ORGANIZATION_NAME_TOO_LONG', values: { length, most: maxName } } : null
    }
    case 'description': {
      const length = [...wanted.description].length
      return length > maxDescription
        ? { code: 'ORGANIZATION_DESCRIPTION_TOO_LONG', values: { length, most: maxDescription } }
        : null
    }
    default:
      return null
  }
}

/** The act of a change, by the setting that it concerns. */
function actOf(wanted: OrganizationChange): OrganizationAct {
  switch (wanted.kind) {
    case 'switch':
    case 'limit':
    case 'stream':
      return actOfSetting(wanted.setting)
    case 'permission':
      return actOfSetting(wanted.permission)
    default:
      return actOfSetting(wanted.kind)
  }
}

/** A parameter of the request, and the value that the event of the change has. */
interface Parameter {
  readonly name: string
  readonly text: string
  readonly value: unknown
}

/** Returns the parameter of a change by the server's level; null if the server lacks the setting or the value. */
function parameterOf(core: Core, wanted: OrganizationChange): Parameter | null {
  const { capabilities } = core
  switch (wanted.kind) {
    case 'name':
      return plain('name', wanted.name.trim())
    case 'description':
      return plain('description', wanted.description)
    case 'switch':
      if (wanted.setting !== 'mandatory_topics' || !capabilities.topicsPolicy) return plain(wanted.setting, wanted.isOn)
      return plain('topics_policy', wanted.isOn ? 'disable_empty_topic' : 'allow_empty_topic')
    case 'limit':
      return limited(wanted.setting, wanted.seconds, null)
    case 'stream':
      return plain(
        capabilities.announcementStreams ? newerNames[wanted.setting] : wanted.setting,
        wanted.streamId ?? noStream,
      )
    case 'edit_history':
      if (capabilities.editHistoryVisibility) return plain('message_edit_history_visibility_policy', wanted.to)
      return wanted.to === 'moves' ? null : plain('allow_edit_history', wanted.to === 'all')
    case 'retention':
      return limited('message_retention_days', wanted.days, -1)
    case 'waiting':
      return plain('waiting_period_threshold', wanted.days)
    case 'permission':
      return permissionParameter(core, wanted)
  }
}

function permissionParameter(
  { accountState, capabilities }: Core,
  { permission, to }: Extract<OrganizationChange, { kind: 'permission' }>,
): Parameter | null {
  const featureLevel = accountState.organization?.featureLevel ?? 0
  const setting = permissionSetting(permission, featureLevel)
  if (setting === undefined) return null
  if (isByGroup(setting, featureLevel)) {
    const id = 'role' in to ? accountState.groups.system(systemNames[to.role])?.id : to.groupId
    if (id === undefined) return null
    const isWrapped = hasAnyGroup(setting, featureLevel) && capabilities.groupSettingChanges
    const text = isWrapped ? JSON.stringify({ new: id }) : String(id)
    return { name: permission, text, value: id }
  }
  const number = 'role' in to ? policyNumber(setting, to.role) : undefined
  return setting.policy === null || number === undefined ? null : plain(setting.policy.name, number)
}

/** The id of the service for no stream. */
const noStream = -1

function plain(name: string, value: string | number | boolean): Parameter {
  return { name, text: String(value), value }
}

/** @param none the value of events for no limit, which requests express as a word */
function limited(name: string, value: number | null, none: number | null): Parameter {
  return value === null ? { name, text: JSON.stringify('unlimited'), value: none } : plain(name, value)
}
