import { catalogue } from '#i18n/catalogue.ts'
import type { PageParts } from '../../state/page-parts.ts'
import { narrowOf, nextUnread } from '../../parts/conversations/navigation-groups.ts'

type Target = Pick<PageParts, 'accounts' | 'notices' | 'routeNavigator' | 'routes'>

/**
 * Opens the next unread conversation. If the organization has none left, the search continues in the next organization
 * of the rail that has one, as soon as its navigation is loaded.
 */
export async function showNextUnread(target: Target): Promise<void> {
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
function showNextHere(target: Target): boolean {
  const { routeNavigator, routes } = target
  // A conversation that has just been opened has no contents yet, but its route is known.
  const shown = routes.shown?.screen.route
  const next = nextUnread(
    routeNavigator.shownRoute?.navigation.items ?? [],
    shown?.kind === 'conversation' ? shown.narrow : null,
  )
  if (next !== null) routeNavigator.show(narrowOf(next))
  return next !== null
}
