/**
 * What the views of the engine look like on their way to the renderer. All of it is JSON: every value here survives
 * `JSON.parse(JSON.stringify(value))` unchanged.
 */

/** A failure as data: classes and codes do not survive the way between processes. `message` is a sentence for people. */
export interface Failure {
  readonly code: string
  readonly message: string
}

/** How an account stands towards its server; the state line draws it. */
export type Connection =
  | { readonly state: 'starting' }
  | { readonly state: 'online' }
  | { readonly state: 'catching_up' }
  /** `retryAt` is UNIX time in milliseconds, null while a try is under way. */
  | {
      readonly state: 'offline'
      readonly reason: string
      readonly retryAt: number | null
      /** Absent where the network is the cause. */
      readonly cause?:
        | { readonly kind: 'network' | 'server_away' | 'server_trouble' | 'slow_down' | 'internal' }
        | { readonly kind: 'disk'; readonly problem: DiskProblem }
    }
  | { readonly state: 'waiting_for_keychain' }
  | { readonly state: 'signed_out'; readonly reason: string }
  /** `isFailing`: Skein's own part for the account failed again and again, and was given up. */
  | { readonly state: 'refused'; readonly reason: string; readonly isFailing?: true }

/** Why the account's file cannot be written now. */
export type DiskProblem =
  'DISK_FULL' | 'LOCKED_DATABASE' | 'READ_ONLY_DATABASE' | 'CORRUPT_DATABASE' | 'NEWER_DATABASE' | 'UNUSABLE_DATABASE'

/** Why a try has failed. `reason` is a sentence, of the engine or of the server; empty where neither said anything. */
export interface FailureNote {
  readonly kind:
    | 'network'
    | 'server_away'
    | 'server_trouble'
    | 'slow_down'
    | 'internal'
    | 'disk'
    | 'signed_out'
    | 'refused'
    | 'aborted'
    | 'queue_lost'
    | 'no_key'
  readonly reason: string
}

/** What was tried in vain. */
export interface Tries {
  /** How often it failed since the account was started. */
  readonly count: number
  /** When it was tried the last time, in an earlier run perhaps, UNIX milliseconds; null where it never was. */
  readonly lastAt: number | null
  /** Why the last try has failed; null where that is not known. */
  readonly failure: FailureNote | null
}

/** Why something that the user wants is not at the server yet (F9); the page makes a sentence of it. */
export type WaitReason =
  /** It is on its way, or just about to leave. */
  | { readonly kind: 'sending' }
  | { readonly kind: 'uploading'; readonly name: string; readonly percent: number }
  /** It goes out again, though an earlier try may have arrived. */
  | { readonly kind: 'resending' }
  /** Its outcome is not known and being looked up; or will be, when the server can be asked. */
  | { readonly kind: 'checking' | 'unchecked' }
  /** Another row of its line is on its way. */
  | { readonly kind: 'behind' }
  /** Another row of its line was refused, and waits for the user. */
  | { readonly kind: 'behind_failed'; readonly localId: string }
  | { readonly kind: 'network' | 'server_away' | 'server_trouble' | 'internal' }
  /** The server asks the account to wait until then, UNIX milliseconds. */
  | { readonly kind: 'held'; readonly until: number }
  | { readonly kind: 'signed_out' | 'keychain' | 'server_refuses' | 'starting' }
  | { readonly kind: 'disk'; readonly problem: DiskProblem }
  /** It was refused. `reason` is a sentence, of the server or of the engine; empty where neither said anything. */
  | { readonly kind: 'failed'; readonly reason: string }

/** A conversation or a set of them, by what defines it. User ids of a direct conversation leave out the own one. */
export type Narrow =
  | { readonly kind: 'topic'; readonly streamId: number; readonly topic: string }
  | { readonly kind: 'stream'; readonly streamId: number }
  | { readonly kind: 'direct'; readonly userIds: readonly number[] }

/** Where a message can be sent. */
export type Destination = Exclude<Narrow, { kind: 'stream' }>

