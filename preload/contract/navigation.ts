import { z } from 'zod'
import { clientLimits } from '#shared/client-limits.ts'
import type { MessageId, StreamId, UserId } from '#shared/ids.ts'
import { typeOf, type ResourceContract } from './base/entries.ts'
import type { ConversationTitle, Destination, PersonRef } from './base/values.ts'
import type { PresenceState } from './people.ts'

export type NavigationItem =
  | {
      readonly key: string
      readonly kind: 'stream'
      readonly streamId: StreamId
      readonly name: string
      readonly color: string
      readonly isMuted: boolean
      readonly isPinned: boolean
      readonly isPrivate: boolean
      /** Whether the stream is archived: it can be read, but not written to. */
      readonly isArchived: boolean
      /** The section of the list; a stream is inactive after a month without messages. */
      readonly folder: 'pinned' | 'active' | 'inactive'
      readonly unread: number
      readonly mentions: number
      /** The number of refused messages and changes that wait for the user. */
      readonly failed: number
      /** Whether the stream may have topics beyond the listed ones. */
      readonly hasMoreTopics: boolean
    }
  | {
      readonly key: string
      readonly kind: 'topic'
      readonly streamId: StreamId
      /** The topic; empty for messages without one. */
      readonly topic: string
      /** The displayed name of the topic, also for the empty topic. */
      readonly name: string
      readonly unread: number
      readonly mentions: number
      /** The number of refused messages and changes that wait for the user. */
      readonly failed: number
      /** Whether the topic counts for nothing: it is muted itself or by its stream (wire-protocol.md §2.8). */
      readonly isMuted: boolean
      /** The user's policy for the topic: 0 inherit, 1 muted, 2 unmuted, 3 followed. */
      readonly policy: number
      readonly canFollow: boolean
    }
  | {
      readonly key: string
      readonly kind: 'direct'
      readonly userIds: readonly UserId[]
      readonly people: readonly PersonRef[]
      /**
       * The presence of the other person of a direct conversation; null for several people, for bots, and if the
       * organization does not share it.
       */
      readonly presence: PresenceState | null
      readonly unread: number
      readonly failed: number
      /** Whether all its people are muted. */
      readonly isMuted: boolean
      readonly mutedIds: readonly UserId[]
    }

/** A topic in the navigation. */
export type TopicItem = Extract<NavigationItem, { kind: 'topic' }>

export interface NavigationMeta {
  readonly organization: string
  readonly self: PersonRef | null
  /** False until the first registration has been stored. */
  readonly isReady: boolean
  /**
   * The screen without a selected conversation (`web_home_view`); null until the first registration has been stored.
   */
  readonly home: 'inbox' | 'recent' | 'combined' | null
  readonly unread: number
  /** The number of unread messages in the list of mentions; direct messages without a mention do not count. */
  readonly mentions: number
  /** The number of refused actions that wait for the user. */
  readonly failed: number
  readonly drafts: number
  /** The number of starred messages; 0 if the user does not want it shown. */
  readonly starred: number
  /** The streams that show the number of their unread messages: all, those that are not muted, or none. */
  readonly streamCounts: 'all' | 'unmuted' | 'none'
  /** The number of scheduled messages at the server, including those that could not be sent at their time. */
  readonly scheduled: number
  /**
   * The progress of marking a conversation, a stream or everything as read; that of the newest action if there are
   * several.
   */
  readonly marking: { readonly localId: string; readonly done: number; readonly total: number } | null
}

/** A conversation in the inbox or among the recent ones. */
export interface ConversationEntry {
  readonly key: string
  readonly kind: 'conversation'
  readonly narrow: Destination
  readonly title: ConversationTitle
  readonly streamName: string | null
  readonly streamColor: string | null
  readonly people: readonly PersonRef[]
  readonly unread: number
  readonly mentions: number
  readonly isMuted: boolean
  readonly policy: number
  /** The newest known message, on this disk or not; `views.look` names the entry by it. */
  readonly newestId: MessageId
  /** The newest message on this disk; null if there is none. */
  readonly last: {
    readonly id: number
    /** UNIX seconds. */
    readonly timestamp: number
    readonly sender: PersonRef
    readonly text: string
  } | null
  /** The people who wrote recently, the newest first. */
  readonly participants: readonly PersonRef[]
  readonly hasOwn: boolean
  /** Whether the newest message may be shown out of date, or a newer one is not on this disk. */
  readonly isStale: boolean
}

export interface ConversationsMeta {
  readonly unread: number
  /** Whether `views.more` lists more. */
  readonly hasMore: boolean
}

export interface InboxMeta extends ConversationsMeta {
  /** Whether conversations exceed the limit of the list. */
  readonly isCut: boolean
}

/** The filters of recent conversations. */
const filters = z
  .strictObject({
    isUnread: z.boolean(),
    /** Only conversations in which the user wrote recently. */
    hasOwn: z.boolean(),
    isFollowed: z.boolean(),
    /** Whether muted conversations are included. */
    withMuted: z.boolean(),
    /** Only direct conversations or only topics; null for both. */
    only: z.enum(['direct', 'topic']).nullable(),
    /** Words that the names of the conversation and its stream contain, folded; empty for any name. */
    text: z.string().max(clientLimits.pageTopic.most),
  })
  .readonly()

export type RecentFilters = z.output<typeof filters>

/** The lists of conversations: the navigation column, the inbox and the recent ones. */
export const navigation = {
  views: {
    /** The streams, topics and direct conversations of the navigation column. */
    navigation: {
      query: z.strictObject({ type: z.literal('navigation') }),
      item: typeOf<NavigationItem>(),
      meta: typeOf<NavigationMeta>(),
    },
    /**
     * The conversations with unread messages: those with mentions first, then direct ones, then topics by stream, pinned
     * ones first.
     */
    inbox: {
      query: z.strictObject({ type: z.literal('inbox') }),
      item: typeOf<ConversationEntry>(),
      meta: typeOf<InboxMeta>(),
    },
    /**
     * The conversations with the newest messages: without filters all of them, otherwise the matching ones of the newest.
     */
    recent: {
      query: z.strictObject({ type: z.literal('recent'), filters: filters.optional() }),
      item: typeOf<ConversationEntry>(),
      meta: typeOf<ConversationsMeta>(),
    },
  },
  calls: {},
} as const satisfies ResourceContract
