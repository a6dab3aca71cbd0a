import { z } from 'zod'
import { clientLimits } from '#shared/client-limits.ts'
import type { StreamId } from '#shared/ids.ts'
import type { MoveMode } from './base/choices.ts'
import { typeOf, type ResourceContract } from './base/entries.ts'
import type { Failure } from './base/failures.ts'
import { accountIdSchema, messageIdSchema, streamIdSchema, topicSchema } from './base/values.ts'

/** A stream as a target of a move. */
export interface MoveStream {
  readonly streamId: StreamId
  readonly streamName: string
  readonly color: string
  readonly isPrivate: boolean
  readonly isArchived: boolean
}

/** A topic of a stream, for the completion of a typed one. */
export interface MoveTopic {
  /** The topic; empty for messages without one. */
  readonly topic: string
  /** The displayed name of the topic, also for the empty topic. */
  readonly name: string
}

/** The number of messages that a move affects, as far as this computer knows. */
export interface MoveCount {
  readonly count: number
  /** Whether the number is complete; otherwise it counts the known messages. */
  readonly isAll: boolean
}

/** The readers of a stream: everyone on the web, the whole organization, or its subscribers. */
export type MoveReaders = 'web' | 'organization' | 'subscribers'

/** The effects of a move, and the reasons against it. The query changes nothing. */
export interface MovePlan {
  /** The present conversation of the messages, which may have changed since the dialog opened. */
  readonly from: MoveStream & MoveTopic
  readonly to: (MoveStream & MoveTopic) | null
  /** Whether the target topic is new or the present one; otherwise the moved messages join those of the target. */
  readonly isNewTopic: boolean
  /** Whether the move would change nothing. */
  readonly isSame: boolean
  readonly counts: Readonly<Record<MoveMode, MoveCount>>
  /** The reasons for which the move is impossible, by mode, as far as this computer knows; `null` if none is known. */
  readonly problems: Readonly<Record<MoveMode, Failure | null>>
  /** The readers before and after the move; `null` if the stream stays the same. */
  readonly readers: { readonly before: MoveReaders; readonly after: MoveReaders } | null
  /** The number of subscribers of the new stream; `null` until the server has answered. */
  readonly subscribers: number | null
  /** Whether the new stream shows its history only to people who were subscribed at the time. */
  readonly isHistoryHidden: boolean
  /** Whether the user is subscribed to the new stream. */
  readonly isSubscribed: boolean
  /** The policy of the user for the topic: 1 muted, 2 unmuted, 3 followed, otherwise 0. */
  readonly policy: number
  /** Code points. */
  readonly maxTopicLength: number
  /** Whether a topic is required. */
  readonly needsTopic: boolean
  /** The displayed name of the empty topic in the new stream; `null` if messages there need a topic. */
  readonly emptyTopicName: string | null
}

const query = z.string().max(clientLimits.nameQuery.most)

/** Moving messages to another topic or stream (wire-protocol.md §2.4.2); `messages.move` does it. */
export const moves = {
  views: {},
  calls: {
    /**
     * Plans a move; `messageId` is `null` for a whole topic. The answer is `null` if the messages do not exist any
     * more.
     */
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
    /** Finds streams by name that the user may write to, the most likely first. */
    'moves.streams': {
      to: 'engine',
      input: z.strictObject({ accountId: accountIdSchema, query }),
      output: typeOf<readonly MoveStream[]>(),
    },
    /** Finds known topics of a stream by name, the newest first. */
    'moves.topics': {
      to: 'engine',
      input: z.strictObject({ accountId: accountIdSchema, streamId: streamIdSchema, query }),
      output: typeOf<readonly MoveTopic[]>(),
    },
  },
} as const satisfies ResourceContract

declare module './base/failures.ts' {
  interface FailureValues {
    /** Messages may be moved within `limit` seconds; `isWhole`: the oldest message of the topic is too old. */
    MOVE_TOO_OLD: { readonly limit: number; readonly isWhole: boolean }
  }
}
