import { z } from 'zod'
import { clientLimits } from '#shared/client-limits.ts'
import type { MessageId } from '#shared/ids.ts'
import { notificationScopes } from './base/choices.ts'
import { typeOf, type ResourceContract } from './base/entries.ts'
import type { Failure } from './base/failures.ts'
import {
  accountIdSchema,
  messageIdSchema,
  type Coded,
  type ConversationTitle,
  type Narrow,
  type PersonName,
} from './base/values.ts'

/** The text of a message in a notification, as data; `i18n/` makes the line. */
export type NotificationText = Coded<NotificationTextValues>

/** Every code of such a text; `text` is the beginning of the message. */
export interface NotificationTextValues {
  TEXT: { readonly text: string }
  /** The user wants the text hidden. */
  HIDDEN: null
  /** Only the alert word `word` in the text causes the notification. */
  ALERT_WORD: { readonly word: string; readonly text: string }
}

/**
 * Every reason of the decision about a notification (wire-protocol.md §2.4.6), in three groups: what asked for it, what
 * stopped it, and how it was shown.
 */
export interface NotificationReasonValues {
  DIRECT_MESSAGE: null
  MENTIONED: null
  ALERT_WORD: null
  /** Everybody in the stream or topic was mentioned, and the stream's or the account's setting asks for it. */
  EVERYBODY_MENTIONED: null
  /** Everybody was mentioned in a followed topic. */
  EVERYBODY_IN_FOLLOWED: null
  FOLLOWED_TOPIC: null
  /** The stream notifies of every message: by its own setting, or by that of the account for all streams. */
  WHOLE_STREAM: { readonly by: 'stream' | 'account' }

  OWN_MESSAGE: null
  SENDER_MUTED: null
  ALREADY_NOTIFIED: null
  /** The message had been read, on this or another device, before the decision. */
  READ_BEFORE: null
  /** The user looked at the end of the conversation. */
  ON_SCREEN: null
  /** The message was older than a day when it came. */
  TOO_OLD: null
  TOPIC_MUTED: null
  STREAM_MUTED: null
  /** Notifications of this computer's account are turned off. */
  TURNED_OFF: null
  FOLLOWED_OFF: null
  /** Everybody was mentioned, but the stream or the account does not notify of that. */
  EVERYBODY_OFF: { readonly by: 'stream' | 'account' }
  /** Nothing in the message asked for it, and the stream does not notify of every message. */
  NOTHING_ASKS: { readonly by: 'stream' | 'account' }
  /** `until` is in UNIX milliseconds; null without an end. */
  DO_NOT_DISTURB: { readonly by: 'hand' | 'schedule'; readonly until: number | null }

  /** The topic or its stream is muted, and the message was notified of nevertheless. */
  DESPITE_MUTE: { readonly what: 'topic' | 'stream' }
  /** One notification stood for `count` messages. */
  SUMMARY: { readonly count: number }
  TEXT_HIDDEN: null
  SOUND_OFF: null
  /** The account's sound is “none”. */
  NO_SOUND: null

  /** The system has no notifications, or has refused this one. */
  SYSTEM_REFUSED: null
  /** The system's own do-not-disturb was on, which holds notifications back. */
  SYSTEM_QUIET: null
  /** The notification was withdrawn, because the message was read here or on another device, or is gone. */
  READ_HERE: null
  READ_ELSEWHERE: null
  MESSAGE_GONE: null
}

export type NotificationReason = Coded<NotificationReasonValues>

/** What became of the notification about a message: one of its own, one with others, or none. */
export type NotificationOutcome = 'shown' | 'summary' | 'none'

/** The decision about the notification of a message. */
export interface NotificationItem {
  readonly key: string
  readonly kind: 'notification'
  readonly messageId: MessageId
  /** The conversation, by the message as it is now, or as it was. */
  readonly narrow: Narrow
  readonly title: ConversationTitle
  readonly streamName: string | null
  readonly streamColor: string | null
  readonly sender: PersonName
  /** UNIX seconds. */
  readonly decidedAt: number
  readonly outcome: NotificationOutcome
  readonly hasSound: boolean
  /** The reasons, with the one that decided first. */
  readonly reasons: readonly NotificationReason[]
  /** What happened to the notification later, and when (UNIX seconds); null for nothing. */
  readonly later: { readonly reason: NotificationReason; readonly at: number } | null
}

/** Why there is no decision about a message. */
export type Undecided =
  | 'own'
  /** Servers mark messages of muted people as read, so that no decision is needed. */
  | 'sender_muted'
  /** Decisions are kept for four weeks. */
  | 'too_old'
  /** The message was read before it came, or it came with the history. */
  | 'not_decided'

export type NotificationAnswer = NotificationItem | { readonly kind: 'undecided'; readonly cause: Undecided }

export interface NotificationLogMeta {
  readonly hasMore: boolean
}

/** A word that alerts the user. */
export interface AlertWordItem {
  readonly key: string
  readonly kind: 'alert_word'
  readonly word: string
  /** The action that adds the word, until the server has it; null then. */
  readonly localId: string | null
  readonly state: 'saved' | 'saving' | 'failed'
  /** The reason of a refusal; null unless the word was refused. */
  readonly failure: Failure | null
}

export interface AlertWordsMeta {
  /** False until the first registration has been stored. */
  readonly isReady: boolean
}

/** The alert words, which cause notifications. */
export const notifications = {
  views: {
    alert_words: {
      query: z.strictObject({ type: z.literal('alert_words') }),
      item: typeOf<AlertWordItem>(),
      meta: typeOf<AlertWordsMeta>(),
    },
    /** The decisions of the last four weeks, newest message first. */
    notification_log: {
      query: z.strictObject({ type: z.literal('notification_log'), scope: z.enum(notificationScopes) }),
      item: typeOf<NotificationItem>(),
      meta: typeOf<NotificationLogMeta>(),
    },
  },
  calls: {
    /** Returns the decision about the notification of a message. */
    'notifications.why': {
      to: 'engine',
      input: z.strictObject({ accountId: accountIdSchema, messageId: messageIdSchema }),
      output: typeOf<NotificationAnswer>(),
    },
    /** Adds or removes an alert word; words that differ in case are the same. */
    'alertWords.change': {
      to: 'engine',
      input: z.strictObject({
        accountId: accountIdSchema,
        word: z.string().max(clientLimits.pageQuery.most),
        isOn: z.boolean(),
      }),
      output: typeOf<null>(),
    },
  },
} as const satisfies ResourceContract

declare module './base/failures.ts' {
  interface FailureValues {
    ALERT_WORD_EMPTY: null
    /** `most` counts code points. */
    ALERT_WORD_TOO_LONG: { readonly most: number }
    ALERT_WORD_KNOWN: { readonly word: string }
    ALERT_WORDS_FULL: { readonly most: number }
  }
}

declare module './outbox.ts' {
  interface ActionNameValues {
    ALERT_WORD: { readonly isOn: boolean }
  }
}
