import type { PageParts } from '../../state/page-parts.ts'
import { StreamsScreen } from './streams-screen.svelte.ts'

/** Shows the streams and opens the form for a new one. */
export function openNewStream({ routeNavigator, routes }: Pick<PageParts, 'routeNavigator' | 'routes'>): void {
  routeNavigator.showRoute({ kind: 'streams' })
  const screen = routes.shown?.screen
  if (screen instanceof StreamsScreen) screen.startCreating()
}
