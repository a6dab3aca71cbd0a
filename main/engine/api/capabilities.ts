/** Servers below this feature level lack calls that Skein requires (narrow flags, `include_anchor`). */
export const oldestFeatureLevel = 155

/** The feature level from which a capability exists (Service API, Versioning; wire-protocol.md §2.12 and §2.17). */
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
  /** `stream_id` for the stream of a typing notification; before, `to` with a list. */
  typingStreams: 215,
  /** Topics can be followed. */
  followTopics: 219,
  /** `can_mention_group` of a group under this name. */
  mentionRights: 198,
  /** Deactivations are sent as updates, before as `realm_user` `remove`. */
  deactivationUpdates: 222,
  /** Mentions of all participants of a topic. */
  topicMentions: 224,
  /** `has:reaction` in a narrow. */
  reactionNarrow: 249,
  /** `channel` and `channels` in a narrow; `stream` and `streams` before. */
  channelOperators: 250,
  /** The quota of uploads is in MiB, as its name says; in bytes before. */
  quotaInMib: 251,
  /** The service calls streams channels in all of its texts, and so does Skein. */
  channelWord: 255,
  /** The streams of announcements have other names. */
  announcementStreams: 242,
  /** Presence reports contain the known update id and receive only changes. */
  presenceUpdates: 263,
  /** A setting of a group is changed by an object with its new value. */
  groupSettingChanges: 260,
  /** `is:followed` in a narrow. */
  followedNarrow: 265,
  /** Groups are deactivated, and not deleted. */
  groupDeactivation: 294,
  /** Snippets: texts that the account has saved. */
  savedSnippets: 297,
  /** `GET /messages` accepts ids. */
  messageIds: 300,
  /** Subgroups are changed together with members. */
  subgroupChanges: 311,
  /** The address of another person can be changed. */
  emailChanges: 313,
  /** Registrations list archived streams with a present or former subscription of the account. */
  archivedStreams: 315,
  /** A group decides who may post in a stream; before, `stream_post_policy`. */
  postingGroups: 333,
  /** Topics may be empty; before, the empty topic was named `(no topic)`. */
  emptyTopics: 334,
  /** A setting decides which former versions of messages are shown; before, it was a switch. */
  editHistoryVisibility: 358,
  /** The group that administers a stream may remove its subscribers. */
  administeredSubscribers: 349,
  /** `last_edit_timestamp` is for the content only; moves have a separate time. */
  moveTimes: 365,
  /** Snippets can be edited; before, an edit replaces the snippet by a new one. */
  snippetChanges: 368,
  /** Archiving is an update of the stream; from `archivedStreams` to here, it is the event `delete`. */
  archivingUpdates: 378,
  /** An edit can contain the hash of the content that it replaces, and is refused if that differs. */
  contentHashes: 379,
  /** A setting decides about empty topics; before, it was a switch. */
  topicsPolicy: 392,
  /** Times of attachments are UNIX seconds; milliseconds before. */
  attachmentSeconds: 443,
  /** `GET /messages` accepts a date as its anchor. */
  dateAnchor: 445,
  /** The home view of recent conversations is named `recent`; before, `recent_topics`. */
  recentHomeView: 454,
  /** The key of each administered bot can be fetched. */
  botKeys: 463,
  /** `idle_queue_timeout` requests a longer lifetime of the event queue; before, `queue_lifespan_secs`. */
  idleQueueTimeout: 481,
} as const

export type Capability = keyof typeof since

/** The capabilities of the server, derived once from its feature level. */
export type Capabilities = Readonly<Record<Capability, boolean>>

/** The feature level from which each capability exists. */
export const capabilityLevels: Readonly<Record<Capability, number>> = since

export function capabilitiesOf(featureLevel: number): Capabilities {
  const entries = Object.entries(since).map(([name, level]) => [name, featureLevel >= level] as const)
  return Object.fromEntries(entries) as Record<Capability, boolean> // The entries have the names of `since`.
}
