import type { StreamId, UserId } from '../../../shared/ids.ts'
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
      /** It can be read, and nobody writes there any more. */
      readonly isArchived: boolean
      /** Where the list shows it: an inactive stream has been silent for a month. */
      readonly folder: 'pinned' | 'active' | 'inactive'
      readonly unread: number
      readonly mentions: number
      /** What was refused there and waits for the user, messages and changes. */
      readonly failed: number
      /** Whether it may have topics beyond those that the list shows. */
      readonly hasMoreTopics: boolean
    }
  | {
      readonly key: string
      readonly kind: 'topic'
      readonly streamId: StreamId
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
      readonly userIds: readonly UserId[]
      readonly people: readonly PersonRef[]
      /** Of a conversation with one other person; null for bots, and where the organization does not tell. */
      readonly presence: 'active' | 'idle' | 'offline' | null
      readonly unread: number
      readonly failed: number
      /** All its people are muted. */
      readonly isMuted: boolean
      readonly mutedIds: readonly UserId[]
    }

export interface NavigationMeta {
  readonly organization: string
  readonly self: PersonRef | null
  /** False until the first registration has been stored. */
  readonly isReady: boolean
  /** The place where nothing is chosen (`web_home_view`); null until the first registration has been stored. */
  readonly home: 'inbox' | 'recent' | 'combined' | null
  readonly unread: number
  /** Unread messages that mention the user, as the list of mentions holds them; direct messages without a mention are none. */
  readonly mentions: number
  /** Messages that wait, failed or may not have arrived. */
  readonly unsent: number
  /** Everything that was refused and waits for the user. */
  readonly failed: number
  readonly drafts: number
  /** 0 where the user does not want the number. */
  readonly starred: number
  /** Messages that wait at the server for their time, or could not be sent then. */
  readonly scheduled: number
  /** A conversation, a stream or everything is being marked as read; the newest of several. */
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
