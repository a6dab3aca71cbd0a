import { conversationTitle } from '#i18n/names.ts'
import type { ExportedConversation } from '../../state/overlays.svelte.ts'
import type { PageParts } from '../../state/page-parts.ts'
import { command } from '../../state/commands/command.ts'
import { isOnScreen, type WindowCommand } from '../../state/commands/window-command.ts'

/** Returns the open conversation; null on other screens. */
function shownConversation({ routes }: PageParts): ExportedConversation | null {
  const meta = routes.shown?.screen.conversation?.meta
  if (meta == null) return null
  return { narrow: meta.narrow, title: conversationTitle(meta.title), streamName: meta.streamName }
}

/** The command that exports the open conversation, its stream, or the organization. */
export const exportCommands: readonly WindowCommand[] = [
  command({
    id: 'export_messages',
    when: isOnScreen,
    run({ parts }) {
      parts.overlays.openExport(parts.routes.shown?.accountId, shownConversation(parts))
    },
  }),
]
