import type { NavigationMeta } from '#contract/views/navigation.ts'
import type { Route } from '../app/routes.ts'

/** The place that an account shows where nothing is chosen (`web_home_view`). */
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

/** What the window shows. */
interface HomeParts {
  readonly shownRoute: {
    readonly screen: { readonly route: Route }
    readonly navigation: { readonly meta: NavigationMeta | null }
  } | null
}

/**
 * The home of an account that has nothing chosen, or whose place is gone; null elsewhere, and before the first registration
 * says which place it is.
 */
export function homeOf({ shownRoute }: HomeParts): Route | null {
  const home = shownRoute?.navigation.meta?.home ?? null
  return home === null || shownRoute?.screen.route.kind !== 'start' ? null : homeRoute(home)
}
