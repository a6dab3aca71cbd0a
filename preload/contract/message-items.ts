import type { MessageId, StreamId } from '../../shared/ids.ts'
import type { WaitReason } from './connection-state.ts'
import type { Failure } from './failures.ts'
import type { AttachmentItem, PersonRef, PersonName } from './values.ts'

/** What the server has found for the user in the text of a message (wire-protocol.md §2.4): `wildcard_mentioned` with everybody. */
export type TextFlag = 'mentioned' | 'wildcard_mentioned' | 'has_alert_word'

export interface MessageItem {
  readonly key: string
  readonly kind: 'message'
  readonly id: MessageId
  readonly sender: PersonRef
  /**
   * Allow-listed HTML; null if the body follows with one of the next updates: until then nothing is known of
   * `reactions` and `widget`, which are empty.
   */
  readonly html: string | null
  /** UNIX seconds. */
  readonly timestamp: number
  readonly isRead: boolean
  readonly flags: readonly TextFlag[]
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
  readonly streamId: StreamId | null
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
  readonly isStale: boolean
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
        /** Those who voted for it; null is the user. */
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
      /** Tasks in the text of the message that the list lacks: its server does not read them. */
      readonly lines: readonly { readonly name: string; readonly description: string }[]
      readonly problems: readonly WidgetProblem[]
    }

/** What was done with a poll or a list and did not arrive; `outbox.retry` and `outbox.cancel` take its id. */
export interface WidgetProblem {
  readonly localId: string
  /** Null if the server gave none. */
  readonly reason: Failure | null
}

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
  /** Names of others; `otherPeople` counts those without one here. */
  readonly people: readonly PersonName[]
  readonly otherPeople: number
}

export interface PendingAttachment extends AttachmentItem {
  readonly state: 'waiting' | 'uploading' | 'uploaded'
  /** Bytes that have left. */
  readonly sent: number
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
  readonly streamId: StreamId | null
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
