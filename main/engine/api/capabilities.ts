/** Below this feature level the calls that Skein rests on are missing (narrow flags, `include_anchor`). */
export const oldestFeatureLevel = 155

/** What servers learnt, and at which feature level (service-api.md "Versioning", wire-protocol.md §2.12 and §2.17). */
const since = {
  /** `POST /user_topics` instead of the deprecated muted-topics call. */
  userTopics: 170,
  /** `type=direct` instead of `private` when sending. */
  directType: 174,
  /** `dm` instead of `pm-with`, `is:dm` instead of `is:private`. */
  directOperators: 177,
  /** Messages can be sent later. */
  scheduledMessages: 179,
  /** What is to be sent later can be changed. */
  scheduledChanges: 184,
  /** Topics can be followed. */
  followTopics: 219,
  /** Who is deactivated is told by an update, by `realm_user` `remove` before. */
  deactivationUpdates: 222,
  /** `has:reaction` in a narrow. */
  reactionNarrow: 249,
  /** `channel` and `channels` in a narrow, `stream` and `streams` before. */
  channelOperators: 250,
  /** Reports of presence say what is known already, and bring what has changed since alone. */
  presenceUpdates: 263,
  /** `is:followed` in a narrow. */
  followedNarrow: 265,
  /** `GET /messages` takes ids. */
  messageIds: 300,
  /** A topic may be empty; before, messages without one got the name `(no topic)`. */
  emptyTopics: 334,
  /** `last_edit_timestamp` is of the text alone, and moves have a time of their own. */
  moveTimes: 365,
  /** An edit names the text that it starts from: another one there refuses it. */
  contentHashes: 379,
  /** Times of attachments are UNIX seconds, milliseconds before. */
  attachmentSeconds: 443,
  /** A longer life of the event queue is asked for as `idle_queue_timeout`, as `queue_lifespan_secs` before. */
  idleQueueTimeout: 481,
} as const

export type Capability = keyof typeof since

/** What the server at hand can do, decided once from its feature level (design.md §6). */
export type Capabilities = Readonly<Record<Capability, boolean>>

export const capabilityLevels: Readonly<Record<Capability, number>> = since

export function capabilitiesOf(featureLevel: number): Capabilities {
  const entries = Object.entries(since).map(([name, level]) => [name, featureLevel >= level] as const)
  return Object.fromEntries(entries) as Record<Capability, boolean> // the same names
}