/** Messages of many conversations, by what they have in common. */
export type FeedNarrow =
  /** Everything that is not muted. */
  | { readonly kind: 'combined' }
  | { readonly kind: 'direct_all' }
  | { readonly kind: 'mentions' }
  | { readonly kind: 'starred' }
  /** The topics that the user follows. */
  | { readonly kind: 'followed' }
  | { readonly kind: 'sender'; readonly userId: number }
  | { readonly kind: 'has'; readonly what: 'attachment' | 'image' | 'link' | 'reaction' }

/** What a view shows; chosen by the renderer when it opens one. */
export type ViewQuery =
  | { readonly type: 'navigation' }
  | { readonly type: 'drafts' }
  | { readonly type: 'conversation'; readonly narrow: Narrow; readonly anchor: 'first_unread' | 'newest' | number }
  | { readonly type: 'feed'; readonly narrow: FeedNarrow; readonly anchor: 'newest' | number }
  | { readonly type: 'inbox' }
  | { readonly type: 'recent' }
  /** People whose name or address fits; who is there comes first. */
  | { readonly type: 'people'; readonly query: string }
  | { readonly type: 'scheduled' }
  | { readonly type: 'uploads' }
  | { readonly type: 'alert_words' }
  | { readonly type: 'outbox' }
  /** How the account stands towards its server, and all that waits for it. */
  | { readonly type: 'connection' }
  | { readonly type: 'search'; readonly query: string }

/** A person as rows and lists need it. */
export interface PersonRef {
  readonly id: number
  readonly name: string
  /** Path below the media base, or null where the server names no picture. */
  readonly avatar: string | null
  readonly isGuest: boolean
  readonly isBot: boolean
  readonly isActive: boolean
}

export type NavigationItem =
  | {
      readonly key: string
      readonly kind: 'stream'
      readonly streamId: number
      readonly name: string
      readonly color: string
      readonly isMuted: boolean
      readonly isPinned: boolean
      readonly isPrivate: boolean
      /** It can be read, and nobody writes there any more. */
      readonly isArchived: boolean
      /** Where the list shows it: an inactive stream has been silent for a month. */
      readonly folder: 'pinned' | 'active' | 'inactive'
      readonly unread: number
      readonly mentions: number
      /** What was refused there and waits for the user, messages and changes. */
      readonly failed: number
    }
  | {
      readonly key: string
      readonly kind: 'topic'
      readonly streamId: number
      /** Empty where messages have no topic. */
      readonly topic: string
      /** How the topic is shown, also an empty one. */
      readonly name: string
      readonly unread: number
      readonly mentions: number
      /** What was refused there and waits for the user, messages and changes. */
      readonly failed: number
      /** Counts for nothing: muted itself, or in a muted stream (wire-protocol.md §2.8). */
      readonly isMuted: boolean
      /** The user's choice for the topic: 0 inherit, 1 muted, 2 unmuted, 3 followed. */
      readonly policy: number
      readonly canFollow: boolean
    }
  | {
      readonly key: string
      readonly kind: 'direct'
      readonly userIds: readonly number[]
      readonly people: readonly PersonRef[]
      readonly unread: number
      readonly failed: number
      /** All its people are muted. */
      readonly isMuted: boolean
      readonly mutedIds: readonly number[]
    }

export interface NavigationMeta {
  readonly organization: string
  readonly self: PersonRef | null
  /** False until the first registration has been stored. */
  readonly isReady: boolean
  readonly unread: number
  readonly mentions: number
  /** Messages that wait, failed or may not have arrived. */
  readonly unsent: number
  /** Everything that was refused and waits for the user. */
  readonly failed: number
  readonly drafts: number
  /** Messages that wait at the server for their time, or could not be sent then. */
  readonly scheduled: number
  /** A conversation, a stream or everything is being marked as read; the newest of several. */
  readonly marking: { readonly localId: string; readonly done: number; readonly total: number } | null
}

