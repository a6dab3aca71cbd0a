import { z } from 'zod'
import { clientLimits } from '#shared/client-limits.ts'
import type { PersonRole } from '#shared/directory-choices.ts'
import type { StreamId } from '#shared/ids.ts'
import { newStreamPrivacies, postingRights, streamFilters, type StreamNotification } from '#shared/stream-choices.ts'
import { typeOf, type ResourceContract } from './base/entries.ts'
import {
  accountIdSchema,
  narrowSchema,
  streamIdSchema,
  topicSchema,
  userIdSchema,
  type PersonName,
} from './base/values.ts'
import type { TopicItem } from './navigation.ts'
import type { PersonItem } from './people.ts'

/** The visibility of a stream: the whole organization, everyone on the web, or its subscribers. */
export type StreamPrivacy = 'public' | 'web_public' | 'private'

/** A stream in the list of all streams. */
export interface StreamItem {
  readonly key: string
  readonly kind: 'listed_stream'
  readonly streamId: StreamId
  readonly name: string
  /** One line of Markdown, cut at `clientLimits.streamLine`. */
  readonly description: string
  readonly color: string
  readonly privacy: StreamPrivacy
  readonly isArchived: boolean
  readonly isSubscribed: boolean
  readonly isMuted: boolean
  readonly isPinned: boolean
  /** The number of subscribers; null until the server has answered. */
  readonly subscribers: number | null
  /** Messages per week; null if the server does not report it. */
  readonly weeklyTraffic: number | null
  /** Whether the account may join the stream itself; the server decides. */
  readonly canJoin: boolean
}

/** The account's rights for a new stream. */
export interface StreamCreation {
  readonly public: boolean
  readonly private: boolean
  readonly webPublic: boolean
  readonly subscribeOthers: boolean
  /** Whether the organization has a stream for announcements of new streams. */
  readonly announce: boolean
  /** The limit in code points. */
  readonly maxName: number
  /** The limit in code points. */
  readonly maxDescription: number
}

export interface StreamsMeta {
  /** The number of known streams. */
  readonly total: number
  /** The number of streams that match the filter and the search. */
  readonly found: number
  readonly hasMore: boolean
  readonly creation: StreamCreation
}

/** The user's own settings of a stream, including pending changes. */
export interface StreamSettingsMeta {
  /** The stream; null if it does not exist any more. */
  readonly stream:
    | (Pick<
        StreamItem,
        'name' | 'color' | 'privacy' | 'isArchived' | 'isSubscribed' | 'isMuted' | 'isPinned' | 'canJoin'
      > & {
        /** Markdown. */
        readonly description: string
        /** `chosen` is null while the account's setting applies, which is `usual`. */
        readonly notifications: Readonly<
          Record<StreamNotification, { readonly chosen: boolean | null; readonly usual: boolean }>
        >
      })
    | null
}

/** A link in the name of a topic: its text and an absolute address. */
export interface TopicLink {
  readonly text: string
  readonly url: string
}

export interface TopicsMeta {
  /** The state of the server's list of topics: stored, being fetched, or not available. */
  readonly list: 'stored' | 'awaited' | 'failed'
  /** Whether `views.more` lists more. */
  readonly hasMore: boolean
}

/** A role above or below that of a member. */
export type ReaderRole = Exclude<PersonRole, 'member'>

/** A person of a conversation. */
export interface ReaderItem extends Omit<PersonItem, 'kind' | 'email' | 'role' | 'isMuted' | 'canManage'> {
  readonly kind: 'reader'
  /** `participant`: the person has written in the topic; `reader`: a subscriber, or a person of a direct conversation. */
  readonly part: 'participant' | 'reader'
  /** The role; null for a member. */
  readonly role: ReaderRole | null
  /** Whether the user may remove the person from the stream; for the user itself, whether it can leave. */
  readonly canRemove: boolean
}

