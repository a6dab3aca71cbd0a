import type { MessageId } from '../../../shared/ids.ts'
import { z } from 'zod'
import { clientLimits } from '../../../shared/client-limits.ts'
import { typeOf, type CallTable } from '../entries.ts'
import { accountIdSchema, messageIdSchema, type Destination, type PersonRef, type PlaceTitle } from '../values.ts'

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
  readonly title: PlaceTitle
  readonly topic: readonly SnippetPart[]
  readonly sender: PersonRef
  /** UNIX seconds. */
  readonly timestamp: number
  readonly snippet: readonly SnippetPart[]
  /** What is shown may be out of date, as in `MessageItem`. */
  readonly isInDoubt: boolean
}

/** A page of a search, the newest first. */
export interface SearchPage {
  readonly hits: readonly SearchHit[]
  readonly hasMore: boolean
  /** False while older messages are still being indexed: more may be found in a moment. */
  readonly isIndexed: boolean
}

/** Calls about the search for messages. */
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
} as const satisfies CallTable