export interface MessageItem {
  readonly key: string
  readonly kind: 'message'
  readonly id: number
  readonly sender: PersonRef
  /**
   * Allow-listed HTML; null where the body follows with one of the next updates (P8): until then nothing is known of
   * `reactions` and `widget`, which are empty.
   */
  readonly html: string | null
  /** UNIX seconds. */
  readonly timestamp: number
  readonly isRead: boolean
  readonly isMentioned: boolean
  /** One of the user's alert words stood in it when the server last looked. */
  readonly hasAlertWord: boolean
  readonly isMe: boolean
  /** Its text was changed after it was sent. */
  readonly isEdited: boolean
  /** It stood elsewhere before. */
  readonly isMoved: boolean
  readonly isStarred: boolean
  readonly canEdit: boolean
  readonly canDelete: boolean
  readonly change: PendingChange | null
  /** A poll or a to-do list, in place of the text. */
  readonly widget: WidgetItem | null
  readonly streamId: number | null
  /** Empty for direct messages, and for messages without a topic. */
  readonly topic: string
  /** How the topic is shown, also an empty one; empty for direct messages alone. */
  readonly topicName: string
  readonly reactions: readonly ReactionItem[]
  /** The sender is muted: the text is hidden until asked for. */
  readonly isHidden: boolean
  /** The user wants no previews of what this message links to (level 510). */
  readonly hidesPreviews: boolean
  /** What is shown may be out of date: nothing has kept it right since it was fetched, and it was not asked for again yet. */
  readonly isInDoubt: boolean
}

/** A poll or a to-do list as it stands now, what was done here and not told yet included. */
export type WidgetItem =
  | {
      readonly kind: 'poll'
      readonly question: string
      /** Whether the own account may change the question. */
      readonly isOwn: boolean
      readonly options: readonly {
        readonly key: string
        readonly text: string
        readonly isVoted: boolean
        /** Who voted for it: names, oneself as “You”. */
        readonly people: readonly string[]
      }[]
      readonly problems: readonly WidgetProblem[]
    }
  | {
      readonly kind: 'todo'
      readonly title: string
      readonly tasks: readonly {
        readonly key: string
        readonly text: string
        readonly description: string
        readonly isDone: boolean
      }[]
      readonly problems: readonly WidgetProblem[]
    }

/** What was done with a poll or a list and did not arrive; `outbox.retry` and `outbox.cancel` take its id. */
export interface WidgetProblem {
  readonly localId: string
  readonly detail: string
}

/** What can be done with a poll or a to-do list. */
export type WidgetAct =
  | { readonly type: 'vote'; readonly key: string; readonly isOn: boolean }
  | { readonly type: 'question'; readonly question: string }
  | { readonly type: 'new_option'; readonly text: string }
  | { readonly type: 'new_task'; readonly text: string; readonly description: string }
  | { readonly type: 'strike'; readonly key: string }

/** One emoji under a message. */
export interface ReactionItem {
  readonly type: string
  readonly code: string
  readonly name: string
  /** The character, or empty where it is a picture. */
  readonly character: string
  /** Path of the picture below the media base. */
  readonly picture: string | null
  readonly isOwn: boolean
  readonly count: number
  /** Names, oneself as “You”. */
  readonly people: readonly string[]
}

/** A file on a draft or on a message that waits; a copy of it is on this disk. */
export interface AttachmentItem {
  readonly id: string
  readonly name: string
  readonly type: string
  /** Bytes. */
  readonly size: number
}

export interface PendingAttachment extends AttachmentItem {
  readonly state: 'waiting' | 'uploading' | 'uploaded'
  /** Bytes that have left. */
  readonly sent: number
}

/** What the engine holds for a composer. */
export interface ComposerDraft {
  /** Higher means newer, across restarts of the engine. */
  readonly revision: number
  readonly draftId: string | null
  /** What was typed into the topic field of a stream. */
  readonly topic: string
  readonly content: string
  readonly attachments: readonly AttachmentItem[]
}

/** One entry of the drafts view. */
export interface DraftItem {
  readonly key: string
  readonly kind: 'draft'
  readonly draftId: string
  /** The conversation whose composer holds it; null for one that is addressed to nobody. */
  readonly narrow: Narrow | null
  readonly title: string
  readonly streamName: string | null
  readonly streamColor: string | null
  readonly content: string
  readonly attachments: readonly AttachmentItem[]
  /** UNIX seconds. */
  readonly updatedAt: number
  readonly canSend: boolean
  /** Where it is kept, as a sentence; empty where the server has it as it stands here. */
  readonly detail: string
}

