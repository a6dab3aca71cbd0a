import type { PageParts } from '../../state/page-parts.ts'
import { conversationRoute } from '../../state/routes/routes.ts'
import { keptSearch } from './kept-searches.ts'
import type { FoundMessage, SearchScreen } from './search-screen.svelte.ts'

/**
 * Opens a found message in its conversation, with the words marked. In another organization, the previous visit becomes
 * the same search there, since each account has its own history.
 */
export function openHit(
  { routes }: Pick<PageParts, 'routes'>,
  search: SearchScreen,
  { key, accountId, item }: FoundMessage,
): void {
  search.note()
  search.opened = key
  const marked = search.wordsOf(accountId)
  const route = conversationRoute(item.narrow, item.messageId, marked)
  if (routes.shown?.accountId === accountId) {
    routes.go(route)
    return
  }
  const query = search.queryFor(accountId)
  const { isEverywhere } = search
  const from = {
    route: { kind: 'search', query, isEverywhere } as const,
    position: search.position(),
    text: keptSearch({ query, isEverywhere, opened: key }),
  }
  routes.goIn(accountId, route, from)
}
