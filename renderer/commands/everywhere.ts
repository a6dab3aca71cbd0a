import type { Narrow } from '#contract/base/values.ts'
import type { StreamId } from '#shared/ids.ts'
import type { AppModel } from '../app/app-model.svelte.ts'
import { openPalette } from '../palette/open-palette.ts'
import { command, isTyping, type Command, type CommandContext } from './command.ts'
import { openNewStream } from '../streams/open-form.ts'
import { organizationIds } from './organization-ids.ts'
import { mentionsEverywhere, searchEverywhere, searchHere } from '../search/open-search.ts'
import { showNextUnread } from './next-unread.ts'

/** The target of window commands: the model and the actions of the window's frame. */
export interface WindowTarget {
  readonly model: AppModel
  /** Shows the navigation if it is hidden, and focuses its field. */
  readonly jump: () => void
  /** Closes the notice, and the navigation if no other layer covers it. */
  readonly close: () => void
}

function isOnScreen({ screen, layer }: CommandContext): boolean {
  return layer === 'none' && screen !== 'waiting' && screen !== 'sign_in'
}

/** Returns whether there are several organizations. */
function hasSeveral({ model }: WindowTarget): boolean {
  return (model.state?.accounts.length ?? 0) > 1
}

/** Returns whether a key can go back or forward. On a Mac, Option with an arrow moves within a text instead. */
function allowsHistoryKeys(context: CommandContext): boolean {
  return isOnScreen(context) && !(context.isMac && isTyping(context))
}

/** Returns the stream of the open conversation if the account has settings for it; otherwise null. */
function shownStream({ shownRoute }: AppModel): StreamId | null {
  const meta = shownRoute?.conversation?.meta
  return meta == null || meta.narrow.kind === 'direct' || meta.isStreamMuted === null ? null : meta.narrow.streamId
}

/** Returns the open conversation; null on other screens. */
function shownNarrow({ shownRoute }: AppModel): Narrow | null {
  return shownRoute?.conversation?.meta?.narrow ?? null
}

function streamOf(narrow: Narrow | null): StreamId | null {
  return narrow === null || narrow.kind === 'direct' ? null : narrow.streamId
}

/** The commands that show an organization of the rail, by its position. */
const organizations = organizationIds.map((id, index) =>
  command<WindowTarget>({
    id,
    when: ({ layer, screen }) => layer === 'none' && screen !== 'waiting',
    run({ model }) {
      const account = model.state?.accounts[index]
      if (account !== undefined) model.showAccount(account.id)
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
    run: ({ model }) => model.showRoute({ kind: 'feed', narrow: { kind } }),
  }),
)

/** The commands of the whole window. */
export const everywhere: readonly Command<WindowTarget>[] = [
  command({
    id: 'palette',
    when: isOnScreen,
    run: (target) => target.model.overlays.openPalette(openPalette(target, everywhere)),
  }),
  command({
    id: 'jump',
    when: isOnScreen,
    run({ jump }) {
      jump()
    },
  }),
  command({ id: 'search_here', when: isOnScreen, run: ({ model }) => searchHere(model) }),
  command({ id: 'search_everywhere', when: isOnScreen, run: ({ model }) => searchEverywhere(model) }),
  command({ id: 'next_unread', when: isOnScreen, run: ({ model }) => void showNextUnread(model), repeats: true }),
  command({
    id: 'read_conversation',
    when: isOnScreen,
    can: ({ model }) => shownNarrow(model) !== null,
    run({ model }) {
      const narrow = shownNarrow(model)
      if (narrow !== null) void model.calls.allRead.mark(narrow)
    },
  }),
  command({
    id: 'read_stream',
    when: isOnScreen,
    can: ({ model }) => streamOf(shownNarrow(model)) !== null,
    run({ model }) {
      const streamId = streamOf(shownNarrow(model))
      if (streamId !== null) void model.calls.allRead.mark({ kind: 'stream', streamId })
    },
  }),
  command({ id: 'read_everything', when: isOnScreen, run: ({ model }) => void model.calls.allRead.mark('all') }),
  // The command does nothing if nothing was marked.
  command({ id: 'undo_read', when: isOnScreen, run: ({ model }) => void model.calls.allRead.undo() }),
  command({ id: 'back', when: allowsHistoryKeys, run: ({ model }) => model.routes.back(), repeats: true }),
  command({ id: 'forward', when: allowsHistoryKeys, run: ({ model }) => model.routes.forward(), repeats: true }),
  command({
    id: 'write',
    when: (context) => isOnScreen(context) && context.screen === 'conversation',
    run({ model }) {
      if (model.shownRoute?.composer != null) model.shownRoute.composer.focusRequests += 1
    },
  }),
  command({
    id: 'new_direct',
    when: isOnScreen,
    run({ model }) {
      model.isWriting = true
    },
  }),
  command({ id: 'inbox', when: isOnScreen, run: ({ model }) => model.showRoute({ kind: 'inbox' }) }),
  command({
    id: 'inbox_everywhere',
    when: isOnScreen,
    can: hasSeveral,
    run: ({ model }) => model.showRoute({ kind: 'inbox', isEverywhere: true }),
  }),
  command({ id: 'recent', when: isOnScreen, run: ({ model }) => model.showRoute({ kind: 'recent' }) }),
  ...feeds,
  command({
    id: 'mentions_everywhere',
    when: isOnScreen,
    can: hasSeveral,
    run: ({ model }) => mentionsEverywhere(model),
  }),
  command({ id: 'drafts', when: isOnScreen, run: ({ model }) => model.showRoute({ kind: 'drafts' }) }),
  command({ id: 'unsent', when: isOnScreen, run: ({ model }) => model.showRoute({ kind: 'unsent' }) }),
  command({ id: 'scheduled', when: isOnScreen, run: ({ model }) => model.showRoute({ kind: 'scheduled' }) }),
  command({ id: 'snippets', when: isOnScreen, run: ({ model }) => model.showRoute({ kind: 'snippets' }) }),
  command({ id: 'streams', when: isOnScreen, run: ({ model }) => model.showRoute({ kind: 'streams' }) }),
  command({
    id: 'new_stream',
    when: isOnScreen,
    run({ model }) {
      openNewStream(model)
    },
  }),
  command({
    id: 'stream_settings',
    when: isOnScreen,
    can: ({ model }) => shownStream(model) !== null,
    run({ model }) {
      const streamId = shownStream(model)
      if (streamId !== null) model.overlays.openStreamSettings(streamId, 'settings')
    },
  }),
  command({
    id: 'connections',
    when: isOnScreen,
    run({ model }) {
      model.overlays.showConnections()
    },
  }),
  command({
    id: 'settings',
    when: ({ layer }) => layer === 'none',
    run({ model }) {
      model.overlays.showSettings()
    },
  }),
  command({
    id: 'shortcuts',
    when: isOnScreen,
    run({ model }) {
      model.overlays.showShortcuts()
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
