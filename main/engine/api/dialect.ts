/**
 * The only module that knows both dialects of the protocol: the specification's `svc_*` names and the `zulip_*` names
 * of deployed servers with the same API.
 */
const upstreamPrefix = 'zulip_'
const ownPrefix = 'svc_'

/**
 * Renames the fields of an answer to the specification's names; an existing name takes precedence. `speaks_upstream` is
 * set if any field was renamed.
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

/** Parameters of both dialects that make the server send avatar addresses; a server ignores the unknown one. */
export const plainAvatars = { client_extavatar: 'false', client_gravatar: 'false' } as const

/** Requests empty topics instead of a name for them (feature level 334); older servers ignore it. */
export const emptyTopicNames = { allow_empty_topic_name: 'true' } as const

const ownExtra = 'svc_extra_emoji'
const upstreamExtra = 'zulip_extra_emoji'

/** The reaction type in the specification's dialect. */
export function canonicalReactionType(type: string): string {
  return type === upstreamExtra ? ownExtra : type
}

/** The reaction type in the server's dialect. */
export function wireReactionType(type: string, isUpstream: boolean): string {
  return type === ownExtra && isUpstream ? upstreamExtra : type
}

/** The home view of recent conversations, as servers below level 454 name it (newer-servers.md §11). */
const olderRecent = 'recent_topics'

/** The value of a setting of the account in the present names. */
export function canonicalSetting<T>(property: string, value: T): T | 'recent' {
  return property === 'web_home_view' && value === olderRecent ? 'recent' : value
}

/** The value of a setting of the account in the server's names. @param hasNewNames whether the server has level 454 */
export function wireSetting(property: string, value: boolean | number | string, hasNewNames: boolean): string {
  return property === 'web_home_view' && value === 'recent' && !hasNewNames ? olderRecent : String(value)
}
