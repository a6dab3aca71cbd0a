import type { Change } from '../changes.ts'
import { askForMissing, containersOfLocation, contradictCoverage, locationOfKey } from './contradicted-coverage.ts'
import type { ReducerContext } from '../context.ts'

/** Handles uncached messages that exist in a conversation, or in an unknown one (undefined). */
export function missed(context: ReducerContext, ids: readonly number[], conversation: string | undefined): Change[] {
  if (conversation === undefined) {
    askForMissing(context, ids)
    return []
  }
  return contradictCoverage(context, ids, containersOfLocation(context, locationOfKey(conversation)), 'have_been')
}
