import type { MessageId, StreamId, UserId } from '../../../shared/ids.ts'
import { z } from 'zod'
import { clientLimits } from '../../../shared/client-limits.ts'
import { typeOf, type CallTable } from '../entries.ts'
import {
  accountIdSchema,
  messageIdSchema,
  type Destination,
  type PersonRef,
  type ConversationTitle,
} from '../values.ts'

/** A piece of a text; what was searched for is marked. */
export interface SnippetPart {
  readonly text: string
  readonly isHit: boolean
}

/** A message that a search found. */
export interface SearchHit {
  readonly messageId: MessageId
  readonly narrow: Destination
  readonly streamName: string | null
  readonly streamColor: string | null
  /** Empty for topics, whose name is in `topic`. */
  readonly title: ConversationTitle
  readonly topic: readonly SnippetPart[]
  readonly sender: PersonRef
  /** UNIX seconds. */
  readonly timestamp: number
  readonly snippet: readonly SnippetPart[]
  /** What is shown may be out of date, as in `MessageItem`. */
  readonly isStale: boolean
}

/** A page of a search, the newest first. */
export interface SearchPage {
  readonly hits: readonly SearchHit[]
  readonly hasMore: boolean
  /** False while older messages are still being indexed: more may be found in a moment. */
  readonly isIndexed: boolean
}

/** What a found stream, or the stream of a found topic, looks like. */
interface FoundStreamLooks {
  readonly color: string
  readonly isArchived: boolean
  readonly isPrivate: boolean
}

/** A conversation or stream that was found by its name. */
export type FoundNarrow = KnownNarrow & {
  /** What was typed is only nearly in its name. Nothing else is found then. */
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
      /** Empty where messages have no topic. */
      readonly topic: string
      /** How the topic is shown, also an empty one. */
      readonly name: string
      readonly streamName: string
      /** Muted itself, or in a muted stream (wire-protocol.md §2.8). */
      readonly isMuted: boolean
    })
  | {
      readonly kind: 'direct'
      /** Empty for notes to oneself. */
      readonly userIds: readonly UserId[]
      /** Oneself for notes to oneself. */
      readonly people: readonly PersonRef[]
      /** All its people are muted. */
      readonly isMuted: boolean
      /** The e-mail of a person whose name another one has too; otherwise null. */
      readonly email: string | null
    }

/** Calls about searches. */
export const searchCalls = {
  'messages.search': {
    to: 'engine',
    input: z.strictObject({
      accountId: accountIdSchema,
      query: z.string().max(clientLimits.pageQuery.most),
      /** Only messages below this id, for the next page. */
      before: messageIdSchema.nullable(),
      limit: z.number().int().min(1).max(100),
      /** The disk answers at once; the server also finds messages that are not cached. */
      where: z.enum(['disk', 'server']),
    }),
    output: typeOf<SearchPage>(),
  },
  /**
   * By name, of all that this computer knows: topics, streams, direct conversations; each kind in order, the best first. An
   * empty query finds nothing, but makes later answers come sooner.
   */
  'places.find': {
    to: 'engine',
    input: z.strictObject({ accountId: accountIdSchema, query: z.string().max(clientLimits.placeQuery.most) }),
    output: typeOf<readonly FoundNarrow[]>(),
  },
} as const satisfies CallTable
