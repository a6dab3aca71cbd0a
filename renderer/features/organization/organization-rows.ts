import type { Snippet } from 'svelte'
import type { OrganizationChange, OrganizationMeta, PermissionItem } from '#contract/organization/organization.ts'
import type { GroupAudience } from '#contract/people/groups.ts'
import { catalogue } from '#i18n/catalogue.ts'
import type { SystemRole } from '#shared/group-choices.ts'
import {
  actOfSetting,
  editHistories,
  type EditHistory,
  type OrganizationLimit,
  type OrganizationPermission,
  type OrganizationStream,
  type OrganizationSwitch,
} from '#shared/organization/organization-choices.ts'
import { optionsOf, type SettingsRow } from '../../parts/settings/settings-rows.ts'
import type { Rights } from '../../state/rights.svelte.ts'
import { organizationSections, type OrganizationSection } from '../../state/routes/organization-sections.ts'
import type { SettingsPage } from '../../parts/settings/section-screen.svelte.ts'
import type { OrganizationChanges } from './organization-changes.svelte.ts'

const t = catalogue.organization

/** What the rows of the organization use. */
export interface OrganizationPorts {
  readonly meta: OrganizationMeta
  readonly permissions: readonly PermissionItem[]
  readonly rights: Pick<Rights, 'refusalOf'>
  readonly changes: Pick<OrganizationChanges, 'pending' | 'stateOf' | 'make'>
  /** Draws the form of the name and the description. */
  readonly profile: Snippet
  /** Draw the lists. */
  readonly lists: Readonly<Record<ListName, Snippet>>
}

type Legend = keyof typeof t.legends

/** A list that draws itself. */
type ListName = 'linkifiers' | 'playgrounds' | 'domains' | 'emoji'

/** A row: its group, and its setting. */
type RowPlan =
  | readonly [legend: Legend, kind: 'switch', setting: OrganizationSwitch]
  | readonly [legend: Legend, kind: 'limit', setting: OrganizationLimit]
  | readonly [legend: Legend, kind: 'stream', setting: OrganizationStream]
  | readonly [legend: Legend, kind: 'edit_history' | 'retention' | 'waiting']
  | readonly [legend: Legend, kind: 'permission', permission: OrganizationPermission]
  | readonly [legend: Legend, kind: 'profile']
  | readonly [kind: 'list', list: ListName]

/** The rows by their sections, in their order. */
export const organizationPlans: { readonly [S in OrganizationSection]: readonly RowPlan[] } = {
  profile: [
    ['profile', 'profile'],
    ['announcements', 'stream', 'notifications_stream_id'],
    ['announcements', 'stream', 'signup_notifications_stream_id'],
  ],
  people: [
    ['joining', 'switch', 'invite_required'],
    ['joining', 'switch', 'emails_restricted_to_domains'],
    ['joining', 'switch', 'disallow_disposable_email_addresses'],
    ['list', 'domains'],
    ['members', 'waiting'],
    ['members', 'switch', 'send_welcome_emails'],
    ['profiles', 'switch', 'name_changes_disabled'],
    ['profiles', 'switch', 'email_changes_disabled'],
    ['profiles', 'switch', 'avatar_changes_disabled'],
    ['profiles', 'switch', 'enable_guest_user_indicator'],
    ['privacy', 'switch', 'presence_disabled'],
    ['privacy', 'switch', 'enable_read_receipts'],
    ['privacy', 'switch', 'enable_spectator_access'],
    ['emails', 'switch', 'message_content_allowed_in_email_notifications'],
    ['emails', 'switch', 'digest_emails_enabled'],
  ],
  messages: [
    ['editing', 'switch', 'allow_message_editing'],
    ['editing', 'limit', 'message_content_edit_limit_seconds'],
    ['editing', 'edit_history'],
    ['editing', 'limit', 'message_content_delete_limit_seconds'],
    ['moving', 'limit', 'move_messages_within_stream_limit_seconds'],
    ['moving', 'limit', 'move_messages_between_streams_limit_seconds'],
    ['display', 'switch', 'mandatory_topics'],
    ['display', 'switch', 'inline_image_preview'],
    ['display', 'switch', 'inline_url_embed_preview'],
    ['keeping', 'retention'],
  ],
  permissions: [
    ['streams', 'permission', 'can_create_public_channel_group'],
    ['streams', 'permission', 'can_create_private_channel_group'],
    ['streams', 'permission', 'can_create_web_public_channel_group'],
    ['streams', 'permission', 'can_add_subscribers_group'],
    ['invitations', 'permission', 'can_invite_users_group'],
    ['invitations', 'permission', 'create_multiuse_invite_group'],
    ['messages', 'permission', 'can_move_messages_between_topics_group'],
    ['messages', 'permission', 'can_move_messages_between_channels_group'],
    ['messages', 'permission', 'can_resolve_topics_group'],
    ['messages', 'permission', 'can_delete_any_message_group'],
    ['messages', 'permission', 'can_delete_own_message_group'],
    ['messages', 'permission', 'can_mention_many_users_group'],
    ['messages', 'permission', 'direct_message_initiator_group'],
    ['groups', 'permission', 'can_create_groups'],
    ['groups', 'permission', 'can_manage_all_groups'],
    ['more', 'permission', 'can_add_custom_emoji_group'],
    ['more', 'permission', 'can_create_bots_group'],
    ['more', 'permission', 'can_create_write_only_bots_group'],
  ],
  emoji: [['list', 'emoji']],
  linkifiers: [['list', 'linkifiers']],
  playgrounds: [['list', 'playgrounds']],
}

