import { z } from 'zod'
import { clientLimits } from '#shared/client-limits.ts'
import type { MessageId, StreamId, UserId } from '#shared/ids.ts'
import { typeOf, type ResourceContract } from './base/entries.ts'
import type { Failure } from './base/failures.ts'
import {
  accountIdSchema,
  messageIdSchema,
  narrowSchema,
  type ConversationTitle,
  type Destination,
  type Narrow,
  type PersonRef,
} from './base/values.ts'
import type { PresenceState } from './people.ts'
import type { HistoryReach } from './storage/storage.ts'

/** A part of a text; matches of the search are marked. */
export interface SnippetPart {
  readonly text: string
  readonly isHit: boolean
}

/** A message that matches a search. */
export interface SearchHit {
  readonly messageId: MessageId
  readonly narrow: Destination
  readonly streamName: string | null
  readonly streamColor: string | null
  /** The title of the conversation; empty for topics, whose name is in `topic`. */
  readonly title: ConversationTitle
  readonly topic: readonly SnippetPart[]
  readonly sender: PersonRef
  /** UNIX seconds. */
  readonly timestamp: number
  readonly snippet: readonly SnippetPart[]
  /** Whether the shown state may be out of date, as in `MessageItem`. */
  readonly isStale: boolean
}

/** A page of search results, the newest first. */
export interface SearchPage {
  readonly hits: readonly SearchHit[]
  readonly hasMore: boolean
  /** False while older messages are being indexed: a later search may find more. */
  readonly isIndexed: boolean
}

export interface SearchItem extends SearchHit {
  readonly key: string
  readonly kind: 'hit'
}

/** Adjacent words; the last one may be the beginning of a word. */
export interface MarkedWords {
  readonly words: readonly string[]
  readonly isPrefix: boolean
}

/** How far back this computer has what is searched. */
export type SearchCoverage =
  /** A stream or its topic, or direct messages, for which `streamName` is null. */
  | {
      readonly kind: 'place'
      readonly streamName: string | null
      readonly reach: HistoryReach
      /** Whether events keep it up to date; otherwise it is a copy of some time. */
      readonly isLive: boolean
    }
  /** All subscribed streams and direct messages. */
  | {
      readonly kind: 'everything'
      readonly total: number
      /** The number of those of which everything is here, and of those of which nothing is. */
      readonly whole: number
      readonly missing: number
      /** The time, UNIX milliseconds, since which the others are here; null if there are no others. */
      readonly since: number | null
    }

export interface SearchMeta {
  readonly query: string
  /** The words to mark in the found messages, folded like names in comparisons. */
  readonly words: readonly MarkedWords[]
  readonly hasMore: boolean
  readonly isIndexed: boolean
  /** The state of the search at the server; `unreachable` means that only this disk was searched. */
  readonly server: 'asking' | 'answered' | 'unreachable'
  /** Null if the query is invalid. */
  readonly coverage: SearchCoverage | null
  /** Whether new messages exist that only the server can match: a repeated search may find more. */
  readonly mayHaveNew: boolean
  /** The reason for which the query cannot find anything; null if there is none. */
  readonly problem: Failure | null
}

/** A conversation or stream that matches by name. */
export type FoundNarrow = KnownNarrow & {
  /** Whether the query matches only approximately; then there are no exact matches. */
  readonly isNear: boolean
}

type KnownNarrow =
  | (FoundStreamLooks & {
      readonly kind: 'stream'
      readonly streamId: StreamId
      readonly name: string
      readonly isMuted: boolean
    })
  | (FoundStreamLooks & {
      readonly kind: 'topic'
      readonly streamId: StreamId
      /** The topic; empty for messages without one. */
      readonly topic: string
      /** The displayed name of the topic, also for the empty topic. */
      readonly name: string
      readonly streamName: string
      /** Whether the topic is muted itself or by its stream (wire-protocol.md §2.8). */
      readonly isMuted: boolean
    })
  | {
      readonly kind: 'direct'
      /** The other people; empty for notes to oneself. */
      readonly userIds: readonly UserId[]
      /** The other people; the user for notes to oneself. */
      readonly people: readonly PersonRef[]
      /** Whether all its people are muted. */
      readonly isMuted: boolean
      /** The e-mail address of a person with a namesake; null otherwise. */
      readonly email: string | null
      /** The presence of the only person; null as in `PersonItem`, and for several people. */
      readonly presence: PresenceState | null
    }

