import type { Narrow } from '#contract/base/values.ts'
import type { StreamId } from '#shared/ids.ts'
import type { PageParts } from '../state/page-parts.ts'
import { runnableCommands } from './runnable.ts'
import { command, isTyping, type Command, type CommandContext } from '../state/commands/command.ts'
import { openNewStream } from '../features/streams/open-form.ts'
import { organizationIds } from '../state/commands/organization-ids.ts'
import { mentionsEverywhere, searchEverywhere, searchHere } from '../state/routes/open-search.ts'
import { showNextUnread } from '../features/navigation/next-unread.ts'

/** The target of window commands: the parts of the page and the actions of the window's frame. */
export interface WindowTarget {
  readonly parts: PageParts
  /** Shows the navigation if it is hidden, and focuses its field. */
  readonly jump: () => void
  /** Closes the notice, and the navigation if no other layer covers it. */
  readonly close: () => void
}

function isOnScreen({ screen, layer }: CommandContext): boolean {
  return layer === 'none' && screen !== 'waiting' && screen !== 'sign_in'
}

/** Returns whether there are several organizations. */
function hasSeveral({ parts }: WindowTarget): boolean {
  return (parts.accounts.state?.accounts.length ?? 0) > 1
}

/** Returns whether a key can go back or forward. On a Mac, Option with an arrow moves within a text instead. */
function allowsHistoryKeys(context: CommandContext): boolean {
  return isOnScreen(context) && !(context.isMac && isTyping(context))
}

/** Returns the stream of the open conversation if the account has settings for it; otherwise null. */
function shownStream({ routes }: PageParts): StreamId | null {
  const meta = routes.shown?.screen.conversation?.meta
  return meta == null || meta.narrow.kind === 'direct' || meta.isStreamMuted === null ? null : meta.narrow.streamId
}

/** Returns the open conversation; null on other screens. */
function shownNarrow({ routes }: PageParts): Narrow | null {
  return routes.shown?.screen.conversation?.meta?.narrow ?? null
}

function streamOf(narrow: Narrow | null): StreamId | null {
  return narrow === null || narrow.kind === 'direct' ? null : narrow.streamId
}

/** The commands that show an organization of the rail, by its position. */
const organizations = organizationIds.map((id, index) =>
  command<WindowTarget>({
    id,
    when: ({ layer, screen }) => layer === 'none' && screen !== 'waiting',
    run({ parts: { accounts } }) {
      const account = accounts.state?.accounts[index]
      if (account !== undefined) accounts.show(account.id)
    },
  }),
)

/** The commands that show a feed. */
const feeds = (
  [
    ['combined_feed', 'combined'],
    ['direct_feed', 'direct_all'],
    ['mentions', 'mentions'],
    ['starred', 'starred'],
    ['followed_feed', 'followed'],
  ] as const
).map(([id, kind]) =>
  command<WindowTarget>({
    id,
    when: isOnScreen,
    run: ({ parts }) => parts.routeNavigator.showRoute({ kind: 'feed', narrow: { kind } }),
  }),
)

/** The commands of the whole window. */
export const everywhere: readonly Command<WindowTarget>[] = [
  command({
    id: 'palette',
    when: isOnScreen,
    run: (target) =>
      target.parts.overlays.openPalette({ kind: 'everything', commands: runnableCommands(target, everywhere) }),
  }),
  command({
    id: 'jump',
    when: isOnScreen,
    run({ jump }) {
      jump()
    },
  }),
  command({ id: 'search_here', when: isOnScreen, run: ({ parts }) => searchHere(parts) }),
  command({ id: 'search_everywhere', when: isOnScreen, run: ({ parts }) => searchEverywhere(parts) }),
  command({ id: 'next_unread', when: isOnScreen, run: ({ parts }) => void showNextUnread(parts), repeats: true }),
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
  command({ id: 'read_everything', when: isOnScreen, run: ({ parts }) => void parts.allRead.mark('all') }),
  // The command does nothing if nothing was marked.
  command({ id: 'undo_read', when: isOnScreen, run: ({ parts }) => void parts.allRead.undo() }),
  command({ id: 'back', when: allowsHistoryKeys, run: ({ parts }) => parts.routes.back(), repeats: true }),
  command({ id: 'forward', when: allowsHistoryKeys, run: ({ parts }) => parts.routes.forward(), repeats: true }),
  command({
    id: 'write',
    when: (context) => isOnScreen(context) && context.screen === 'conversation',
    run({ parts }) {
      parts.routeNavigator.focusComposer()
    },
  }),
  command({
    id: 'new_direct',
    when: isOnScreen,
    run({ parts }) {
      parts.overlays.isWriting = true
    },
  }),
  command({ id: 'inbox', when: isOnScreen, run: ({ parts }) => parts.routeNavigator.showRoute({ kind: 'inbox' }) }),
  command({
    id: 'inbox_everywhere',
    when: isOnScreen,
    can: hasSeveral,
    run: ({ parts }) => parts.routeNavigator.showRoute({ kind: 'inbox', isEverywhere: true }),
  }),
  command({ id: 'recent', when: isOnScreen, run: ({ parts }) => parts.routeNavigator.showRoute({ kind: 'recent' }) }),
  ...feeds,
  command({
    id: 'mentions_everywhere',
    when: isOnScreen,
    can: hasSeveral,
    run: ({ parts }) => mentionsEverywhere(parts),
  }),
  command({ id: 'drafts', when: isOnScreen, run: ({ parts }) => parts.routeNavigator.showRoute({ kind: 'drafts' }) }),
  command({ id: 'unsent', when: isOnScreen, run: ({ parts }) => parts.routeNavigator.showRoute({ kind: 'unsent' }) }),
  command({
    id: 'scheduled',
    when: isOnScreen,
    run: ({ parts }) => parts.routeNavigator.showRoute({ kind: 'scheduled' }),
  }),
  command({
    id: 'snippets',
    when: isOnScreen,
    run: ({ parts }) => parts.routeNavigator.showRoute({ kind: 'snippets' }),
  }),
  command({ id: 'streams', when: isOnScreen, run: ({ parts }) => parts.routeNavigator.showRoute({ kind: 'streams' }) }),
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
  command({
    id: 'connections',
    when: isOnScreen,
    run({ parts }) {
      parts.overlays.showConnections()
    },
  }),
  command({
    id: 'settings',
    when: ({ layer }) => layer === 'none',
    run({ parts }) {
      parts.overlays.showSettings()
    },
  }),
  command({
    id: 'shortcuts',
    when: isOnScreen,
    run({ parts }) {
      parts.overlays.showShortcuts()
    },
  }),
  ...organizations,
  // The same key closes dialogs, menus and fields, so it passes.
  command({
    id: 'close',
    when: () => true,
    passes: true,
    run({ close }) {
      close()
    },
  }),
]