export interface ReadersMeta {
  readonly kind: 'stream' | 'topic' | 'direct'
  /** The stream; null for a direct conversation, and if it is unknown. */
  readonly stream: { readonly name: string; readonly isPrivate: boolean; readonly isArchived: boolean } | null
  /** The number of participants of the topic who match the search, as far as their messages are stored. */
  readonly participants: number
  /** The number of readers who match the search. */
  readonly found: number
  /** The number of readers; null while no list of them is known. */
  readonly total: number | null
  /**
   * `offline`: the server cannot be reached, so the stored list may be outdated; `failed`: the server did not send the
   * list; `refused`: the server does not show it to the account.
   */
  readonly list: 'current' | 'loading' | 'offline' | 'failed' | 'refused'
  readonly hasMore: boolean
  /** Whether the user may add people to the stream. */
  readonly canAdd: boolean
}

/** The people whom the user wanted to add to a stream. `refused` are those whom the server does not let in. */
export interface AddedPeople {
  readonly added: readonly PersonName[]
  readonly already: readonly PersonName[]
  readonly refused: readonly PersonName[]
}

/** A property of the user's subscription to a stream, and its new value. */
const subscriptionProperty = z.union([
  z
    .strictObject({
      property: z.enum([
        'is_muted',
        'pin_to_top',
        'desktop_notifications',
        'audible_notifications',
        'push_notifications',
        'email_notifications',
        'wildcard_mentions_notify',
      ]),
      value: z.boolean(),
    })
    .readonly(),
  z.strictObject({ property: z.literal('color'), value: z.string().regex(/^#[0-9a-f]{6}$/i) }).readonly(),
])

export type SubscriptionProperty = z.output<typeof subscriptionProperty>

const ofStream = z.strictObject({ accountId: accountIdSchema, streamId: streamIdSchema })

/** The streams of the organization, subscribed or not, their topics, and the people of conversations. */
export const streams = {
  views: {
    /**
     * The streams whose name or description contains each word of `text`: pinned ones first, then by name; matches of
     * the name precede matches of the description.
     */
    streams: {
      query: z.strictObject({
        type: z.literal('streams'),
        filter: z.enum(streamFilters),
        text: z.string().max(clientLimits.nameQuery.most),
      }),
      item: typeOf<StreamItem>(),
      meta: typeOf<StreamsMeta>(),
    },
    /** The user's own settings of a stream. */
    stream_settings: {
      query: z.strictObject({ type: z.literal('stream_settings'), streamId: streamIdSchema }),
      item: typeOf<never>(),
      meta: typeOf<StreamSettingsMeta>(),
    },
    /**
     * The people of a conversation whose names match: first the participants of a topic, the latest first; then the
     * subscribers of the stream or the people of the direct conversation, present people first, by name. Opening the
     * view fetches the subscribers.
     */
    readers: {
      query: z.strictObject({
        type: z.literal('readers'),
        narrow: narrowSchema,
        query: z.string().max(clientLimits.nameQuery.most),
      }),
      item: typeOf<ReaderItem>(),
      meta: typeOf<ReadersMeta>(),
    },
    /** The topics of a stream, the one with the newest message first. Opening the view fetches the server's list. */
    topics: {
      query: z.strictObject({ type: z.literal('topics'), streamId: streamIdSchema }),
      item: typeOf<TopicItem>(),
      meta: typeOf<TopicsMeta>(),
    },
  },
  calls: {
    /** Subscribes to a stream; needs the server. Answers when the subscription is known here. */
    'streams.join': { to: 'engine', input: ofStream, output: typeOf<null>() },
    /** Unsubscribes from a stream; needs the server. Answers when the change is known here. */
    'streams.leave': { to: 'engine', input: ofStream, output: typeOf<null>() },
    /** Reports the streams on screen, so that the engine queries their subscribers while the server can be reached. */
    'streams.look': {
      to: 'engine',
      input: z.strictObject({
        accountId: accountIdSchema,
        streamIds: z.array(streamIdSchema).max(clientLimits.streamsOnScreen.most).readonly(),
      }),
      output: typeOf<null>(),
    },
    /**
     * Creates a stream; needs the server. A repeated call with the same `localId` and name creates nothing twice.
     * Answers when the stream is known here.
     */
    'streams.create': {
      to: 'engine',
      input: z.strictObject({
        accountId: accountIdSchema,
        localId: z.uuid(),
        name: z.string().max(clientLimits.pageStreamName.most),
        description: z.string().max(clientLimits.pageStreamDescription.most),
        privacy: z.enum(newStreamPrivacies),
        posting: z.enum(postingRights),
        announce: z.boolean(),
        /** The first subscribers besides the user. */
        userIds: z.array(userIdSchema).max(clientLimits.pagePeople.most).readonly(),
      }),
      output: typeOf<{ readonly streamId: StreamId }>(),
    },
    /** Adds people to a stream; needs the server. */
    'streams.addPeople': {
      to: 'engine',
      input: ofStream.extend({ userIds: z.array(userIdSchema).min(1).max(clientLimits.pagePeople.most).readonly() }),
      output: typeOf<AddedPeople>(),
    },
    /** Removes another person from a stream; needs the server. */
    'streams.removePerson': {
      to: 'engine',
      input: ofStream.extend({ userId: userIdSchema }),
      output: typeOf<null>(),
    },
    'streams.property': {
      to: 'engine',
      input: z.strictObject({ accountId: accountIdSchema, streamId: streamIdSchema, change: subscriptionProperty }),
      output: typeOf<null>(),
    },
    /** `policy`: 0 inherit, 1 muted, 2 unmuted, 3 followed. */
    'topics.policy': {
      to: 'engine',
      input: z.strictObject({
        accountId: accountIdSchema,
        streamId: streamIdSchema,
        topic: topicSchema,
        policy: z.number().int().min(0).max(3),
      }),
      output: typeOf<null>(),
    },
    /** The links in the name of a topic, in its order. */
    'topics.links': {
      to: 'engine',
      input: z.strictObject({ accountId: accountIdSchema, streamId: streamIdSchema, topic: topicSchema }),
      output: typeOf<readonly TopicLink[]>(),
    },
    'topics.resolve': {
      to: 'engine',
      input: z.strictObject({
        accountId: accountIdSchema,
        streamId: streamIdSchema,
        topic: topicSchema.min(1),
        isResolved: z.boolean(),
      }),
      output: typeOf<null>(),
    },
  },
} as const satisfies ResourceContract

/** The actions on streams that need the server. */
export type StreamAct = 'join' | 'leave' | 'create' | 'add' | 'remove'

declare module './base/failures.ts' {
  interface FailureValues {
    STREAM_NAME_MISSING: null
    /** `length` and `most` count code points. */
    STREAM_NAME_TOO_LONG: { readonly length: number; readonly most: number }
    /** `position` is the position of the first invalid character, from 1 on. */
    STREAM_NAME_CHARACTER: { readonly position: number }
    /** `isVisible`: the user can see the stream with this name. */
    STREAM_NAME_TAKEN: { readonly name: string; readonly isVisible: boolean }
    /** `length` and `most` count code points. */
    STREAM_DESCRIPTION_TOO_LONG: { readonly length: number; readonly most: number }
    STREAM_DESCRIPTION_CHARACTER: null
    STREAM_PRIVACY_REFUSED: { readonly privacy: StreamPrivacy }
    STREAM_SUBSCRIBERS_REFUSED: null
    /** The account may not add people to an existing stream. */
    STREAM_ADDING_REFUSED: null
    STREAM_JOIN_REFUSED: { readonly why: 'private' | 'guest' | 'server' }
    /** The connection broke, and a later query could not find out whether the change was made. */
    STREAM_OUTCOME_UNKNOWN: { readonly act: StreamAct }
    /** The server cannot be reached. */
    STREAM_OFFLINE: { readonly act: StreamAct }
  }
}
