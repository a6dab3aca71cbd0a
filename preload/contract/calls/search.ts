import type { MessageId, StreamId, UserId } from '#shared/ids.ts'
import { z } from 'zod'
import { clientLimits } from '#shared/client-limits.ts'
import { typeOf, type CallTable } from '../entries.ts'
import {
  accountIdSchema,
  messageIdSchema,
  type Destination,
  type PersonRef,
  type ConversationTitle,
} from '../values.ts'

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

/** The appearance of a found stream, or of the stream of a found topic. */
interface FoundStreamLooks {
  readonly color: string
  readonly isArchived: boolean
  readonly isPrivate: boolean
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
    }

/** Calls about searches. */
export const searchCalls = {
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
  'places.find': {
    to: 'engine',
    input: z.strictObject({ accountId: accountIdSchema, query: z.string().max(clientLimits.placeQuery.most) }),
    output: typeOf<readonly FoundNarrow[]>(),
  },
} as const satisfies CallTable
