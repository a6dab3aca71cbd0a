import type { Change } from '../changes.ts'
import { askForMissing, containersOfPlace, disprove, placeOfKey } from './disproved-claims.ts'
import type { ReducerContext } from '../context.ts'

/** Handles uncached messages that exist in a conversation, or in an unknown one. */
export function missed(context: ReducerContext, ids: readonly number[], conversation: string | undefined): Change[] {
  if (conversation === undefined) {
    askForMissing(context, ids)
    return []
  }
  return disprove(context, ids, containersOfPlace(context, placeOfKey(conversation)), 'have_been')
}
