/** The sections of the organization's settings, in the order of their list. */
export const organizationSections = [
  'profile',
  'people',
  'messages',
  'permissions',
  'emoji',
  'linkifiers',
  'playgrounds',
] as const
export type OrganizationSection = (typeof organizationSections)[number]

/** Parses the name of a section. Returns null for one of another version. */
export function readOrganizationSection(value: unknown): OrganizationSection | null {
  return organizationSections.find((section) => section === value) ?? null
}
