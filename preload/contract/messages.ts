import { z } from 'zod'
import { clientLimits } from '#shared/client-limits.ts'
import type { MessageId, StreamId } from '#shared/ids.ts'
import { moveModes } from './base/choices.ts'
import { typeOf, type ResourceContract } from './base/entries.ts'
import type { Failure } from './base/failures.ts'
import {
  accountIdSchema,
  destinationSchema,
  messageIdSchema,
  narrowSchema,
  streamIdSchema,
  textSchema,
  topicSchema,
  type Narrow,
  type PersonName,
  type PersonRef,
} from './base/values.ts'
import { draftIdSchema, type AttachmentItem } from './drafts.ts'
import type { ReactionItem } from './emoji.ts'
import type { WaitReason } from './outbox.ts'

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

export interface PendingAttachment extends AttachmentItem {
  readonly state: 'waiting' | 'uploading' | 'uploaded'
  /** The number of sent bytes. */
  readonly sent: number
}

/** A gap: messages between the neighbouring rows are missing, and are fetched when the server can be reached. */
export interface GapItem {
  readonly key: string
  readonly kind: 'gap'
}

export type ConversationItem = MessageItem | PendingItem | GapItem

/** The people who have read a message: neither its author, nor muted people, nor people who hide their receipts. */
export interface ReadReceipts {
  readonly count: number
  /** The people by name; at most `clientLimits.receiptsListed`. */
  readonly people: readonly PersonRef[]
  /** Whether the user hides the own receipts, so that it is in nobody's list. */
  readonly isOwnHidden: boolean
}

/** The versions of an edited message. */
export interface MessageHistory {
  /** The message, for its link into the browser. */
  readonly messageId: MessageId
  /** The versions, the oldest first. */
  readonly versions: readonly HistoryVersion[]
  /** The number of earlier versions, omitted because they are too many or too large. */
  readonly left: number
}

/** One version of an edited message. */
export interface HistoryVersion {
  /** UNIX seconds. */
  readonly timestamp: number
  readonly person: PersonRef | null
  readonly topic: string
  /** The displayed name of the topic, also for the empty topic. */
  readonly topicName: string
  /** Allow-listed HTML. */
  readonly html: string
}

/** The user's last message in a conversation. */
export type LastWritten =
  | { readonly kind: 'nothing' }
  /** The message was pending, and is in the draft of this conversation now. */
  | { readonly kind: 'taken_back'; readonly localId: string; readonly narrow: Narrow }
  /** The message is being sent, or may have been; its outcome follows. */
  | { readonly kind: 'leaving'; readonly localId: string }
  | { readonly kind: 'message'; readonly messageId: MessageId }

/**
 * The maximum length of a name or a description, in UTF-16 units: it may be copied from the text of a message, of 10
 * 000 code points.
 */
const longest = 20_000
const widgetText = z.string().trim().min(1).max(longest)
const widgetAct = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('vote'), key: z.string().max(100), isOn: z.boolean() }).readonly(),
  z.strictObject({ type: z.literal('question'), question: widgetText }).readonly(),
  z.strictObject({ type: z.literal('new_option'), text: widgetText }).readonly(),
  z.strictObject({ type: z.literal('new_task'), text: widgetText, description: z.string().max(longest) }).readonly(),
  z.strictObject({ type: z.literal('title'), title: widgetText }).readonly(),
  z.strictObject({ type: z.literal('strike'), key: z.string().max(100) }).readonly(),
])

/** A user's action on a poll or a to-do list. */
export type WidgetAct = z.output<typeof widgetAct>

const ofMessage = z.strictObject({ accountId: accountIdSchema, messageId: messageIdSchema })
const ofNarrow = z.strictObject({ accountId: accountIdSchema, narrow: narrowSchema })

