import type { StreamId } from '#shared/ids.ts'
import type { PageParts } from '../../state/page-parts.ts'
import { StreamsScreen } from './streams-screen.svelte.ts'
import { command } from '../../state/commands/command.ts'
import { isOnScreen, type WindowCommand } from '../../state/commands/window-command.ts'

/** Returns the stream of the open conversation if the account has settings for it; otherwise null. */
function shownStream({ routes }: PageParts): StreamId | null {
  const meta = routes.shown?.screen.conversation?.meta
  return meta == null || meta.narrow.kind === 'direct' || meta.isStreamMuted === null ? null : meta.narrow.streamId
}

/** Shows the streams and opens the form for a new one. */
function openNewStream({ routeNavigator, routes }: Pick<PageParts, 'routeNavigator' | 'routes'>): void {
  routeNavigator.showRoute({ kind: 'streams' })
  const screen = routes.shown?.screen
  if (screen instanceof StreamsScreen) screen.startCreating()
}

/** The commands of streams. The list itself is shown by its route. */
export const streamCommands: readonly WindowCommand[] = [
  command({
    id: 'new_stream',
    when: isOnScreen,
    run({ parts }) {
      openNewStream(parts)
    },
  }),
  command({
    id: 'stream_settings',
    when: isOnScreen,
    can: ({ parts }) => shownStream(parts) !== null,
    run({ parts }) {
      const streamId = shownStream(parts)
      if (streamId !== null) parts.overlays.openStreamSettings(streamId, 'settings')
    },
  }),
]