/** Returns the pages of the organization's settings; those that the server lacks are left out. */
export function organizationPages(ports: OrganizationPorts): readonly SettingsPage<OrganizationSection>[] {
  return organizationSections.map((section) => ({
    section,
    title: t.sections[section],
    rows: organizationPlans[section].flatMap((plan) => rowOf(ports, plan) ?? []),
  }))
}

function rowOf(ports: OrganizationPorts, plan: RowPlan): SettingsRow | null {
  if (plan[0] === 'list') return listRow(ports, plan[1])
  const [legend, kind] = plan
  switch (kind) {
    case 'profile':
      return {
        kind: 'custom',
        legend: t.legends[legend],
        title: t.profile.name,
        words: [t.profile.description, ...t.profile.words],
        holds: 'organization',
        content: ports.profile,
      }
    case 'switch':
      return switchRow(ports, legend, plan[2])
    case 'limit':
      return limitRow(ports, legend, plan[2])
    case 'stream':
      return streamRow(ports, legend, plan[2])
    case 'edit_history':
      return editHistoryRow(ports, legend)
    case 'retention':
      return retentionRow(ports, legend)
    case 'waiting':
      return waitingRow(ports, legend)
    case 'permission':
      return permissionRow(ports, legend, plan[2])
  }
}

function listRow({ lists }: OrganizationPorts, list: ListName): SettingsRow {
  const { title, legend, words } = catalogue.organizationLists[list]
  return { kind: 'custom', legend, title, words, holds: 'organization', content: lists[list] }
}

interface RowTexts {
  readonly title: string
  readonly hint?: string
  readonly words?: readonly string[]
}

/** What all rows of settings have. @param key the name of the setting, which is the key of its changes */
function base({ rights, changes }: OrganizationPorts, legend: Legend, key: string, { title, hint, words }: RowTexts) {
  const refusal = rights.refusalOf(actOfSetting(key))
  const isAllLocked = rights.refusalOf('edit_organization') !== null
  const state = changes.stateOf(key)
  return {
    legend: t.legends[legend],
    title,
    ...(hint === undefined ? {} : { hint }),
    ...(words === undefined ? {} : { words }),
    holds: 'organization' as const,
    ...(refusal === null ? {} : { locked: isAllLocked ? '' : catalogue.rights.refused(refusal) }),
    ...(state === undefined ? {} : { state }),
  }
}

/** Returns the value of a row: that of a change under way, else the server's. */
function valueOf<K extends OrganizationChange['kind'], V>(
  { changes }: OrganizationPorts,
  key: string,
  kind: K,
  read: (change: Extract<OrganizationChange, { kind: K }>) => V,
  present: V,
): V {
  const change = changes.pending(key)
  // The kind of a row's changes is always the same.
  return change?.kind === kind ? read(change as Extract<OrganizationChange, { kind: K }>) : present
}

function switchRow(ports: OrganizationPorts, legend: Legend, setting: OrganizationSwitch): SettingsRow | null {
  const present = ports.meta.switches[setting]
  if (present === undefined) return null
  return {
    kind: 'switch',
    ...base(ports, legend, setting, t.switches[setting]),
    isOn: valueOf(ports, setting, 'switch', ({ isOn }) => isOn, present),
    change: (isOn) => void ports.changes.make(setting, { kind: 'switch', setting, isOn }),
  }
}

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** The time limits that are offered, in seconds. */
const offeredLimits: readonly number[] = [
  ...[1, 2, 5, 10, 15, 30].map((count) => count * minute),
  ...[1, 2, 4, 8, 12].map((count) => count * hour),
  ...[1, 2, 3, 7, 14, 30].map((count) => count * day),
]

/** Returns the offered numbers with the present one, in ascending order. */
function withPresent(offered: readonly number[], present: number | null): readonly number[] {
  return present === null || offered.includes(present) ? offered : [...offered, present].sort((a, b) => a - b)
}

function limitRow(ports: OrganizationPorts, legend: Legend, setting: OrganizationLimit): SettingsRow {
  const seconds = valueOf(ports, setting, 'limit', (change) => change.seconds, ports.meta.limits[setting])
  return {
    kind: 'choice',
    isMenu: true,
    ...base(ports, legend, setting, t.limits[setting]),
    options: optionsOf(
      seconds ?? 0,
      [
        ...withPresent(offeredLimits, seconds).map((each) => [each, catalogue.rights.limit(each)] as const),
        [0, t.noLimit] as const,
      ],
      (each) => void ports.changes.make(setting, { kind: 'limit', setting, seconds: each === 0 ? null : each }),
    ),
  }
}

