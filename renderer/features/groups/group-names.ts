import type { GroupAudience, GroupName, GroupUses } from '#contract/people/groups.ts'
import { catalogue } from '#i18n/catalogue.ts'
import { isolated } from '#i18n/names.ts'

/** The name of a group in words. System groups are named by their role. */
export function groupTitle({ name, role }: Pick<GroupName, 'name' | 'role'>): string {
  return role === null ? name : catalogue.groups.roles[role]
}

/** The people of a permission in words. The name of a group does not turn the words around it. */
export function audienceText(audience: GroupAudience): string {
  return catalogue.groups.audience(
    audience.kind === 'group' ? { ...audience, name: isolated(audience.name) } : audience,
  )
}

/** The uses of a group as sentences; none without uses. */
export function usesText({ supergroups, streams, groups, isInOrganization }: GroupUses): readonly string[] {
  return catalogue.groups.usedIn({
    supergroups: supergroups.map(isolated),
    streams: streams.map(isolated),
    groups: groups.map(isolated),
    isInOrganization,
  })
}
