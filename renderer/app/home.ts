import type { NavigationMeta } from '#contract/navigation.ts'
import type { Route } from '../state/routes/routes.ts'

/** Returns the home route of an account (`web_home_view`). */
export function homeRoute(home: NonNullable<NavigationMeta['home']>): Route {
  switch (home) {
    case 'inbox':
      return { kind: 'inbox' }
    case 'recent':
      return { kind: 'recent' }
    case 'combined':
      return { kind: 'feed', narrow: { kind: 'combined' } }
  }
}

/** The part of the window that decides the home. */
interface HomeParts {
  readonly shownRoute: {
    readonly screen: { readonly route: Route }
    readonly navigation: { readonly meta: NavigationMeta | null }
  } | null
}

/**
 * Returns the home of an account without a chosen route, or whose route does not exist any more. It is null for other
 * routes, and before the first registration.
 */
export function homeOf({ shownRoute }: HomeParts): Route | null {
  const home = shownRoute?.navigation.meta?.home ?? null
  return home === null || shownRoute?.screen.route.kind !== 'start' ? null : homeRoute(home)
}
