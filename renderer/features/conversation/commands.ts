import type { Narrow } from '#contract/base/values.ts'
import type { StreamId } from '#shared/ids.ts'
import type { PageParts } from '../../state/page-parts.ts'
import { command } from '../../state/commands/command.ts'
import { isOnScreen, type WindowCommand } from '../../state/commands/window-command.ts'

/** Returns the open conversation; null on other screens. */
function shownNarrow({ routes }: PageParts): Narrow | null {
  return routes.shown?.screen.conversation?.meta?.narrow ?? null
}

function streamOf(narrow: Narrow | null): StreamId | null {
  return narrow === null || narrow.kind === 'direct' ? null : narrow.streamId
}

/** The commands on the open conversation. */
export const conversationCommands: readonly WindowCommand[] = [
  command({
    id: 'read_conversation',
    when: isOnScreen,
    can: ({ parts }) => shownNarrow(parts) !== null,
    run({ parts }) {
      const narrow = shownNarrow(parts)
      if (narrow !== null) void parts.allRead.mark(narrow)
    },
  }),
  command({
    id: 'read_stream',
    when: isOnScreen,
    can: ({ parts }) => streamOf(shownNarrow(parts)) !== null,
    run({ parts }) {
      const streamId = streamOf(shownNarrow(parts))
      if (streamId !== null) void parts.allRead.mark({ kind: 'stream', streamId })
    },
  }),
  command({
    id: 'who_is_here',
    when: isOnScreen,
    can: ({ parts }) => shownNarrow(parts) !== null,
    run({ parts }) {
      const narrow = shownNarrow(parts)
      const accountId = parts.routes.shown?.accountId
      if (narrow !== null && accountId !== undefined) parts.sidePanel.toggleReaders(accountId, narrow)
    },
  }),
  command({
    id: 'write',
    when: (context) => isOnScreen(context) && context.screen === 'conversation',
    run({ parts }) {
      parts.routeNavigator.focusComposer()
    },
  }),
]
