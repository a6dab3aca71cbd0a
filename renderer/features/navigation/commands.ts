import {
  organizationIds,
  isOnScreen,
  type WindowCommand,
  type WindowTarget,
} from '../../state/commands/window-command.ts'
import { command, type Command, type CommandContext } from '../../state/commands/command.ts'
import { catalogue } from '#i18n/catalogue.ts'
import type { PageParts } from '../../state/page-parts.ts'
import { narrowOf, nextUnread } from '../../parts/conversations/navigation-groups.ts'

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

/** The commands of the navigation and of the rail. */
export const navigationCommands: readonly WindowCommand[] = [
  command({
    id: 'jump',
    when: isOnScreen,
    run({ jump }) {
      jump()
    },
  }),
  command({ id: 'next_unread', when: isOnScreen, run: ({ parts }) => void showNextUnread(parts), repeats: true }),
  command({
    id: 'new_direct',
    when: isOnScreen,
    run({ parts }) {
      parts.overlays.isWriting = true
    },
  }),
  ...organizations,
]

/** The focused stream or topic of the navigation. */
export interface EntryTarget {
  /** Shows all topics of the stream. */
  readonly open: () => void
  /** Hides the topics of the stream. From a topic, the focus goes to the stream first. */
  readonly fold: () => void
}

function isOnEntry({ layer, focus }: CommandContext): boolean {
  return layer === 'none' && focus === 'entry'
}

/** The commands on an entry of the navigation. */
export const onEntries: readonly Command<EntryTarget>[] = [
  command({
    id: 'open_topics',
    when: isOnEntry,
    run({ open }) {
      open()
    },
  }),
  command({
    id: 'fold_topics',
    when: isOnEntry,
    run({ fold }) {
      fold()
    },
  }),
]

/** The focused organization of the rail. */
export interface OrganizationTarget {
  readonly move: (step: 1 | -1) => void
}

function isOnOrganization({ layer, focus }: CommandContext): boolean {
  return layer === 'none' && focus === 'organization'
}

/** The commands on an organization of the rail. */
export const onOrganizations: readonly Command<OrganizationTarget>[] = [
  command({
    id: 'organization_earlier',
    when: isOnOrganization,
    repeats: true,
    run({ move }) {
      move(-1)
    },
  }),
  command({
    id: 'organization_later',
    when: isOnOrganization,
    repeats: true,
    run({ move }) {
      move(1)
    },
  }),
]

type UnreadTarget = Pick<PageParts, 'accounts' | 'notices' | 'routeNavigator' | 'routes'>

/**
 * Opens the next unread conversation. If the organization has none left, the search continues in the next organization
 * of the rail that has one, as soon as its navigation is loaded.
 */
export async function showNextUnread(target: UnreadTarget): Promise<void> {
  if (showNextHere(target)) return
  const accounts = target.accounts.state?.accounts ?? []
  const at = accounts.findIndex(({ id }) => id === target.routes.shown?.accountId)
  for (const { id, unread } of [...accounts.slice(at + 1), ...accounts.slice(0, Math.max(0, at))]) {
    if (unread === 0) continue
    target.accounts.show(id)
    await target.routeNavigator.shownRoute?.navigation.loaded()
    // The user has gone elsewhere meanwhile.
    if (target.routes.shown?.accountId !== id) return
    if (showNextHere(target)) return
  }
  target.notices.notify(catalogue.commands.nothingUnread)
}

/** Opens the next unread conversation of the shown organization. Returns whether there is one. */
function showNextHere(target: UnreadTarget): boolean {
  const { routeNavigator, routes } = target
  // A conversation that has just been opened has no contents yet, but its route is known.
  const shown = routes.shown?.screen.route
  const next = nextUnread(
    routeNavigator.shownRoute?.navigation.items ?? [],
    shown?.kind === 'conversation' ? shown.narrow : null,
    target.accounts.settings.sidebarFirst,
  )
  if (next !== null) routeNavigator.show(narrowOf(next))
  return next !== null
}
