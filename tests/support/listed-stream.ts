import type { StreamItem } from '#contract/streams.ts'

/** A stream in the list of all streams, to which the user is not subscribed. */
export function listedStream(streamId: number, name: string, over: Partial<StreamItem> = {}): StreamItem {
  return {
    key: `stream:${streamId}`,
    kind: 'listed_stream',
    streamId,
    name,
    description: '',
    color: '#3b5bdb',
    privacy: 'public',
    isArchived: false,
    isSubscribed: false,
    isMuted: false,
    isPinned: false,
    subscribers: null,
    weeklyTraffic: null,
    canJoin: true,
    ...over,
  }
}
