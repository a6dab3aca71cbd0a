import type { Mutation } from './mutation.ts'

/** O1–O8: other state. */
export const otherMutations: readonly Mutation[] = [
  {
    law: 'O1',
    file: 'state/preferences/topic-policies.ts',
    what: 'The policy of a topic is another one for each spelling.',
    find: 'topic_key: topicKey(topic.topic_name),',
    replace: 'topic_key: topic.topic_name,',
  },
  {
    law: 'O2',
    file: 'state/directory/statuses.ts',
    what: 'A status that changes its emoji loses its text.',
    find: "text: change.status_text ?? known?.text ?? '',",
    replace: "text: change.status_text ?? '',",
  },
  {
    law: 'O3',
    file: 'state/directory/stream-reducers.ts',
    what: 'Changes of a stream are looked for among the subscriptions, as the family’s servers do.',
    find: 'return stream === undefined ? [] : [putStreams(store, [withStreamProperty(stream, event)])]',
    replace: 'return stream?.is_subscribed !== 1 ? [] : [putStreams(store, [withStreamProperty(stream, event)])]',
  },
  {
    law: 'O4',
    file: 'state/directory/people-reducers.ts',
    what: 'A person keeps the role of the last registration.',
    find: 'role: person.role ?? known.role,',
    replace: 'role: known.role,',
  },
  {
    law: 'O4',
    file: 'sync/queue/event-slices.ts',
    what: 'A demotion leads to no registration.',
    find: 'role > (people.get(selfId)?.role ?? role)',
    replace: 'role < 0',
  },
  {
    law: 'O5',
    file: 'state/presence/presence.ts',
    what: 'Presence ends after a thousand times as long.',
    find: 'serverNow - at < offlineAfter',
    replace: 'serverNow - at < offlineAfter * 1000',
  },
  {
    law: 'O6',
    file: 'state/drafts/draft-reducers.ts',
    what: 'A newer text of the server replaces one that was changed here.',
    find: 'if (!isDirtyHere || isDeleted) {',
    replace: 'if (!isDirtyHere || isDeleted || row.updated_at < serverTime) {',
  },
  {
    law: 'O7',
    file: 'state/scheduled/scheduled.ts',
    what: 'A removal is taken for a deletion: what was sent at its time stays on the list.',
    find: '          organization.removeScheduled(event.scheduled_message_id)\n',
    replace: `          if (
            accountState.of(scheduled).some(
              ({ id, deliver_at }) =>
                id === event.scheduled_message_id && deliver_at > accountState.serverSeconds(context.now),
            )
          ) {
            organization.removeScheduled(event.scheduled_message_id)
          }
`,
  },
  {
    law: 'O8',
    file: 'state/account-state.ts',
    what: 'The distance to the server’s clock is taken off instead of added.',
    find: 'Math.floor((now + this.of(clockOffsetPart)) / 1000)',
    replace: 'Math.floor((now - this.of(clockOffsetPart)) / 1000)',
  },
]
