import type { StreamId, UserId } from '#shared/ids.ts'
import { z } from 'zod'
import { typeOf, type ViewEntry } from '../entries.ts'
import type { PersonRef } from '../values.ts'

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
      readonly presence: 'active' | 'idle' | 'offline' | null
      readonly unread: number
      readonly failed: number
      /** Whether all its people are muted. */
      readonly isMuted: boolean
      readonly mutedIds: readonly UserId[]
    }

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
  /** The number of messages that are pending, failed or may not have arrived. */
  readonly unsent: number
  /** The number of refused actions that wait for the user. */
  readonly failed: number
  readonly drafts: number
  /** The number of starred messages; 0 if the user does not want it shown. */
  readonly starred: number
  /** The number of scheduled messages at the server, including those that could not be sent at their time. */
  readonly scheduled: number
  /**
   * The progress of marking a conversation, a stream or everything as read; that of the newest action if there are
   * several.
   */
  readonly marking: { readonly localId: string; readonly done: number; readonly total: number } | null
}

/** The streams, topics and direct conversations of the navigation column. */
export const navigationView = {
  query: z.strictObject({ type: z.literal('navigation') }),
  item: typeOf<NavigationItem>(),
  meta: typeOf<NavigationMeta>(),
} as const satisfies ViewEntry

/** A topic in the navigation. */
export type TopicItem = Extract<NavigationItem, { kind: 'topic' }>
