import type { Narrow } from '#contract/base/values.ts'
import type { AppModel } from './app-model.svelte.ts'
import { conversationRoute, narrowKey } from './routes.ts'

/** Opens a conversation of any account. The way back leads to the list from which it was opened. */
export function showIn(model: AppModel, accountId: string, narrow: Narrow): void {
  if (model.routes.shown?.accountId === accountId) {
    model.show(narrow)
    return
  }
  model.frequent.note(accountId, narrowKey(narrow))
  model.routes.goIn(accountId, conversationRoute(narrow))
}
