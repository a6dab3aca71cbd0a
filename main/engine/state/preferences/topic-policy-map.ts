import type { Part } from '../part.ts'

/** The user's policies by `stream:topic key`. An absent policy counts as 0 (wire-protocol.md §2.8). */
export const topicPolicies: Part<ReadonlyMap<string, number>> = {
  name: 'topic policies',
  load: ({ preferences }) =>
    new Map(preferences.topics().map((row) => [`${row.stream_id}:${row.topic_key}`, row.policy])),
  follows: ({ kind }) => kind === 'preferences',
}
