import type { MessageId } from '#shared/ids.ts'
import { z } from 'zod'
import { clientLimits } from '#shared/client-limits.ts'
import { typeOf, type CallTable } from '../entries.ts'
import {
  accountIdSchema,
  destinationSchema,
  messageIdSchema,
  narrowSchema,
  streamIdSchema,
  textSchema,
  topicSchema,
  type Narrow,
  type PersonRef,
} from '../values.ts'
import { moveModes } from '../choices.ts'
import { draftIdSchema } from './drafts.ts'

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

const ofMessage = z.strictObject({ accountId: accountIdSchema, messageId: messageIdSchema })
const ofNarrow = z.strictObject({ accountId: accountIdSchema, narrow: narrowSchema })

/** Calls about messages. */
export const messageCalls = {
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
  'messages.markUnread': { to: 'engine', input: ofNarrow.extend({ fromId: messageIdSchema }), output: typeOf<null>() },
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
  /** The readers of a message, unordered. */
  'messages.receipts': { to: 'engine', input: ofMessage, output: typeOf<readonly PersonRef[]>() },
  /** The Markdown source of a message. */
  /** The Markdown of a message; with `toEdit` the call fails if the message cannot be edited. */
  'messages.raw': {
    to: 'engine',
    input: ofMessage.extend({ toEdit: z.boolean().optional() }),
    output: typeOf<{ readonly content: string }>(),
  },
  'messages.history': { to: 'engine', input: ofMessage, output: typeOf<MessageHistory>() },
} as const satisfies CallTable
