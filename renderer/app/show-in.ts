import type { Narrow } from '../../preload/contract/values.ts'
import type { AppModel } from './app-model.svelte.ts'
import { conversationPlace, narrowKey } from './places.ts'

/** Opens a conversation of any account. From a list of all accounts, the way back leads to that list. */
export function showIn(model: AppModel, accountId: string, narrow: Narrow): void {
  if (model.places.shown?.accountId === accountId) {
    model.show(narrow)
    return
  }
  model.frequent.note(accountId, narrowKey(narrow))
  model.places.goIn(accountId, conversationPlace(narrow))
}