function streamRow(ports: OrganizationPorts, legend: Legend, setting: OrganizationStream): SettingsRow {
  const streamId = valueOf(ports, setting, 'stream', (change) => change.streamId, ports.meta.streams[setting])
  return {
    kind: 'choice',
    isMenu: true,
    ...base(ports, legend, setting, t.streams[setting]),
    options: optionsOf<number>(
      streamId ?? -1,
      [[-1, t.noStream] as const, ...ports.meta.streamChoices.map(({ id, name }) => [id, name] as const)],
      (id) => void ports.changes.make(setting, { kind: 'stream', setting, streamId: id === -1 ? null : id }),
    ),
  }
}

function editHistoryRow(ports: OrganizationPorts, legend: Legend): SettingsRow {
  const { meta, changes } = ports
  const offered = editHistories.filter((each) => each !== 'moves' || meta.hasMovesOnly)
  return {
    kind: 'choice',
    isMenu: true,
    ...base(ports, legend, 'edit_history', t.editHistory),
    options: optionsOf<EditHistory>(
      valueOf(ports, 'edit_history', 'edit_history', ({ to }) => to, meta.editHistory),
      offered.map((each) => [each, t.editHistory.options[each]] as const),
      (to) => void changes.make('edit_history', { kind: 'edit_history', to }),
    ),
  }
}

const offeredRetention = [7, 30, 90, 180, 365, 730, 1825]

function retentionRow(ports: OrganizationPorts, legend: Legend): SettingsRow {
  const days = valueOf(ports, 'retention', 'retention', (change) => change.days, ports.meta.retentionDays)
  return {
    kind: 'choice',
    isMenu: true,
    ...base(ports, legend, 'retention', t.retention),
    options: optionsOf(
      days ?? 0,
      [
        [0, t.retention.forever] as const,
        ...withPresent(offeredRetention, days).map((each) => [each, catalogue.rights.limit(each * day)] as const),
      ],
      (each) => void ports.changes.make('retention', { kind: 'retention', days: each === 0 ? null : each }),
    ),
  }
}

const offeredWaiting = [0, 1, 3, 7, 14, 30]

function waitingRow(ports: OrganizationPorts, legend: Legend): SettingsRow {
  const days = valueOf(ports, 'waiting', 'waiting', (change) => change.days, ports.meta.waitingDays)
  return {
    kind: 'choice',
    isMenu: true,
    ...base(ports, legend, 'waiting', t.waiting),
    options: optionsOf(
      days,
      withPresent(offeredWaiting, days).map(
        (each) => [each, each === 0 ? t.waiting.none : catalogue.rights.limit(each * day)] as const,
      ),
      (each) => void ports.changes.make('waiting', { kind: 'waiting', days: each }),
    ),
  }
}

function permissionRow(
  ports: OrganizationPorts,
  legend: Legend,
  permission: OrganizationPermission,
): SettingsRow | null {
  const item = ports.permissions.find((each) => each.permission === permission)
  if (item === undefined) return null
  const { changes, meta } = ports
  const groups = item.hasGroups ? meta.groupChoices : []
  const present = keyOf(item.audience, groups)
  const value = valueOf(
    ports,
    permission,
    'permission',
    ({ to }) => ('role' in to ? `role:${to.role}` : `group:${to.groupId}`),
    present,
  )
  const roles = item.roles.map((role) => [`role:${role}`, catalogue.groups.roles[role]] as const)
  const isOffered = item.roles.some((role) => present === `role:${role}`) || present.startsWith('group:')
  const others = item.audience === null ? t.unknownAudience : catalogue.groups.audience(item.audience)
  return {
    kind: 'choice',
    isMenu: true,
    ...base(ports, legend, permission, t.permissions[permission]),
    options: optionsOf(
      value,
      [
        ...(isOffered ? [] : [[present, others] as const]),
        ...roles,
        ...groups.map(({ id, name }) => [`group:${id}`, name] as const),
      ],
      (key) => {
        const to = targetOf(key, item.roles)
        if (to !== null) void changes.make(permission, { kind: 'permission', permission, to })
      },
    ),
  }
}

/** The key of an audience among the options. */
function keyOf(audience: GroupAudience | null, groups: OrganizationMeta['groupChoices']): string {
  if (audience?.kind === 'role') return `role:${audience.role}`
  const group = audience?.kind === 'group' ? groups.find(({ name }) => name === audience.name) : undefined
  return group === undefined ? 'others' : `group:${group.id}`
}

/** The target of a change; null for the present people, who cannot be chosen. */
function targetOf(
  key: string,
  roles: readonly SystemRole[],
): Extract<OrganizationChange, { kind: 'permission' }>['to'] | null {
  const role = roles.find((each) => key === `role:${each}`)
  if (role !== undefined) return { role }
  return key.startsWith('group:') ? { groupId: Number(key.slice('group:'.length)) } : null
}
