import type { AppModel } from '../../app/app-model.svelte.ts'
import { conversationRoute } from '../../state/routes/routes.ts'
import { keptSearch } from './kept-search.ts'
import type { FoundMessage, SearchScreen } from './search-screen.svelte.ts'

/**
 * Opens a found message in its conversation, with the words marked. In another organization, the previous visit becomes
 * the same search there, since each account has its own history.
 */
export function openHit(model: AppModel, search: SearchScreen, { key, accountId, item }: FoundMessage): void {
  search.note()
  search.opened = key
  const marked = search.wordsOf(accountId)
  const route = conversationRoute(item.narrow, item.messageId, marked)
  if (model.routes.shown?.accountId === accountId) {
    model.routes.go(route)
    return
  }
  const query = search.queryFor(accountId)
  const { isEverywhere } = search
  const from = {
    route: { kind: 'search', query, isEverywhere } as const,
    position: search.position(),
    text: keptSearch({ query, isEverywhere, opened: key }),
  }
  model.routes.goIn(accountId, route, from)
}
