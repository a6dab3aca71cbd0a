import type { Narrow } from '#contract/base/values.ts'
import type { FeedNarrow } from '#contract/conversations.ts'
import type { NarrowTerm } from '../api/messages.ts'
import { operatorNames } from '../api/operators.ts'
import type { ReadCore } from '../core/read-core.ts'

/** Returns a narrow in the operators of the server (wire-protocol.md §2.12). */
export function narrowTerms(core: ReadCore, scope: Narrow): NarrowTerm[] {
  const names = operatorNames(core.capabilities)
  switch (scope.kind) {
    case 'topic':
      return [
        [names.stream, scope.streamId],
        ['topic', scope.topic],
      ]
    case 'stream':
      return [[names.stream, scope.streamId]]
    case 'direct':
      return [[names.direct, scope.userIds.length === 0 ? [core.accountState.selfId] : scope.userIds]]
  }
}

/** Returns a feed in the operators of the server; null if the server's level lacks them. */
export function feedTerms(core: ReadCore, feed: FeedNarrow): NarrowTerm[] | null {
  const { followedNarrow, reactionNarrow } = core.capabilities
  switch (feed.kind) {
    case 'combined':
      return [['in', 'home']]
    case 'direct_all':
      return [['is', operatorNames(core.capabilities).isDirect]]
    case 'mentions':
      return [['is', 'mentioned']]
    case 'starred':
      return [['is', 'starred']]
    case 'followed':
      return followedNarrow ? [['is', 'followed']] : null
    case 'sender':
      return [['sender', feed.userId]]
    case 'has':
      return feed.what === 'reaction' && !reactionNarrow ? null : [['has', feed.what]]
  }
}
