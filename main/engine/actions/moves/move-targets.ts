import type { MoveStream, MoveTopic } from '#contract/moves.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { foldName, NameQuery } from '#shared/name-query.ts'
import { mayPost } from '../../state/permissions/permissions.ts'
import { topicsPolicyOf } from '../../state/topics/topics-policy.ts'
import type { ReadCore } from '../../core/read-core.ts'
import { Best } from '../../store/names/best.ts'
import type { StreamId } from '../../values/ids.ts'
import { looksOf, type MoveParts } from './move-plan.ts'

const most = clientLimits.narrowsFound.most

/**
 * The streams in which the user may post and whose names contain every word of a text, ranked by match: equal to the
 * text, beginning with it, others. Within a rank subscribed streams come first, and pinned ones before others. An empty
 * text matches all.
 */
export function targetStreams({ accountState, ports }: ReadCore, text: string): MoveStream[] {
  const judge = accountState.judge(ports.clock.now())
  const query = new NameQuery(text, clientLimits.nameWords.most)
  const found = new Best<MoveStream>(most)
  for (const row of accountState.streams.values()) {
    const name = foldName(row.name)
    if (!query.matches(name)) continue
    const order = [row.is_subscribed === 1 ? 0 : 1, row.is_pinned === 1 ? 0 : 1, name.length]
    const rank = query.isEmpty ? 2 : query.rank(name)
    // The permission groups are evaluated only for streams that would be listed.
    if (found.wouldTake(rank, order) && mayPost(row, judge)) found.offer(looksOf(row), rank, () => order)
  }
  return found.items
}

/**
 * The known topics of a stream whose names contain every word of a text, the best match first; more are requested from
 * the server.
 */
export function targetTopics({ core, wantTopics }: MoveParts, streamId: StreamId, text: string): MoveTopic[] {
  const { accountState, store } = core
  if (topicsPolicyOf(accountState, streamId) === 'empty_topic_only')
    return [{ topic: '', name: accountState.topicName('') }]
  wantTopics(streamId)
  const query = new NameQuery(text, clientLimits.nameWords.most)
  const found = new Best<MoveTopic>(most)
  for (const { name: topic, max_id } of store.messages.topics(streamId)) {
    const name = accountState.topicName(topic)
    const folded = foldName(name)
    if (query.matches(folded)) found.offer({ topic, name }, query.isEmpty ? 2 : query.rank(folded), () => [0 - max_id])
  }
  return found.items
}
