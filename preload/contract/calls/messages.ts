import type { MessageId } from '../../../shared/ids.ts'
import { z } from 'zod'
import { clientLimits } from '../../../shared/client-limits.ts'
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
  /** For its link into the browser. */
  readonly messageId: MessageId
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

/** What the user wrote last in a conversation. */
export type LastWritten =
  | { readonly kind: 'nothing' }
  /** It waited, and is in the draft of this conversation now. */
  | { readonly kind: 'taken_back'; readonly localId: string; readonly narrow: Narrow }
  /** It is being sent, or may have been: the outcome comes. */
  | { readonly kind: 'leaving'; readonly localId: string }
  | { readonly kind: 'message'; readonly messageId: MessageId }

const ofMessage = z.strictObject({ accountId: accountIdSchema, messageId: messageIdSchema })
const ofNarrow = z.strictObject({ accountId: accountIdSchema, narrow: narrowSchema })

/** Calls about messages. */
export const messageCalls = {
  /**
   * `localId` names the text. The page keeps it until an answer says that the text is queued, so that a repeated call does
   * not send a second message.
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
    /** With `hasFiles` the files of the draft of this edit become part of the message. */
    input: ofMessage.extend({
      content: textSchema,
      original: textSchema.optional(),
      hasFiles: z.boolean().optional(),
    }),
    output: typeOf<null>(),
  },
  /** What is edited where the user asks for it with an empty composer; refused with the reason where it cannot be edited. */
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
  /** Marks everything that is shown as unread in a conversation as read. Answers the ids of these messages, for undo. */
  'messages.readConversation': {
    to: 'engine',
    input: ofNarrow,
    output: typeOf<{ readonly messageIds: readonly MessageId[] }>(),
  },
  /** Marks messages that `messages.readConversation` has read as unread again. */
  'messages.unreadAgain': {
    to: 'engine',
    input: ofNarrow.extend({
      messageIds: z.array(messageIdSchema).max(clientLimits.pageMessageIds.most).readonly(),
    }),
    output: typeOf<null>(),
  },
  /**
   * Marks a conversation, a stream or everything as read, however many messages that is. Answers how many were shown as
   * unread, and the name of the action for `messages.undoMarkAllRead` and for its progress (`NavigationMeta.marking`).
   */
  'messages.markAllRead': {
    to: 'engine',
    input: z.strictObject({ accountId: accountIdSchema, scope: z.union([narrowSchema, z.literal('all')]) }),
    output: typeOf<{ readonly localId: string; readonly count: number }>(),
  },
  /**
   * Marks what `messages.markAllRead` has read as unread again, whether or not the server has been told yet. It is not undone
   * if the engine was restarted in between, or if that was long ago.
   */
  'messages.undoMarkAllRead': {
    to: 'engine',
    input: z.strictObject({ accountId: accountIdSchema, localId: z.string().max(200) }),
    output: typeOf<{ readonly isUndone: boolean }>(),
  },
  /** Who has read a message, in no order. */
  'messages.receipts': { to: 'engine', input: ofMessage, output: typeOf<readonly PersonRef[]>() },
  /** The Markdown source of a message. */
  /** The Markdown of a message; with `toEdit` it is refused where the message cannot be edited. */
  'messages.raw': {
    to: 'engine',
    input: ofMessage.extend({ toEdit: z.boolean().optional() }),
    output: typeOf<{ readonly content: string }>(),
  },
  'messages.history': { to: 'engine', input: ofMessage, output: typeOf<MessageHistory>() },
} as const satisfies CallTable
