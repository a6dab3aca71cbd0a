import { z } from 'zod'
import { clientLimits } from '#shared/client-limits.ts'
import type { GroupId, MessageId, StreamId, UserId } from '#shared/ids.ts'

/** The codes of a map whose values are `null`. */
type PlainCode<M> = { [C in keyof M]: M[C] extends null ? C : never }[keyof M]

/** A union of the codes of `M`, a map from codes to the values of their sentences; a code of `null` has no values. */
export type Coded<M> =
  | { readonly code: PlainCode<M> }
  | { [C in Exclude<keyof M, PlainCode<M>>]: { readonly code: C; readonly values: M[C] } }[Exclude<
      keyof M,
      PlainCode<M>
    >]

/** The id of an account: a UUID, because folders and keychain entries have the same name. */
export const accountIdSchema = z.uuid()

/** An id that the page chooses, such as that of a view. */
export const pageIdSchema = z.string().min(1).max(clientLimits.pageId.most)

/** An id of the server, a position, or a UNIX time in seconds. */
export const integerSchema = z.number().int().nonnegative()

export const messageIdSchema: z.ZodType<MessageId, MessageId> = integerSchema
export const streamIdSchema: z.ZodType<StreamId, StreamId> = integerSchema
export const userIdSchema: z.ZodType<UserId, UserId> = integerSchema
export const groupIdSchema: z.ZodType<GroupId, GroupId> = integerSchema

/** The text of a message or a draft. */
export const textSchema = z.string().max(clientLimits.pageText.most)

/** The name of a topic; empty for messages without a topic. */
export const topicSchema = z.string().max(clientLimits.pageTopic.most)

const topicNarrow = z
  .strictObject({ kind: z.literal('topic'), streamId: streamIdSchema, topic: topicSchema })
  .readonly()
const streamNarrow = z.strictObject({ kind: z.literal('stream'), streamId: streamIdSchema }).readonly()
const directNarrow = z
  .strictObject({
    kind: z.literal('direct'),
    userIds: z.array(userIdSchema).max(clientLimits.pagePeople.most).readonly(),
  })
  .readonly()

/** See `Narrow`. */
export const narrowSchema = z.discriminatedUnion('kind', [topicNarrow, streamNarrow, directNarrow])

/** A topic, a stream or a direct conversation. The user ids of a direct conversation do not contain the user's own. */
export type Narrow = z.output<typeof narrowSchema>

/** See `Destination`. */
export const destinationSchema = z.discriminatedUnion('kind', [topicNarrow, directNarrow])

/** A conversation to which a message can be sent. */
export type Destination = z.output<typeof destinationSchema>

/** The name of a person; null if the id is unknown, for example to a guest who may not see all people. */
export interface PersonName {
  readonly id: UserId
  readonly name: string | null
}

/** The title of a conversation: its name, or its people; empty for notes to oneself. */
export type ConversationTitle = string | readonly PersonName[]

/** A person in rows and lists. */
export interface PersonRef extends PersonName {
  /** The path of the picture below the media base; null if the server names none. */
  readonly avatar: string | null
  readonly isGuest: boolean
  readonly isBot: boolean
  readonly isActive: boolean
}
