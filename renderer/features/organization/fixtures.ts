import type { OrganizationMeta, PermissionItem } from '#contract/organization/organization.ts'
import type { RightItem } from '#contract/people/people-administration.ts'
import type { RightRefusal } from '#contract/people/rights.ts'
import { organizationPermissions, organizationSwitches } from '#shared/organization/organization-choices.ts'
import { organizationActs, type OrganizationAct } from '#shared/organization/right-choices.ts'
import { fixture, type ShownFixture } from '#tests/e2e/fixtures/build.ts'

/** The items of the view of rights. */
const rightItems = (refusals: Readonly<Partial<Record<OrganizationAct, RightRefusal>>>): readonly RightItem[] =>
  organizationActs.map((act) => ({ key: `right:${act}`, kind: 'right', act, refusal: refusals[act] ?? null }))

const onlyOwners = { code: 'role', least: 'owner' } as const
/** The rights of an administrator who is no owner. */
export const administrator = {
  items: rightItems({ edit_owner_settings: onlyOwners }),
  meta: { role: 'administrator', botTypes: [], minPassword: 0 },
} as const
const member = {
  items: rightItems({ edit_organization: { code: 'role', least: 'administrator' }, edit_owner_settings: onlyOwners }),
  meta: { ...administrator.meta, role: 'member' },
} as const

/** The settings of an organization as an administrator has them. */
export const organizationMeta: OrganizationMeta = {
  isReady: true,
  name: 'Alder Robotics',
  description: 'Arms that can stand the weather.',
  switches: Object.fromEntries(organizationSwitches.map((name, index) => [name, index % 2 === 0])),
  limits: {
    message_content_edit_limit_seconds: 600,
    message_content_delete_limit_seconds: 5400,
    move_messages_within_stream_limit_seconds: null,
    move_messages_between_streams_limit_seconds: 604_800,
  },
  streams: { notifications_stream_id: 2, signup_notifications_stream_id: null },
  streamChoices: [
    { id: 2, name: 'announcements' },
    { id: 1, name: 'arm-firmware' },
  ],
  groupChoices: [{ id: 20, name: 'release-crew' }],
  editHistory: 'moves',
  hasMovesOnly: true,
  retentionDays: null,
  waitingDays: 3,
  maxName: 40,
  maxDescription: 1000,
}

export const permissionItems: readonly PermissionItem[] = organizationPermissions.map((permission, index) => ({
  key: `permission:${permission}`,
  kind: 'permission',
  permission,
  audience:
    index % 4 === 1
      ? { kind: 'group', name: 'release-crew' }
      : index % 4 === 2
        ? { kind: 'some', people: 3, groups: 1 }
        : { kind: 'role', role: 'members' },
  roles: ['nobody', 'owners', 'administrators', 'moderators', 'full_members', 'members'],
  hasGroups: true,
}))

/** The settings of the organization, for an administrator and for a member. */
export const fixtures: Readonly<Record<string, ShownFixture>> = {
  'organization-permissions': {
    fixture: fixture({
      views: { organization: { items: permissionItems, meta: organizationMeta }, rights: administrator },
    }),
    opens: 'conversation',
  },
  'organization-linkifiers': {
    fixture: fixture({
      views: {
        organization: { items: permissionItems, meta: organizationMeta },
        rights: administrator,
        linkifiers: {
          items: [
            {
              key: 'linkifier:1',
              kind: 'linkifier',
              linkifierId: 1,
              pattern: 'PR-(?P<id>[0-9]{1,6})',
              urlTemplate: 'https://git.alder.example/firmware/pulls/{id}',
            },
            {
              key: 'linkifier:2',
              kind: 'linkifier',
              linkifierId: 2,
              pattern: '#(?P<id>[0-9]+)',
              urlTemplate: 'https://tracker.alder.example/{id}',
            },
          ],
          meta: { isReady: true, total: 2 },
        },
      },
    }),
    opens: 'conversation',
  },
  'organization-emoji': {
    fixture: fixture({
      views: {
        organization: { items: permissionItems, meta: organizationMeta },
        rights: administrator,
        organization_emoji: {
          items: [
            {
              key: 'own_emoji:1',
              kind: 'own_emoji',
              name: 'weatherproof',
              picture: null,
              author: { id: 2, name: 'Ada Weber' },
              canRemove: true,
            },
          ],
          meta: { isReady: true, total: 1, found: 1 },
        },
      },
    }),
    opens: 'conversation',
  },
  'organization-of-member': {
    fixture: fixture({
      views: { organization: { items: permissionItems, meta: organizationMeta }, rights: member },
    }),
    opens: 'conversation',
  },
}
