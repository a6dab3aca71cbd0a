/** The sections of the settings, in the order of their list. */
export const settingsSections = [
  'appearance',
  'reading',
  'writing',
  'notifications',
  'storage',
  'shortcuts',
  'network',
  'account',
  'updates',
  'about',
] as const
export type SettingsSection = (typeof settingsSections)[number]

/** Parses the name of a section. Returns null for one of another version. */
export function readSection(value: unknown): SettingsSection | null {
  return settingsSections.find((section) => section === value) ?? null
}
