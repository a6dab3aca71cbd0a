import type { Narrow } from '#contract/base/values.ts'
import type { FeedNarrow } from '#contract/conversations.ts'
import type { PreferencesProjection } from '../../projections/preferences.ts'

/**
 * Returns whether messages become read when the user scrolls past them, by the user's policy: 1 always, 2 in single
 * conversations only, 3 never (wire-protocol.md §2.15). A selection of single messages, as by their sender, marks
 * none, because the user has not read the messages around them (U8).
 */
export function isReadByScrolling(
  { userSettings }: Pick<PreferencesProjection, 'userSettings'>,
  scope: Narrow | FeedNarrow,
): boolean {
  const policy = userSettings.web_mark_read_on_scroll_policy
  switch (scope.kind) {
    case 'topic':
    case 'direct':
      return policy === 2 || policy === 1
    case 'stream':
    case 'combined':
    case 'direct_all':
    case 'followed':
    case 'mentions':
      return policy === 1
    case 'starred':
    case 'sender':
    case 'has':
      return false
  }
}
