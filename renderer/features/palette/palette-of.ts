import { catalogue } from '#i18n/catalogue.ts'
import type { RunnableCommand } from '../../state/commands/command.ts'
import type { OpenPalette } from '../../state/overlays.svelte.ts'
import type { PageParts } from '../../state/page-parts.ts'
import { conversationRoute } from '../../state/routes/routes.ts'
import { Palette } from './palette.svelte.ts'
import { linksIn } from './pasted-links.ts'

/** The parts of the page that palettes use. */
export type PaletteOfParts = Pick<
  PageParts,
  'accounts' | 'calls' | 'frequent' | 'overlays' | 'routeNavigator' | 'routes'
>

/** Creates the state of an opened palette. */
export function paletteOf(parts: PaletteOfParts, opened: OpenPalette): Palette {
  return opened.kind === 'everything' ? paletteOfEverything(parts, opened.commands) : aimedPalette(parts, opened)
}

function paletteOfEverything(parts: PaletteOfParts, commands: readonly RunnableCommand[]): Palette {
  const { accounts, calls, frequent, routes, routeNavigator } = parts
  // An empty query loads the names before the user types.
  for (const { id } of accounts.state?.accounts ?? []) void calls.askOf(id, 'narrows.find', { query: '' })
  return new Palette({
    accounts: () => accounts.state?.accounts ?? [],
    shownId: routes.shown?.accountId ?? null,
    shownRoute: routes.shown?.screen.route ?? null,
    listed: routeNavigator.shownRoute?.navigation.items ?? [],
    commands,
    async find(accountId, query) {
      const [narrows, groups] = await Promise.all([
        calls.askOf(accountId, 'narrows.find', { query }),
        calls.askOf(accountId, 'groups.find', { query }),
      ])
      if (!narrows.ok) return narrows
      return groups.ok ? { ok: true, value: [...narrows.value, ...groups.value] } : groups
    },
    frequent,
    links: (text) => linksIn(text, accounts.state?.accounts ?? [], routes.shown?.accountId ?? null),
  })
}

/** Creates a palette that chooses an existing conversation of an organization, or a new one with several people. */
function aimedPalette(parts: PaletteOfParts, opened: Extract<OpenPalette, { kind: 'aimed' }>): Palette {
  const { accounts, calls, frequent, routeNavigator } = parts
  const { accountId, from, aim } = opened
  const isShown = accounts.shown?.id === accountId
  return new Palette({
    accounts: () => (accounts.state?.accounts ?? []).filter(({ id }) => id === accountId),
    shownId: accountId,
    shownRoute: conversationRoute(from),
    listed: isShown ? (routeNavigator.shownRoute?.navigation.items ?? []) : [],
    // Only the shown account has pictures of people.
    commands: isShown ? [severalPeople(parts, opened)] : [],
    async find(_, query) {
      const result = await calls.askOf(accountId, 'narrows.find', { query })
      if (!result.ok) return result
      // Archived streams accept no messages.
      return { ok: true, value: result.value.filter((found) => found.kind === 'direct' || !found.isArchived) }
    },
    frequent,
    aim,
  })
}

function severalPeople(
  { overlays }: Pick<PageParts, 'overlays'>,
  { accountId, aim }: Extract<OpenPalette, { kind: 'aimed' }>,
): RunnableCommand {
  return {
    id: 'new_direct',
    title: catalogue.palette.severalPeople,
    keys: [],
    run() {
      overlays.openPeople({
        accountId,
        title: aim.label,
        confirm: aim.several,
        onchosen: (userIds) => void aim.choose({ kind: 'direct', userIds }),
      })
    },
  }
}
