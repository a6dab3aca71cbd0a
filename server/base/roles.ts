/** Roles as numbers (wire-protocol.md §2.15). */
export const roles = { owner: 100, administrator: 200, moderator: 300, member: 400, guest: 600 } as const

/** The role of a reader without an account; never stored. */
export const spectatorRole = 700

export function roleName(role: number): string {
  return Object.entries(roles).find(([, number]) => number === role)?.[0] ?? 'member'
}
