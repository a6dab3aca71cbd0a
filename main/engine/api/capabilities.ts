/** Servers below this feature level lack calls that Skein requires (narrow flags, `include_anchor`). */
export const oldestFeatureLevel = 155

/** The feature level of each capability (Service API, Versioning; wire-protocol.md §2.12 and §2.17). */
const since = {
  /** `POST /user_topics` instead of the deprecated muted-topics call. */
  userTopics: 170,
  /** `type=direct` instead of `private` when sending. */
  directType: 174,
  /** `dm` instead of `pm-with`, `is:dm` instead of `is:private`. */
  directOperators: 177,
  /** Scheduled messages. */
  scheduledMessages: 179,
  /** Scheduled messages can be edited. */
  scheduledChanges: 184,
  /** The stream in which one types is `stream_id`; a list of it in `to` before. */
  typingStreams: 215,
  /** Topics can be followed. */
  followTopics: 219,
  /** Deactivations are sent as updates, before as `realm_user` `remove`. */
  deactivationUpdates: 222,
  /** A mention of everybody who takes part in a topic. */
  topicMentions: 224,
  /** `has:reaction` in a narrow. */
  reactionNarrow: 249,
  /** `channel` and `channels` in a narrow; `stream` and `streams` before. */
  channelOperators: 250,
  /** Presence reports contain the known update id and receive only changes. */
  presenceUpdates: 263,
  /** `is:followed` in a narrow. */
  followedNarrow: 265,
  /** The account's saved texts. */
  savedSnippets: 297,
  /** `GET /messages` accepts ids. */
  messageIds: 300,
  /** Registrations list archived streams of which the account has a subscription, also a former one. */
  archivedStreams: 315,
  /** Who may post in a stream is a group; `stream_post_policy` before. */
  postingGroups: 333,
  /** Topics may be empty; before, the empty topic was named `(no topic)`. */
  emptyTopics: 334,
  /** `last_edit_timestamp` is only for the content, and moves have a separate time. */
  moveTimes: 365,
  /** Saved texts can be edited; before, an edit is a new one in the place of the old one. */
  snippetChanges: 368,
  /** Archiving is an update of the stream; from `archivedStreams` on until then, it is the event `delete`. */
  archivingUpdates: 378,
  /** An edit contains the hash of the content it replaces, and is refused if that differs. */
  contentHashes: 379,
  /** Times of attachments are UNIX seconds; milliseconds before. */
  attachmentSeconds: 443,
  /** `GET /messages` accepts a date as its anchor. */
  dateAnchor: 445,
  /** A longer lifetime of the event queue is requested by `idle_queue_timeout`; by `queue_lifespan_secs` before. */
  idleQueueTimeout: 481,
} as const

export type Capability = keyof typeof since

/** The capabilities of the server, derived once from its feature level. */
export type Capabilities = Readonly<Record<Capability, boolean>>

export const capabilityLevels: Readonly<Record<Capability, number>> = since

export function capabilitiesOf(featureLevel: number): Capabilities {
  const entries = Object.entries(since).map(([name, level]) => [name, featureLevel >= level] as const)
  return Object.fromEntries(entries) as Record<Capability, boolean> // the same names
}
