import type { Narrow } from '#contract/values.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { withoutSpoilers } from '#shared/content/spoilers.ts'
import type { ActionDescription } from './overlay.ts'
import type { ReadCore } from '../core/read-core.ts'
import { narrowOfKey } from './destinations.ts'

const textLength = clientLimits.actionText.most

/** The beginning of an action's text, without the content of spoilers. */
export function beginningOf(whole: string): string {
  const text = withoutSpoilers(whole)
  return [...text.slice(0, 2 * textLength)].slice(0, textLength).join('')
}

/** The conversation of an action; null if it has none. */
export function narrowOfAction(core: ReadCore, { narrow, conversation }: ActionDescription): Narrow | null {
  return narrow ?? (conversation === null ? null : narrowOfKey(core, conversation))
}