/** Messages, with their polls and to-do lists. */
export const messages = {
  views: {},
  calls: {
    /**
     * Sends a message. `localId` identifies it: the page keeps the text until an answer confirms that it is queued, so
     * that a repeated call does not send it twice.
     */
    'messages.send': {
      to: 'engine',
      input: z.strictObject({
        accountId: accountIdSchema,
        localId: z.uuid(),
        destination: destinationSchema,
        content: textSchema,
        draftId: draftIdSchema.optional(),
      }),
      output: typeOf<null>(),
    },
    'messages.edit': {
      to: 'engine',
      /** With `hasFiles`, the files of this edit's draft become part of the message. */
      input: ofMessage.extend({
        content: textSchema,
        original: textSchema.optional(),
        hasFiles: z.boolean().optional(),
      }),
      output: typeOf<null>(),
    },
    /** The message that the user edits from an empty composer; fails with the reason if it cannot be edited. */
    'messages.editLast': { to: 'engine', input: ofNarrow, output: typeOf<LastWritten>() },
    'messages.delete': { to: 'engine', input: ofMessage, output: typeOf<null>() },
    'messages.move': {
      to: 'engine',
      input: ofMessage.extend({
        streamId: streamIdSchema,
        topic: topicSchema,
        mode: z.enum(moveModes),
        notifyOld: z.boolean(),
        notifyNew: z.boolean(),
      }),
      output: typeOf<null>(),
    },
    'messages.react': {
      to: 'engine',
      input: ofMessage.extend({ type: z.string().max(40), code: z.string().max(100), isOn: z.boolean() }),
      output: typeOf<null>(),
    },
    'messages.star': { to: 'engine', input: ofMessage.extend({ isStarred: z.boolean() }), output: typeOf<null>() },
    'messages.markRead': {
      to: 'engine',
      input: z.strictObject({
        accountId: accountIdSchema,
        messageIds: z.array(messageIdSchema).max(clientLimits.pageMarkRead.most).readonly(),
      }),
      output: typeOf<null>(),
    },
    'messages.markUnread': {
      to: 'engine',
      input: ofNarrow.extend({ fromId: messageIdSchema }),
      output: typeOf<null>(),
    },
    /** Marks all messages of a conversation that are shown as unread as read. Answers their ids, for undo. */
    'messages.readConversation': {
      to: 'engine',
      input: ofNarrow,
      output: typeOf<{ readonly messageIds: readonly MessageId[] }>(),
    },
    /** Marks messages that `messages.readConversation` has marked as unread again. */
    'messages.unreadAgain': {
      to: 'engine',
      input: ofNarrow.extend({
        messageIds: z.array(messageIdSchema).max(clientLimits.pageMessageIds.most).readonly(),
      }),
      output: typeOf<null>(),
    },
    /**
     * Marks a conversation, a stream or everything as read, in any number of messages. Answers the number that was shown
     * as unread, and the id of the action for `messages.undoMarkAllRead` and for its progress (`NavigationMeta.marking`).
     */
    'messages.markAllRead': {
      to: 'engine',
      input: z.strictObject({ accountId: accountIdSchema, scope: z.union([narrowSchema, z.literal('all')]) }),
      output: typeOf<{ readonly localId: string; readonly count: number }>(),
    },
    /**
     * Undoes `messages.markAllRead`, whether or not the server has confirmed it. Does nothing after a restart of the
     * engine or a long time.
     */
    'messages.undoMarkAllRead': {
      to: 'engine',
      input: z.strictObject({ accountId: accountIdSchema, localId: z.string().max(200) }),
      output: typeOf<{ readonly isUndone: boolean }>(),
    },
    /** The readers of a message; needs the server. */
    'messages.receipts': { to: 'engine', input: ofMessage, output: typeOf<ReadReceipts>() },
    /** The Markdown of a message; with `toEdit` the call fails if the message cannot be edited. */
    'messages.raw': {
      to: 'engine',
      input: ofMessage.extend({ toEdit: z.boolean().optional() }),
      output: typeOf<{ readonly content: string }>(),
    },
    'messages.history': { to: 'engine', input: ofMessage, output: typeOf<MessageHistory>() },
    /** Acts on a poll or a to-do list. `localId` identifies the act, as in `messages.send`. */
    'widgets.act': {
      to: 'engine',
      input: z.strictObject({
        accountId: accountIdSchema,
        localId: z.uuid(),
        messageId: messageIdSchema,
        act: widgetAct,
      }),
      output: typeOf<null>(),
    },
  },
} as const satisfies ResourceContract
