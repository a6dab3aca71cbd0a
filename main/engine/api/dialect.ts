/**
 * The one place that knows both names of the wire: the specification's `svc_*` and the `zulip_*` that deployed servers
 * of the same API send (design.md §6).
 */
const upstreamPrefix = 'zulip_'
const ownPrefix = 'svc_'

/** Gives an answer the specification's names; a name that is already there wins. `speaks_upstream` tells of the other ones. */
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

/** Parameters that ask the server to send picture addresses itself, in both names: the unknown one is ignored. */
export const plainAvatars = { client_extavatar: 'false', client_gravatar: 'false' } as const

/** Messages without a topic come with an empty one, not with a name for it (feature level 334); others ignore it. */
export const emptyTopicNames = { allow_empty_topic_name: 'true' } as const

const ownExtra = 'svc_extra_emoji'
const upstreamExtra = 'zulip_extra_emoji'

export function canonicalReactionType(type: string): string {
  return type === upstreamExtra ? ownExtra : type
}

/** The reaction type as the server at hand calls it. */
export function wireReactionType(type: string, isUpstream: boolean): string {
  return type === ownExtra && isUpstream ? upstreamExtra : type
}