export interface DraftsMeta {
  readonly isSynchronized: boolean
}

/** A change of a message that has not reached the server yet. */
export interface PendingChange {
  readonly localId: string
  readonly kind: 'edit' | 'delete' | 'move'
  readonly state: 'waiting' | 'failed'
  /** The new text of an edit. */
  readonly text: string
  /** The topic that a move goes to, as it is shown; empty for others. */
  readonly topic: string
  readonly reason: WaitReason
}

/** The versions of an edited message. */
export interface MessageHistory {
  /** For its link into the browser. */
  readonly messageId: number
  /** The oldest of these first. */
  readonly versions: readonly HistoryVersion[]
  /** How many versions before these there are, which were too many or too large to be taken. */
  readonly left: number
}

/** One version of an edited message. */
export interface HistoryVersion {
  /** UNIX seconds. */
  readonly timestamp: number
  readonly person: PersonRef | null
  readonly topic: string
  /** How the topic is shown, also an empty one. */
  readonly topicName: string
  /** Allow-listed HTML. */
  readonly html: string
}

/** A message that is not at the server yet. */
export interface PendingItem {
  readonly key: string
  readonly kind: 'pending'
  readonly localId: string
  readonly sender: PersonRef
  readonly text: string
  /** UNIX seconds. */
  readonly timestamp: number
  readonly topic: string
  /** How the topic is shown, also an empty one; empty for direct messages alone. */
  readonly topicName: string
  readonly streamId: number | null
  readonly state: 'queued' | 'sending' | 'unknown' | 'failed'
  readonly reason: WaitReason
  readonly attachments: readonly PendingAttachment[]
}

/** Messages are missing between the rows on both sides; they are on their way when the network is there. */
export interface GapItem {
  readonly key: string
  readonly kind: 'gap'
}

export type ConversationItem = MessageItem | PendingItem | GapItem

export interface ConversationMeta {
  readonly narrow: Narrow
  readonly title: string
  readonly streamName: string | null
  readonly streamColor: string | null
  readonly description: string
  readonly people: readonly PersonRef[]
  /** Whether more lies before the first row, and what is being done about it. */
  readonly older: 'none' | 'more' | 'loading' | 'unreachable'
  readonly newer: 'none' | 'more' | 'loading' | 'unreachable'
  /** The message that was the oldest unread one when the view was opened. */
  readonly firstUnreadId: number | null
  readonly unread: number
  /** Whether what is scrolled past counts as read here (`web_mark_read_on_scroll_policy`, U8). */
  readonly isReadByScrolling: boolean
  readonly canPost: boolean
  /** The stream is archived: it can be read, and nobody writes there any more. */
  readonly isArchived: boolean
  /** Whether a message to the stream needs a topic; else one without is sent as such (`mandatory_topics`). */
  readonly needsTopic: boolean
  /** Messages to the stream have no topic: a named one would be refused, so that there is none to be typed. */
  readonly isTopicless: boolean
  /** How the server calls messages without a topic; null where it has none, and gives each a name. */
  readonly emptyTopicName: string | null
  readonly maxMessageLength: number
  readonly maxTopicLength: number
  readonly maxUploadBytes: number
  readonly draft: ComposerDraft
  /** The user's choice for the shown topic: 0 inherit, 1 muted, 2 unmuted, 3 followed; null elsewhere. */
  readonly topicPolicy: number | null
  readonly canFollow: boolean
  /** Null outside of streams, and where the user is not subscribed. */
  readonly isStreamMuted: boolean | null
  readonly isStreamPinned: boolean
  /** The muted ones of a direct conversation. */
  readonly mutedPeople: readonly number[]
  /** Whether the shown topic is marked as done, or will be; null elsewhere, and where messages have no topic. */
  readonly isResolved: boolean | null
}

export interface FeedMeta {
  readonly narrow: FeedNarrow
  readonly older: 'none' | 'more' | 'loading' | 'unreachable'
  readonly newer: 'none' | 'more' | 'loading' | 'unreachable'
  /** Only what is on this disk can be shown: the server was not asked, or cannot be. */
  readonly isPartial: boolean
}

