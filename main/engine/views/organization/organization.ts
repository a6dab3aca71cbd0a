import type { OrganizationMeta, PermissionItem } from '#contract/organization/organization.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { organizationPermissions, organizationSwitches } from '#shared/organization/organization-choices.ts'
import type { ReadCore } from '../../core/read-core.ts'
import { maxDescription, maxName } from '../../organization/organization-limits.ts'
import type { Change } from '../../state/changes.ts'
import {
  hasAnyGroup,
  isByGroup,
  offeredRoles,
  permissionAudience,
  permissionSetting,
} from '../../state/permissions/permission-settings.ts'
import type { OrganizationSettings } from '../../store/documents/organization-settings.ts'
import type { View } from '../view.ts'

/** The view of the organization's settings. */
export class OrganizationView implements View<'organization'> {
  readonly #core: ReadCore

  constructor(core: ReadCore) {
    this.#core = core
  }

  isAffected({ kind }: Change): boolean {
    return kind === 'organization' || kind === 'groups' || kind === 'streams' || kind === 'epoch'
  }

  compute(): { items: PermissionItem[]; meta: OrganizationMeta } {
    const { accountState, capabilities } = this.#core
    const { organization: settings } = accountState.organizationSettings
    const streamId = (id: number) => (id > 0 ? id : null)
    return {
      items: this.#permissions(settings, accountState.organization?.featureLevel ?? 0),
      meta: {
        isReady: accountState.organization !== undefined,
        name: accountState.organization?.name ?? '',
        description: settings.description,
        switches: Object.fromEntries(
          organizationSwitches.flatMap((name) => {
            const value = settings[name]
            return value === undefined ? [] : [[name, value] as const]
          }),
        ),
        limits: {
          message_content_edit_limit_seconds: settings.message_content_edit_limit_seconds,
          message_content_delete_limit_seconds: settings.message_content_delete_limit_seconds,
          move_messages_within_stream_limit_seconds: settings.move_messages_within_stream_limit_seconds,
          move_messages_between_streams_limit_seconds: settings.move_messages_between_streams_limit_seconds,
        },
        streams: {
          notifications_stream_id: streamId(settings.notifications_stream_id),
          signup_notifications_stream_id: streamId(settings.signup_notifications_stream_id),
        },
        streamChoices: this.#streamChoices([settings.notifications_stream_id, settings.signup_notifications_stream_id]),
        groupChoices: this.#groupChoices(),
        editHistory: settings.message_edit_history_visibility_policy ?? (settings.allow_edit_history ? 'all' : 'none'),
        hasMovesOnly: capabilities.editHistoryVisibility,
        retentionDays: settings.message_retention_days > 0 ? settings.message_retention_days : null,
        waitingDays: settings.waiting_period_threshold,
        maxName,
        maxDescription,
      },
    }
  }

  #permissions(settings: OrganizationSettings, featureLevel: number): PermissionItem[] {
    // Several permissions have one policy, until each has its group.
    const policies = new Set<string>()
    return organizationPermissions.flatMap((permission) => {
      const setting = permissionSetting(permission, featureLevel)
      if (setting === undefined) return []
      if (!isByGroup(setting, featureLevel) && setting.policy !== null) {
        if (policies.has(setting.policy.name)) return []
        policies.add(setting.policy.name)
      }
      const audience = permissionAudience(setting, settings, this.#core.accountState.groups)
      const roles = offeredRoles(setting, featureLevel)
      const hasGroups = hasAnyGroup(setting, featureLevel)
      return [{ key: `permission:${permission}`, kind: 'permission' as const, permission, audience, roles, hasGroups }]
    })
  }

  /** The streams in use by name; those that a setting names are never left out. */
  #streamChoices(chosen: readonly number[]): OrganizationMeta['streamChoices'] {
    const streams = [...this.#core.accountState.streams.values()].filter(
      ({ id, is_archived, is_private, is_subscribed }) =>
        chosen.includes(id) || (is_archived === 0 && (is_private === 0 || is_subscribed === 1)),
    )
    return firstNamed(streams, chosen)
  }

  #groupChoices(): OrganizationMeta['groupChoices'] {
    const groups = this.#core.accountState.groups.all()
    return firstNamed(
      groups.filter(({ is_system, is_deactivated }) => is_system === 0 && is_deactivated === 0),
      [],
    )
  }
}

/** Returns the first entries by name, and all that are `kept`. */
function firstNamed<Id extends number>(
  entries: readonly { readonly id: Id; readonly name: string }[],
  kept: readonly number[],
): { readonly id: Id; readonly name: string }[] {
  return entries
    .map(({ id, name }) => ({ id, name }))
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.id - b.id))
    .filter(({ id }, index) => index < clientLimits.settingChoices.most || kept.includes(id))
}
