import type { MessageId, StreamId, UserId } from '#shared/ids.ts'
import { z } from 'zod'
import { clientLimits } from '#shared/client-limits.ts'
import type { Failure } from './failures.ts'

export type { Failure } from './failures.ts'

/** The answer to a call. */
export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: Failure }

/** The id of an account: a UUID, because folders and keychain entries have the same name. */
export const accountIdSchema = z.uuid()

/** An id that the page chooses, such as that of a view. */
export const pageIdSchema = z.string().min(1).max(clientLimits.pageId.most)

/** An id of the server, a position, or a UNIX time in seconds. */
export const integerSchema = z.number().int().nonnegative()

export const messageIdSchema: z.ZodType<MessageId, MessageId> = integerSchema
export const streamIdSchema: z.ZodType<StreamId, StreamId> = integerSchema
export const userIdSchema: z.ZodType<UserId, UserId> = integerSchema

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

/** A link in the name of a topic: its text and an absolute address. */
export interface TopicLink {
  readonly text: string
  readonly url: string
}

/** A person in rows and lists. */
export interface PersonRef extends PersonName {
  /** The path of the picture below the media base; null if the server names none. */
  readonly avatar: string | null
  readonly isGuest: boolean
  readonly isBot: boolean
  readonly isActive: boolean
}

/** A file of a draft or of an unsent message, with a copy on this disk. */
export interface AttachmentItem {
  readonly id: string
  readonly name: string
  readonly type: string
  /** Bytes. */
  readonly size: number
  /** The user's description, which is the text of the link instead of the name. */
  readonly alt?: string | undefined
  /**
   * Whether location and other personal data were removed from a picture; absent if it had none or was not examined.
   */
  readonly metadata?: PictureMetadata | undefined
  /** Whether the copy is incomplete: in progress, or interrupted by the end of the page. */
  readonly isArriving?: boolean | undefined
}

/** A size in pixels. */
export interface PixelSize {
  readonly width: number
  readonly height: number
}

/** `kept`: Skein cannot remove personal data from this format, so the picture may contain some. */
export const pictureMetadataSchema = z.enum(['removed', 'kept'])
export type PictureMetadata = z.infer<typeof pictureMetadataSchema>