/** The appearance of a found stream, or of the stream of a found topic. */
interface FoundStreamLooks {
  readonly color: string
  readonly isArchived: boolean
  readonly isPrivate: boolean
}

/** The target of a link. */
export interface LinkTarget {
  readonly narrow: Narrow
  /**
   * The state of the message that the link names: in this narrow, deleted, or unknown; `none` if the link names no
   * message.
   */
  readonly messageState: 'found' | 'gone' | 'unknown' | 'none'
}

/** The search for messages, for conversations by name, and for the target of a link. */
export const search = {
  views: {
    /** The messages that match a query, the newest first. */
    search: {
      query: z.strictObject({ type: z.literal('search'), query: z.string().max(clientLimits.pageQuery.most) }),
      item: typeOf<SearchItem>(),
      meta: typeOf<SearchMeta>(),
    },
  },
  calls: {
    'messages.search': {
      to: 'engine',
      input: z.strictObject({
        accountId: accountIdSchema,
        query: z.string().max(clientLimits.pageQuery.most),
        /** Only messages below this id are found, for the next page. */
        before: messageIdSchema.nullable(),
        limit: z.number().int().min(1).max(100),
        /** The disk answers at once; the server also finds messages that are not cached. */
        where: z.enum(['disk', 'server']),
      }),
      output: typeOf<SearchPage>(),
    },
    /**
     * Finds topics, streams and direct conversations on this disk by name, each kind with the best matches first. An
     * empty query finds nothing, but makes later answers faster.
     */
    'narrows.find': {
      to: 'engine',
      input: z.strictObject({ accountId: accountIdSchema, query: z.string().max(clientLimits.nameQuery.most) }),
      output: typeOf<readonly FoundNarrow[]>(),
    },
    /** Finds the target of a link, from the narrow and the message that it names. */
    'links.resolve': {
      to: 'engine',
      input: z.strictObject({
        accountId: accountIdSchema,
        narrow: narrowSchema.nullable(),
        messageId: messageIdSchema.nullable(),
      }),
      output: typeOf<LinkTarget>(),
    },
  },
} as const satisfies ResourceContract

/** The reasons for which a search finds nothing, or not everything. `operand` is the text after the colon. */
export interface SearchFailures {
  EMPTY_QUERY: null
  /** A newer search of the same caller replaced this one. */
  SUPERSEDED: null
  SEARCH_OFFLINE: null
  SEARCH_HAS_UNKNOWN: { readonly operand: string }
  SEARCH_IS_UNKNOWN: { readonly operand: string }
  SEARCH_NO_DATE: { readonly operand: string }
  SEARCH_NO_PERSON: { readonly operand: string }
  SEARCH_SEVERAL_PEOPLE: { readonly operand: string; readonly names: readonly string[] }
  SEARCH_NO_STREAM: { readonly operand: string }
  SEARCH_SEVERAL_STREAMS: { readonly operand: string; readonly names: readonly string[] }
  SEARCH_STREAM_AND_DIRECT: null
  /** The filter occurs twice in the search, with different values. */
  SEARCH_TWO_OF_ONE: { readonly filter: 'sender' | 'stream' | 'topic' | 'dm' }
  /** The search exceeds `most` words and filters, or `most` people in one filter. */
  SEARCH_TOO_MANY: { readonly most: number }
}

/** The reasons for which a link into the organization has no target. */
export interface LinkFailures {
  LINK_MESSAGE_GONE: null
  LINK_OFFLINE: null
  LINK_NO_STREAM: null
  LINK_NO_PERSON: null
}

declare module './base/failures.ts' {
  interface FailureValues extends SearchFailures, LinkFailures {}
}
