import type { Narrow } from '#contract/base/values.ts'
import type { ConversationMeta } from '#contract/conversations.ts'
import type { ReadCore } from '../../core/read-core.ts'
import { topicKey } from '../../values/conversation.ts'
import { joinRefusal, mayPost, mayWriteTo, postingRight } from '../../state/permissions/permissions.ts'
import { isResolved } from '../../values/topics.ts'
import { topicsPolicyOf } from '../../state/topics/topics-policy.ts'
import { composerDraft } from '../../drafts/editing.ts'
import { topicAfterMove } from '../../actions/moves/resolve-topic.ts'
import type { PreferencesProjection } from '../../projections/preferences.ts'
import { directTitle } from '../../projections/headings.ts'
import { isReadByScrolling } from './read-by-scrolling.ts'

/** The meta data that depends on the shown part of the conversation, on how it was opened, and on the time. */
type OfWindow = Pick<
  ConversationMeta,
  'older' | 'newer' | 'firstUnreadId' | 'unread' | 'typing' | 'topicLinks' | 'presence'
>

/** Computes the meta data of a conversation. */
export function conversationMeta(
  core: ReadCore,
  preferences: PreferencesProjection,
  narrow: Narrow,
  ofWindow: OfWindow,
): ConversationMeta {
  const { accountState, store } = core
  const stream = narrow.kind === 'direct' ? undefined : preferences.stream(narrow.streamId)
  const people = narrow.kind === 'direct' ? narrow.userIds.map((id) => accountState.person(id)) : []
  const judge = accountState.judge(core.ports.clock.now())
  const topic =
    narrow.kind === 'topic'
      ? topicAfterMove(
          store,
          narrow.streamId,
          store.messages.topicName(narrow.streamId, topicKey(narrow.topic)) ?? narrow.topic,
        )
      : null
  const canPost =
    narrow.kind === 'direct' ? mayWriteTo(narrow.userIds, judge) : stream !== undefined && mayPost(stream, judge)
  const topicName = topic === null ? null : accountState.topicName(topic)
  return {
    narrow,
    title: narrow.kind === 'direct' ? directTitle(accountState, narrow.userIds) : (topicName ?? stream?.name ?? ''),
    streamName: stream?.name ?? null,
    streamColor: stream?.color ?? null,
    description: stream?.description ?? '',
    people,
    readerCount: readerCount(core, narrow),
    ...ofWindow,
    isReadByScrolling: isReadByScrolling(preferences, narrow),
    canPost,
    postingRight: canPost || stream === undefined ? null : postingRight(stream, (id) => accountState.groups.get(id)),
    canSchedule: core.capabilities.scheduledMessages,
    isArchived: stream?.is_archived === 1,
    needsTopic: stream !== undefined && topicsPolicyOf(accountState, stream.id) === 'disable_empty_topic',
    isTopicless: stream !== undefined && topicsPolicyOf(accountState, stream.id) === 'empty_topic_only',
    emptyTopicName: core.capabilities.emptyTopics ? accountState.topicName('') : null,
    maxMessageLength: accountState.organization?.maxMessageLength ?? 10_000,
    maxTopicLength: accountState.organization?.maxTopicLength ?? 60,
    maxUploadBytes: accountState.organization?.maxUploadBytes ?? 0,
    draft: composerDraft(core, narrow),
    topicPolicy: narrow.kind === 'topic' ? preferences.topicPolicy(narrow.streamId, topicKey(narrow.topic)) : null,
    canFollow: core.capabilities.followTopics,
    isStreamMuted: stream?.is_subscribed === 1 ? preferences.isStreamMuted(stream.id) : null,
    isStreamPinned: stream !== undefined && preferences.isStreamPinned(stream.id),
    canJoin: stream?.is_subscribed === 0 && joinRefusal(stream, judge) === null,
    isResolved: topic === null || topic === '' || stream === undefined ? null : isResolved(topic),
    mutedPeople: narrow.kind === 'direct' ? narrow.userIds.filter((id) => preferences.isPersonMuted(id)) : [],
  }
}

function readerCount({ store }: ReadCore, narrow: Narrow): number | null {
  if (narrow.kind !== 'direct') return store.directory.subscriberCount(narrow.streamId)
  return narrow.userIds.length > 1 ? narrow.userIds.length + 1 : null
}
