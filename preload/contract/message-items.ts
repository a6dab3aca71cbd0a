import type { MessageId, StreamId } from '#shared/ids.ts'
import type { WaitReason } from './connection-state.ts'
import type { Failure } from './failures.ts'
import type { AttachmentItem, PersonRef, PersonName } from './values.ts'

/**
 * The server's marks of a message that mentions or alerts the user (wire-protocol.md §2.4); `wildcard_mentioned` is a
 * mention of all.
 */
export type TextFlag = 'mentioned' | 'wildcard_mentioned' | 'has_alert_word'

export interface MessageItem {
  readonly key: string
  readonly kind: 'message'
  readonly id: MessageId
  readonly sender: PersonRef
  /**
   * Allow-listed HTML; null if the body follows with a later update. Until then `reactions` and `widget` are unknown
   * and empty.
   */
  readonly html: string | null
  /** UNIX seconds. */
  readonly timestamp: number
  readonly isRead: boolean
  readonly flags: readonly TextFlag[]
  readonly isMe: boolean
  /** Whether the text was changed after sending. */
  readonly isEdited: boolean
  /** Whether the message was moved. */
  readonly isMoved: boolean
  readonly isStarred: boolean
  readonly canEdit: boolean
  readonly canDelete: boolean
  readonly change: PendingChange | null
  /** A poll or a to-do list, which replaces the text. */
  readonly widget: WidgetItem | null
  readonly streamId: StreamId | null
  /** The topic; empty for direct messages and for messages without a topic. */
  readonly topic: string
  /** The displayed name of the topic, also for the empty topic; empty for direct messages only. */
  readonly topicName: string
  readonly reactions: readonly ReactionItem[]
  /** Whether the sender is muted: the text is hidden until the user requests it. */
  readonly isHidden: boolean
  /** Whether the user wants no previews of the message's links (level 510). */
  readonly hidesPreviews: boolean
  /**
   * Whether the shown state may be out of date: no events have kept it current since it was fetched, and it was not
   * fetched again.
   */
  readonly isStale: boolean
}

/** The state of a poll or a to-do list, including the user's unconfirmed acts. */
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
        /** The voters of the option; null is the user. */
        readonly people: readonly (PersonName | null)[]
      }[]
      readonly problems: readonly WidgetProblem[]
    }
  | {
      readonly kind: 'todo'
      readonly title: string
      /** Whether the own account may change the title. */
      readonly isOwn: boolean
      readonly tasks: readonly {
        readonly key: string
        readonly text: string
        readonly description: string
        readonly isDone: boolean
      }[]
      /** The tasks in the text of the message that the list lacks, because its server does not read them. */
      readonly lines: readonly { readonly name: string; readonly description: string }[]
      readonly problems: readonly WidgetProblem[]
    }

/** A failed act on a poll or a list; `outbox.retry` and `outbox.cancel` take its id. */
export interface WidgetProblem {
  readonly localId: string
  /** The reason; null if the server gave none. */
  readonly reason: Failure | null
}

/** One emoji under a message. */
export interface ReactionItem {
  readonly type: string
  readonly code: string
  readonly name: string
  /** The character; empty for an emoji with a picture. */
  readonly character: string
  /** The path of the picture below the media base; null for a character. */
  readonly picture: string | null
  readonly isOwn: boolean
  readonly count: number
  /** Names of other people; `otherPeople` counts the unnamed ones. */
  readonly people: readonly PersonName[]
  readonly otherPeople: number
}

export interface PendingAttachment extends AttachmentItem {
  readonly state: 'waiting' | 'uploading' | 'uploaded'
  /** The number of sent bytes. */
  readonly sent: number
}

/** A change of a message that has not reached the server yet. */
export interface PendingChange {
  readonly localId: string
  readonly kind: 'edit' | 'delete' | 'move'
  readonly state: 'waiting' | 'failed'
  /** The new text of an edit. */
  readonly text: string
  /** The displayed name of a move's topic; empty for other changes. */
  readonly topic: string
  readonly reason: WaitReason
}

/** A message that has not reached the server. */
export interface PendingItem {
  readonly key: string
  readonly kind: 'pending'
  readonly localId: string
  readonly sender: PersonRef
  readonly text: string
  /** UNIX seconds. */
  readonly timestamp: number
  readonly topic: string
  /** The displayed name of the topic, also for the empty topic; empty for direct messages only. */
  readonly topicName: string
  readonly streamId: StreamId | null
  readonly state: 'queued' | 'sending' | 'unknown' | 'failed'
  readonly reason: WaitReason
  readonly attachments: readonly PendingAttachment[]
}

/** A gap: messages between the neighbouring rows are missing, and are fetched when the server can be reached. */
export interface GapItem {
  readonly key: string
  readonly kind: 'gap'
}

export type ConversationItem = MessageItem | PendingItem | GapItem
