import type { AppModel } from '../../app/app-model.svelte.ts'
import { SearchScreen } from '../../features/search/search-screen.svelte.ts'
import { filterText } from '#shared/search-terms.ts'
import { filtersOf } from './here.ts'

/** Opens a search in the shown conversation, or in the organization if there is none. */
export function searchHere(model: AppModel): void {
  const { conversation } = model.shownRoute ?? {}
  const meta = conversation?.meta ?? null
  open(model, meta === null ? '' : `${filtersOf(meta.narrow, meta)} `, false)
}

/** Opens the search in all organizations. */
export function searchEverywhere(model: AppModel): void {
  open(model, '', (model.state?.accounts.length ?? 0) > 1)
}

/** Shows the messages of all organizations that mention the user. */
export function mentionsEverywhere(model: AppModel): void {
  model.showRoute({ kind: 'search', query: filterText('is', 'mentioned'), isEverywhere: true })
}

function open(model: AppModel, query: string, isEverywhere: boolean): void {
  const { shown } = model.routes
  // The field of an open search takes the focus, and its text stays.
  if (shown?.route.kind === 'search') {
    if (shown.screen instanceof SearchScreen) shown.screen.focusRequests += 1
    return
  }
  model.routes.go({ kind: 'search', query: query.trim(), isEverywhere })
}
