import { z } from 'zod'
import { clientLimits } from '../../../shared/client-limits.ts'
import type { StreamId } from '../../../shared/ids.ts'
import type { MoveMode } from '../choices.ts'
import { typeOf, type ResourceContract } from '../entries.ts'
import type { Failure } from '../failures.ts'
import { accountIdSchema, messageIdSchema, streamIdSchema, topicSchema } from '../values.ts'

/** A stream that messages could go to. */
export interface MoveStream {
  readonly streamId: StreamId
  readonly streamName: string
  readonly color: string
  readonly isPrivate: boolean
  readonly isArchived: boolean
}

/** A topic of a stream, by which a typed one can be completed. */
export interface MoveTopic {
  /** Empty for messages without a topic. */
  readonly topic: string
  /** How it is shown, also the empty one. */
  readonly name: string
}

/** How many messages would go, as far as this computer knows. */
export interface MoveCount {
  readonly count: number
  /** Whether it is all of them: else it is the number of those that are known here. */
  readonly isAll: boolean
}

/** Who may read a stream: everybody on the web, everybody in the organization, or its subscribers alone. */
export type MoveReaders = 'web' | 'organization' | 'subscribers'

/** What a move would do, and what stands against it. Nothing is changed by asking. */
export interface MovePlan {
  /** The present place of the messages, which may be another than that at which the question began. */
  readonly from: MoveStream & MoveTopic
  readonly to: (MoveStream & MoveTopic) | null
  /** The topic that is written there already, in whose messages these would be mixed; `null` for a new one. */
  readonly isNewTopic: boolean
  /** Nothing would change. */
  readonly isSame: boolean
  readonly counts: Readonly<Record<MoveMode, MoveCount>>
  /** Why the move cannot be made, as far as this computer knows; `null` if nothing is known against it. */
  readonly problems: Readonly<Record<MoveMode, Failure | null>>
  /** Who may read the messages before and after, if the stream changes. */
  readonly readers: { readonly before: MoveReaders; readonly after: MoveReaders } | null
  /** The number of subscribers of the new stream; `null` until the server has said it. */
  readonly subscribers: number | null
  /** The new stream shows its history only to those who were subscribed at the time. */
  readonly isHistoryHidden: boolean
  /** The user reads the new stream. */
  readonly isSubscribed: boolean
  /** The policy of the user for the topic: 1 muted, 2 unmuted, 3 followed, otherwise 0. */
  readonly policy: number
  /** Code points. */
  readonly maxTopicLength: number
  /** A topic must be given. */
  readonly needsTopic: boolean
  /** How messages without a topic are called in the new stream; `null` where there cannot be any. */
  readonly emptyTopicName: string | null
}

const query = z.string().max(clientLimits.placeQuery.most)

/** Moving messages to another topic or stream (wire-protocol.md §2.4.2); `messages.move` does it. */
export const moves = {
  views: {},
  calls: {
    /** `messageId` is `null` for a topic as a whole. The answer is `null` if there is nothing to move any more. */
    'moves.plan': {
      to: 'engine',
      input: z.strictObject({
        accountId: accountIdSchema,
        messageId: messageIdSchema.nullable(),
        from: z.strictObject({ streamId: streamIdSchema, topic: topicSchema }).readonly(),
        to: z.strictObject({ streamId: streamIdSchema, topic: topicSchema }).readonly(),
      }),
      output: typeOf<MovePlan | null>(),
    },
    /** Moves or renames a topic as a whole. */
    'moves.topic': {
      to: 'engine',
      input: z.strictObject({
        accountId: accountIdSchema,
        from: z.strictObject({ streamId: streamIdSchema, topic: topicSchema }).readonly(),
        to: z.strictObject({ streamId: streamIdSchema, topic: topicSchema }).readonly(),
        notifyOld: z.boolean(),
        notifyNew: z.boolean(),
      }),
      output: typeOf<null>(),
    },
    /** The streams with a name that one may write to; the likeliest first. */
    'moves.streams': {
      to: 'engine',
      input: z.strictObject({ accountId: accountIdSchema, query }),
      output: typeOf<readonly MoveStream[]>(),
    },
    /** The known topics of a stream with a name; the newest first. */
    'moves.topics': {
      to: 'engine',
      input: z.strictObject({ accountId: accountIdSchema, streamId: streamIdSchema, query }),
      output: typeOf<readonly MoveTopic[]>(),
    },
  },
} as const satisfies ResourceContract

declare module '../failures.ts' {
  interface FailureValues {
    /** Messages may be moved for a limited time only, in seconds; `isWhole`: the oldest of the topic is too old. */
    MOVE_TOO_OLD: { readonly limit: number; readonly isWhole: boolean }
  }
}