/** A conversation in the inbox or among the recent ones. */
export interface ConversationEntry {
  readonly key: string
  readonly kind: 'conversation'
  readonly narrow: Destination
  readonly title: string
  readonly streamName: string | null
  readonly streamColor: string | null
  readonly people: readonly PersonRef[]
  readonly unread: number
  readonly mentions: number
  readonly isMuted: boolean
  readonly policy: number
  /** The newest message that is known of, on this disk or not; by it `views.look` names the line. */
  readonly newestId: number
  /** The newest message on this disk; null where there is none. */
  readonly last: {
    readonly id: number
    /** UNIX seconds. */
    readonly timestamp: number
    readonly sender: PersonRef
    readonly text: string
  } | null
  /** Who wrote lately, the newest first. */
  readonly participants: readonly PersonRef[]
  readonly hasOwn: boolean
  /** What is shown of the newest message may be out of date, or a newer one is not on this disk. */
  readonly isInDoubt: boolean
}

export interface ConversationsMeta {
  readonly unread: number
  readonly hasMore: boolean
}

export interface PersonItem extends PersonRef {
  readonly key: string
  readonly kind: 'person'
  readonly email: string
  readonly presence: 'active' | 'idle' | 'offline'
  /** When somebody was last there, UNIX seconds. */
  readonly lastSeen: number | null
  readonly status: { readonly text: string; readonly isAway: boolean; readonly emoji: ReactionItem | null } | null
}

export interface PeopleMeta {
  readonly total: number
}

/** A message that waits at the server for its time, or here for the server. */
export interface ScheduledItem {
  readonly key: string
  readonly kind: 'scheduled'
  /** Null while the server does not have it: then `localId` names it in the outbox. */
  readonly scheduledId: number | null
  readonly localId: string | null
  readonly narrow: Destination
  readonly title: string
  readonly streamName: string | null
  readonly streamColor: string | null
  readonly content: string
  /** Allow-listed HTML; empty while only the words are known. */
  readonly html: string
  /** UNIX seconds. */
  readonly deliverAt: number
  readonly state: 'waiting' | 'saving' | 'failed'
  readonly detail: string
}

/** A file that the user has uploaded. */
export interface UploadItem {
  readonly key: string
  readonly kind: 'upload'
  readonly id: number
  readonly name: string
  /** Bytes. */
  readonly size: number
  /** Below the media base. */
  readonly path: string
  /** UNIX seconds; null where the server has not said. */
  readonly createdAt: number | null
  /** The messages that link to it. */
  readonly messageIds: readonly number[]
}

export interface UploadsMeta {
  /** Bytes that all files of the organization take; null where the server has not said. */
  readonly usedBytes: number | null
  /** False while the server's own list has not come: files may be missing. */
  readonly isWhole: boolean
  readonly isLoading: boolean
}

export interface ScheduledMeta {
  readonly canSchedule: boolean
}

/** A word that the user is alerted to. */
export interface AlertWordItem {
  readonly key: string
  readonly kind: 'alert_word'
  readonly word: string
  /** The action that adds it, while the server does not have the word. */
  readonly localId: string | null
  readonly state: 'saved' | 'saving' | 'failed'
  /** Why it was refused, as a sentence; empty otherwise. */
  readonly detail: string
}

export interface AlertWordsMeta {
  /** False until the first registration has been stored. */
  readonly isReady: boolean
}

/** Something the user wants that the server does not have. */
export interface OutboxItem {
  readonly key: string
  readonly kind: 'outbox'
  readonly localId: string
  /** “Message”, “Edit of a message”, “Mark as read”, … */
  readonly what: string
  /** Where it belongs, where it belongs somewhere. */
  readonly narrow: Narrow | null
  /** The message that it is about; null for new ones. */
  readonly messageId: number | null
  readonly title: string
  readonly streamName: string | null
  readonly streamColor: string | null
  /** The beginning of the text. */
  readonly text: string
  /** Names of the files, the first few. */
  readonly files: readonly string[]
  readonly state: 'queued' | 'sending' | 'unknown' | 'failed'
  readonly reason: WaitReason
  /** UNIX seconds. */
  readonly createdAt: number
  /** How many wait behind this one, since it was refused. */
  readonly behind: number
  readonly canRetry: boolean
  readonly canCancel: boolean
  /** Where its text can be changed: as a draft in the composer, or on the message. */
  readonly editing: 'composer' | 'message' | null
  /** It cannot be read: `outbox.text` gives what there is of it. */
  readonly isUnreadable: boolean
}

