/**
 * The only place that knows both dialects of the protocol: the specification's `svc_*` and the `zulip_*` of deployed
 * servers of the same API.
 */
const upstreamPrefix = 'zulip_'
const ownPrefix = 'svc_'

/**
 * Renames the fields of an answer to the specification's names; an existing name takes precedence. `speaks_upstream` is
 * set if there were other names.
 */
export function canonicalNames(answer: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const canonical: Record<string, unknown> = { ...answer }
  for (const [name, value] of Object.entries(answer)) {
    if (!name.startsWith(upstreamPrefix)) continue
    const own = ownPrefix + name.slice(upstreamPrefix.length)
    canonical[own] ??= value
    canonical.speaks_upstream = true
  }
  return canonical
}

/** Parameters that make the server send avatar addresses, in both dialects: the unknown one is ignored. */
export const plainAvatars = { client_extavatar: 'false', client_gravatar: 'false' } as const

/** Requests an empty topic instead of a name for it (feature level 334); other servers ignore it. */
export const emptyTopicNames = { allow_empty_topic_name: 'true' } as const

const ownExtra = 'svc_extra_emoji'
const upstreamExtra = 'zulip_extra_emoji'

export function canonicalReactionType(type: string): string {
  return type === upstreamExtra ? ownExtra : type
}

/** The reaction type in the server's dialect. */
export function wireReactionType(type: string, isUpstream: boolean): string {
  return type === ownExtra && isUpstream ? upstreamExtra : type
}
