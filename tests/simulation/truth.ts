import type { Narrow } from '#contract/base/values.ts'
import type { Stage } from './stage.ts'

/** The content that a row must show of a message, by the server's present state. */
export interface Facts {
  readonly id: number
  readonly senderId: number
  readonly streamId: number | null
  readonly topic: string
  /** The other people of a direct conversation, sorted; empty for streams. */
  readonly directKey: string
  /** The text without tags. */
  readonly text: string
  readonly isRead: boolean
  readonly isStarred: boolean
  readonly isMentioned: boolean
  /** Codes with their counts; `*` if the user is among them; sorted. */
  readonly reactions: readonly string[]
}

interface WireMessage {
  readonly id: number
  readonly type: string
  readonly sender_id: number
  readonly stream_id?: number
  readonly subject: string
  readonly display_recipient: string | { readonly id: number }[]
  readonly content: string
  readonly flags: readonly string[]
  readonly reactions: readonly { readonly emoji_code: string; readonly user_id: number }[]
}

const mentionFlags = ['mentioned', 'wildcard_mentioned', 'stream_wildcard_mentioned', 'topic_wildcard_mentioned']

export function withoutTags(html: string): string {
  return html.replaceAll(/<[^>]+>/g, '')
}

/** The results of fresh fetches, and the streams that the queue reports. */
export class Truth {
  readonly #stage: Stage
  readonly byId = new Map<number, Facts>()
  readonly #subscribed: ReadonlySet<number>

  private constructor(stage: Stage, subscribed: ReadonlySet<number>) {
    this.#stage = stage
    this.#subscribed = subscribed
  }

  static async ask(stage: Stage): Promise<Truth> {
    const { subscriptions } = await stage.server.call(stage.people.iris, 'GET', '/users/me/subscriptions')
    const ids = (subscriptions as { stream_id: number }[]).map((stream) => stream.stream_id) // shape of GET /users/me/subscriptions
    const truth = new Truth(stage, new Set(ids))
    for (const id of ids) await truth.fetch([['stream', id]])
    await truth.fetch([['is', 'dm']])
    return truth
  }

  /** Whether the queue reports events of the stream. */
  isLive(streamId: number | null): boolean {
    return streamId === null || this.#subscribed.has(streamId)
  }

  /** All messages of a narrow, oldest first. */
  async fetch(terms: readonly (readonly [string, unknown])[]): Promise<Facts[]> {
    const { server, people } = this.#stage
    const answer = await server.call(people.iris, 'GET', '/messages', {
      narrow: JSON.stringify(terms.map(([operator, operand]) => ({ operator, operand }))),
      anchor: 'newest',
      num_before: '5000',
      num_after: '0',
    })
    const facts = (answer.messages as WireMessage[]).map((message) => this.#factsOf(message)) // shape of GET /messages
    for (const fact of facts) this.byId.set(fact.id, fact)
    return facts
  }

  #factsOf(message: WireMessage): Facts {
    const self = this.#stage.people.iris.id
    const isStream = message.type === 'stream'
    const members = Array.isArray(message.display_recipient) ? message.display_recipient.map(({ id }) => id) : []
    const others = members.filter((id) => id !== self).sort((a, b) => a - b)
    const votes = Map.groupBy(message.reactions, (reaction) => reaction.emoji_code)
    return {
      id: message.id,
      senderId: message.sender_id,
      streamId: isStream ? (message.stream_id ?? null) : null,
      topic: isStream ? message.subject : '',
      directKey: isStream ? '' : others.join(','),
      text: withoutTags(message.content),
      isRead: message.flags.includes('read'),
      isStarred: message.flags.includes('starred'),
      isMentioned: mentionFlags.some((flag) => message.flags.includes(flag)),
      reactions: [...votes]
        .map(([code, by]) => `${code}:${by.length}${by.some(({ user_id: id }) => id === self) ? '*' : ''}`)
        .sort(),
    }
  }

  /** The messages of a conversation, oldest first. */
  in(narrow: Narrow): Facts[] {
    return [...this.byId.values()].filter((fact) => isIn(fact, narrow)).sort((a, b) => a.id - b.id)
  }
}

export function isIn(fact: Pick<Facts, 'streamId' | 'topic' | 'directKey'>, narrow: Narrow): boolean {
  switch (narrow.kind) {
    case 'stream':
      return fact.streamId === narrow.streamId
    case 'topic':
      return fact.streamId === narrow.streamId && fact.topic.toLowerCase() === narrow.topic.toLowerCase()
    case 'direct':
      return fact.streamId === null && fact.directKey === narrow.userIds.toSorted((a, b) => a - b).join(',')
  }
}