export interface OutboxMeta {
  readonly failed: number
  /** How many of these may be tried again: not what cannot be read. */
  readonly canRetry: number
  readonly unknown: number
  /** All that is listed, also beyond the rows at hand. */
  readonly total: number
}

/** A part of what the panel of connections lists; times are UNIX milliseconds. */
interface Waiting {
  readonly key: string
  /** Null where that is not known. */
  readonly since: number | null
  /** What it waits for; null while it goes on. */
  readonly reason: WaitReason | null
  readonly tries: Tries
  /** When it is tried next; null while it goes on, behind another one, and where only the user can end the wait. */
  readonly nextTryAt: number | null
}

/** A file of an action that waits. */
export interface WaitingFile {
  readonly name: string
  /** Bytes. */
  readonly size: number
  /** Bytes that have left; `size` where the server has all of it. */
  readonly sent: number
  readonly state: 'waiting' | 'uploading' | 'uploaded'
}

/** An action of the outbox. */
export interface WaitingAction extends Waiting {
  readonly kind: 'waiting_action'
  readonly localId: string
  /** “Message”, “Edit of a message”, “Mark as read”, … */
  readonly what: string
  readonly title: string
  readonly streamName: string | null
  readonly streamColor: string | null
  /** The beginning of the text. */
  readonly text: string
  readonly state: OutboxItem['state']
  /** The first few of them. */
  readonly files: readonly WaitingFile[]
  readonly fileCount: number
}

/** Something that the account does by itself. */
export interface WaitingWork extends Waiting {
  readonly kind: 'waiting_work'
  readonly work:
    /** What was missed is fetched: so many of the streams and the direct messages. `total` is 0 until it is known. */
    | { readonly kind: 'missed'; readonly done: number; readonly total: number }
    /** What may have changed in an absence is asked for again, where the user reads. */
    | { readonly kind: 'changed' }
    /** Whether messages are read, starred and so on is asked for again. */
    | { readonly kind: 'flags'; readonly count: number }
    /** Drafts that the server does not have as they stand here. */
    | { readonly kind: 'drafts'; readonly count: number }
}

export interface ConnectionMeta {
  readonly connection: Connection
  /** Since when that is the state, UNIX milliseconds, as all times here. */
  readonly since: number
  /** The server asks the whole account to wait until then (429). */
  readonly heldUntil: number | null
  /** When the server answered the last time; null where it never did. */
  readonly reachedAt: number | null
  /** Tries to reach the server since then. */
  readonly tries: Tries
  /** When the server is tried next; null while it is, or where only the user can end the wait. */
  readonly nextTryAt: number | null
  /** All that is listed, also beyond the rows at hand. */
  readonly total: number
  /** Those of them that were refused and wait for the user. */
  readonly failed: number
  /** Since when the longest-waiting action waits. */
  readonly oldestAt: number | null
  /** Since when everything is sent and up to date; null while it is not. */
  readonly settledAt: number | null
  /** More may have changed in an absence than is asked for by itself: the rest is asked for when somebody looks at it. */
  readonly hasDoubt: boolean
}

export interface SearchItem extends SearchHit {
  readonly key: string
  readonly kind: 'hit'
}

export interface SearchMeta {
  readonly query: string
  readonly hasMore: boolean
  readonly isIndexed: boolean
  /** Whether the server has answered, is being asked, or cannot be: then only this disk was searched. */
  readonly server: 'asking' | 'answered' | 'unreachable'
  /** Messages came that only the server can tell to fit or not: asking again may find more. */
  readonly mayHaveNew: boolean
  /** Why nothing can be found so, as a sentence. */
  readonly problem: string | null
}

export type ViewItem =
  | NavigationItem
  | ConversationItem
  | DraftItem
  | ConversationEntry
  | PersonItem
  | ScheduledItem
  | UploadItem
  | AlertWordItem
  | OutboxItem
  | WaitingAction
  | WaitingWork
  | SearchItem
