import { z } from 'zod'
import { clientLimits } from '../../../shared/client-limits.ts'
import type { StreamId } from '../../../shared/ids.ts'
import {
  newStreamPrivacies,
  postingRights,
  streamFilters,
  type StreamNotification,
} from '../../../shared/stream-choices.ts'
import { typeOf, type ResourceContract } from '../entries.ts'
import { accountIdSchema, streamIdSchema, userIdSchema } from '../values.ts'

/** Who sees a stream: everybody in the organization, everybody on the web, or its subscribers alone. */
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
  /** Null until the server was asked. */
  readonly subscribers: number | null
  /** Messages a week; null if the server does not tell. */
  readonly weeklyTraffic: number | null
  /** Whether the account may join it by itself; the server decides. */
  readonly canJoin: boolean
}

/** What the account may do with a new stream. */
export interface StreamCreation {
  readonly public: boolean
  readonly private: boolean
  readonly webPublic: boolean
  readonly subscribeOthers: boolean
  /** Whether the organization has a stream where new ones are announced. */
  readonly announce: boolean
  /** Code points. */
  readonly maxName: number
  /** Code points. */
  readonly maxDescription: number
}

export interface StreamsMeta {
  /** The number of known streams. */
  readonly total: number
  /** The number of streams that the filter and the search leave. */
  readonly found: number
  readonly hasMore: boolean
  readonly creation: StreamCreation
}

/** The user's own settings of a stream, with those that wait to be sent. */
export interface StreamSettingsMeta {
  /** Null if there is no such stream any more. */
  readonly stream:
    | (Pick<
        StreamItem,
        'name' | 'color' | 'privacy' | 'isArchived' | 'isSubscribed' | 'isMuted' | 'isPinned' | 'canJoin'
      > & {
        /** Markdown. */
        readonly description: string
        /** `chosen` is null while the setting of the account applies, which is `usual`. */
        readonly notifications: Readonly<
          Record<StreamNotification, { readonly chosen: boolean | null; readonly usual: boolean }>
        >
      })
    | null
}

const ofStream = z.strictObject({ accountId: accountIdSchema, streamId: streamIdSchema })

/** The streams of the organization, joined or not. */
export const streams = {
  views: {
    /** Streams whose name or description contains each word of `text`: pinned ones first, then by name; names first. */
    streams: {
      query: z.strictObject({
        type: z.literal('streams'),
        filter: z.enum(streamFilters),
        text: z.string().max(clientLimits.placeQuery.most),
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
  },
  calls: {
    /** Needs the server; answers when the stream is among the joined ones. */
    'streams.join': { to: 'engine', input: ofStream, output: typeOf<null>() },
    /** Needs the server; answers when the stream is not among the joined ones. */
    'streams.leave': { to: 'engine', input: ofStream, output: typeOf<null>() },
    /** These streams are on screen: their subscribers are counted by the server, as far as it can be reached. */
    'streams.look': {
      to: 'engine',
      input: z.strictObject({
        accountId: accountIdSchema,
        streamIds: z.array(streamIdSchema).max(clientLimits.streamsOnScreen.most).readonly(),
      }),
      output: typeOf<null>(),
    },
    /**
     * Needs the server. A repeated call with the same `localId` and name creates nothing twice. Answers when the stream is
     * known here.
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
        /** The first subscribers beside the user. */
        userIds: z.array(userIdSchema).max(clientLimits.pagePeople.most).readonly(),
      }),
      output: typeOf<{ readonly streamId: StreamId }>(),
    },
  },
} as const satisfies ResourceContract

declare module '../failures.ts' {
  interface FailureValues {
    STREAM_NAME_MISSING: null
    /** Code points. */
    STREAM_NAME_TOO_LONG: { readonly length: number; readonly most: number }
    /** The first character that no name may have, by its position from 1 on. */
    STREAM_NAME_CHARACTER: { readonly position: number }
    /** `isVisible`: the user sees the stream that has this name. */
    STREAM_NAME_TAKEN: { readonly name: string; readonly isVisible: boolean }
    /** Code points. */
    STREAM_DESCRIPTION_TOO_LONG: { readonly length: number; readonly most: number }
    STREAM_DESCRIPTION_CHARACTER: null
    STREAM_PRIVACY_REFUSED: { readonly privacy: StreamPrivacy }
    STREAM_SUBSCRIBERS_REFUSED: null
    STREAM_JOIN_REFUSED: { readonly why: 'private' | 'guest' | 'server' }
    /** The connection broke, and the server could not be asked afterwards whether the change was made. */
    STREAM_OUTCOME_UNKNOWN: { readonly act: StreamAct }
    /** The server cannot be reached. */
    STREAM_OFFLINE: { readonly act: StreamAct }
  }
}

/** What is done to streams with the server only. */
export type StreamAct = 'join' | 'leave' | 'create' | 'add'
