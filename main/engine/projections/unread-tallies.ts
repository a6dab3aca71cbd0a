import type { StreamId } from '../values/ids.ts'
import { parseConversation } from '../values/conversation.ts'
import type { PreferencesProjection } from './preferences.ts'

/** A conversation that the inbox lists: it is not muted or has direct mentions of the user (U10). */
export interface UnreadConversation {
  readonly conversation: string
  /** The id of the newest unread message. */
  readonly newest: number
  readonly mentions: number
}

/** The unread messages of a stream's topics, or of all direct conversations. */
export interface UnreadTally {
  /**
   * The number of messages that count: all in conversations that are not hidden, and direct mentions in hidden ones
   * (U10).
   */
  readonly unread: number
  /** The number of mentions and of all direct messages. */
  readonly mentions: number
  /** The number of messages with a mention, direct messages included. */
  readonly flagged: number
  /** The number of messages in followed topics that have no mention. */
  readonly followed: number
  /** The conversations that the inbox lists, the newest first. */
  readonly conversations: readonly UnreadConversation[]
}

/** The tally of a stream, or of all direct conversations for null. */
export interface StreamTally {
  readonly streamId: StreamId | null
  readonly tally: UnreadTally
}

/** The inputs of a tally, which is computed again when one of them changes. */
interface Basis {
  readonly unread: number
  readonly preferences: number
  readonly isStreamMuted: boolean
}

/** The sources of tallies. */
export interface TallyParts {
  readonly preferences: PreferencesProjection
  /** A version that increases whenever the unread messages of a stream (null: direct ones) may have changed. */
  readonly revisionOf: (streamId: StreamId | null) => number
  readonly conversationsOf: (streamId: StreamId | null) => Iterable<string>
  readonly ids: (conversation: string) => readonly number[]
  readonly mentionsAmong: (conversation: string, ids: readonly number[]) => number
}

/**
 * Sums of unread messages by stream. A large account has twenty thousand unread conversations and a message concerns
 * one of them, so only the tally of its stream is computed again.
 */
export class UnreadTallies {
  readonly #parts: TallyParts
  readonly #known = new Map<StreamId | null, { readonly basis: Basis; readonly tally: UnreadTally }>()

  constructor(parts: TallyParts) {
    this.#parts = parts
  }

  /** The tally of a stream; null stands for direct conversations. */
  of(streamId: StreamId | null): UnreadTally {
    const { preferences, revisionOf } = this.#parts
    const basis: Basis = {
      unread: revisionOf(streamId),
      preferences: preferences.revision,
      isStreamMuted: streamId !== null && preferences.isStreamMuted(streamId),
    }
    const known = this.#known.get(streamId)
    if (known !== undefined && isSame(known.basis, basis)) return known.tally
    const tally = this.#make(streamId)
    this.#known.set(streamId, { basis, tally })
    return tally
  }

  #make(streamId: StreamId | null): UnreadTally {
    const { preferences, conversationsOf, ids: idsOf, mentionsAmong } = this.#parts
    let unread = 0
    let mentions = 0
    let flagged = 0
    let followed = 0
    const conversations: UnreadConversation[] = []
    for (const conversation of conversationsOf(streamId)) {
      const ids = idsOf(conversation)
      const newest = ids.at(-1)
      if (newest === undefined) continue
      const isHidden = preferences.isHidden(conversation)
      const mentioned = mentionsAmong(conversation, ids)
      unread += isHidden ? mentioned : ids.length
      mentions += streamId === null ? ids.length : mentioned
      flagged += mentioned
      const parsed = parseConversation(conversation)
      if (parsed?.kind === 'topic' && preferences.topicPolicy(parsed.streamId, parsed.topicKey) === 3) {
        followed += ids.length - mentioned
      }
      if (!isHidden || mentioned > 0) conversations.push({ conversation, newest, mentions: mentioned })
    }
    return { unread, mentions, flagged, followed, conversations: conversations.sort((a, b) => b.newest - a.newest) }
  }
}

function isSame(a: Basis, b: Basis): boolean {
  return a.unread === b.unread && a.preferences === b.preferences && a.isStreamMuted === b.isStreamMuted
}
