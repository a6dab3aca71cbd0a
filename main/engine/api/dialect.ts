/**
 * The one place that knows both names of the wire: the specification's `svc_*` and the `zulip_*` that deployed servers
 * of the same API send (design.md §6).
 */
const upstreamPrefix = 'zulip_'
const ownPrefix = 'svc_'

/** Gives an answer the specification's names; a name that is already there wins. */
export function canonicalNames(answer: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const canonical: Record<string, unknown> = { ...answer }
  for (const [name, value] of Object.entries(answer)) {
    if (!name.startsWith(upstreamPrefix)) continue
    const own = ownPrefix + name.slice(upstreamPrefix.length)
    canonical[own] ??= value
  }
  return canonical
}

/** Parameters that ask the server to send picture addresses itself, in both names: the unknown one is ignored. */
export const plainAvatars = { client_extavatar: 'false', client_gravatar: 'false' } as const
