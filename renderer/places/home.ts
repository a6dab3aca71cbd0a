import type { NavigationMeta } from '../../preload/contract/views/navigation.ts'
import type { Place } from '../app/places.ts'

/** The place that an account shows where nothing is chosen (`web_home_view`). */
export function homePlace(home: NonNullable<NavigationMeta['home']>): Place {
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
  readonly place: {
    readonly screen: { readonly place: Place }
    readonly navigation: { readonly meta: NavigationMeta | null }
  } | null
}

/**
 * The home of an account that has nothing chosen, or whose place is gone; null elsewhere, and before the first registration
 * says which place it is.
 */
export function homeOf({ place }: HomeParts): Place | null {
  const home = place?.navigation.meta?.home ?? null
  return home === null || place?.screen.place.kind !== 'start' ? null : homePlace(home)
}
