import type { MessageId, StreamId } from '../values/ids.ts'
import { z } from 'zod'
import type { Api, CallOptions } from './client.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { emptyTopicNames } from './dialect.ts'

/** The most topics that are read, more than a user scrolls through; the answer starts with the newest. */
const mostTopics = clientLimits.topics.most
/** The number of topics that are decoded in one task, which takes about a millisecond. */
const topicsAtOnce = 500
/** The size in bytes of some hundred thousand topics. */
const maxBytes = clientLimits.topicListAnswer.most

const answerSchema = z.object({ topics: z.array(z.unknown()) })
const topicSchema = z.object({ name: z.string().max(1000), max_id: z.number().int().positive() })

/** A topic and the id of its newest message. */
export interface WireTopic {
  readonly name: string
  readonly maxId: MessageId
}

/** `GET /users/me/{stream_id}/topics`: newest first (wire-protocol.md §2.6); only the first `mostTopics` are read. */
export async function getTopics(api: Api, streamId: StreamId, options: CallOptions): Promise<readonly WireTopic[]> {
  const path = `/users/me/${streamId}/topics`
  const answer = await api.call('GET', path, emptyTopicNames, answerSchema, { maxBytes, ...options })
  const topics: WireTopic[] = []
  for (let start = 0; start < Math.min(answer.topics.length, mostTopics); start += topicsAtOnce) {
    if (start > 0) await api.breathe()
    for (const value of answer.topics.slice(start, Math.min(start + topicsAtOnce, mostTopics))) {
      const topic = topicSchema.safeParse(value)
      if (topic.success) topics.push({ name: topic.data.name, maxId: topic.data.max_id })
    }
  }
  return topics
}
