/** The roles (wire-protocol.md §2.15). Lower numbers have more rights. */
export const roles = { owner: 100, administrator: 200, moderator: 300, member: 400, guest: 600 } as const
