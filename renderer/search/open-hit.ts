import type { AppModel } from '../app/app-model.svelte.ts'
import { conversationPlace } from '../app/places.ts'
import type { FoundMessage, SearchScreen } from './search-screen.svelte.ts'

/**
 * Opens a found message in its conversation, with the words marked. In another organization the way back leads to the same
 * search there, since each has its own history.
 */
export function openHit(model: AppModel, search: SearchScreen, { key, accountId, item }: FoundMessage): void {
  search.note()
  search.opened = key
  const marked = search.wordsOf(accountId)
  if (model.places.shown?.accountId !== accountId) {
    const query = search.queryFor(accountId)
    const { isEverywhere } = search
    model.showAccount(accountId)
    model.places.go({ kind: 'search', query, isEverywhere })
  }
  model.places.go(conversationPlace(item.narrow, item.messageId, marked))
}