export type ViewMeta =
  | NavigationMeta
  | ConversationMeta
  | DraftsMeta
  | FeedMeta
  | ConversationsMeta
  | PeopleMeta
  | ScheduledMeta
  | UploadsMeta
  | AlertWordsMeta
  | OutboxMeta
  | ConnectionMeta
  | SearchMeta

/** The closed set of changes that an update is made of. Indexes are those of the list as left by the ops before. */
export type ViewOp =
  | { readonly op: 'reset'; readonly items: readonly ViewItem[]; readonly meta: ViewMeta }
  | { readonly op: 'insert'; readonly index: number; readonly items: readonly ViewItem[] }
  | { readonly op: 'remove'; readonly index: number; readonly count: number }
  | { readonly op: 'replace'; readonly index: number; readonly item: ViewItem }
  | { readonly op: 'meta'; readonly meta: ViewMeta }
  /** The view cannot be computed now, and shows what it showed; null where it can again. */
  | { readonly op: 'failure'; readonly failure: Failure | null }

/**
 * A view's change from revision `from` to revision `to`. One that does not fit the revision at hand reopens the view,
 * unless its first op is `reset`: that one fits every revision.
 */
export interface ViewUpdate {
  readonly engineEpoch: number
  readonly viewId: string
  readonly from: number
  readonly to: number
  readonly ops: readonly ViewOp[]
}

export interface OpenedView {
  readonly engineEpoch: number
  readonly revision: number
  readonly items: readonly ViewItem[]
  readonly meta: ViewMeta
}

/** Where a link leads. */
export interface LinkTarget {
  readonly narrow: Narrow
  /**
   * The message that the link names stands in this place; the server does not have it any more; it is not known whether it
   * does; or the link names none.
   */
  readonly messageState: 'found' | 'gone' | 'unknown' | 'none'
}

/** A person found by `people.search`. */
export interface FoundPerson extends PersonRef {
  readonly email: string
}

/** How much of the past is kept on this disk. */
export interface CachePolicy {
  /** Everything that was ever written is fetched and kept. */
  readonly keepsEverything: boolean
  readonly days: number
  readonly maxBytes: number
}

/** An emoji that is a picture: of the organization, or of its server. */
export interface CustomEmoji {
  readonly type: 'realm_emoji' | 'svc_extra_emoji'
  readonly id: string
  readonly name: string
  readonly picture: string | null
}

export interface EmojiChoice {
  readonly custom: readonly CustomEmoji[]
  /** The ones the user chooses most, as type and code. */
  readonly frequent: readonly { readonly type: string; readonly code: string }[]
  /** What the server calls the emoji of Unicode, by code, the canonical name first; others cannot be reactions there. */
  readonly names: Readonly<Record<string, readonly string[]>>
}

/** The composer's state was stored; see `ComposerDraft.revision`. */
export interface DraftRef {
  readonly revision: number
}

/** What became of `drafts.set`. */
export interface DraftWritten extends DraftRef {
  /** The sending that was named is in the outbox or was sent: nothing was written. */
  readonly isQueued: boolean
}

/** A piece of a text; what was searched for is marked. */
export interface SnippetPart {
  readonly text: string
  readonly isHit: boolean
}

/** A message that a search found. */
export interface SearchHit {
  readonly messageId: number
  readonly narrow: Extract<Narrow, { kind: 'topic' | 'direct' }>
  readonly streamName: string | null
  readonly streamColor: string | null
  /** Who is in a direct conversation; empty for topics, whose name is in `topic`. */
  readonly title: string
  readonly topic: readonly SnippetPart[]
  readonly sender: PersonRef
  /** UNIX seconds. */
  readonly timestamp: number
  readonly snippet: readonly SnippetPart[]
  /** What is shown may be out of date, as in `MessageItem`. */
  readonly isInDoubt: boolean
}

/** A page of a search, the newest first. */
export interface SearchPage {
  readonly hits: readonly SearchHit[]
  readonly hasMore: boolean
  /** False while older messages are still being indexed: more may be found in a moment. */
  readonly isIndexed: boolean
}
