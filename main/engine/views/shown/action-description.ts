import type { Narrow } from '../../../../preload/contract/values.ts'
import { clientLimits } from '../../../../shared/client-limits.ts'
import type { ActionDescription } from '../../actions/definition.ts'
import type { ReadCore } from '../../read-core.ts'
import { narrowOfKey } from './place.ts'

const textLength = clientLimits.actionText.most

/** The beginning of an action's text. */
export function beginningOf(text: string): string {
  return [...text.slice(0, 2 * textLength)].slice(0, textLength).join('')
}

/** The conversation that an action belongs to; null if it belongs to none. */
export function narrowOfAction(core: ReadCore, { narrow, conversation }: ActionDescription): Narrow | null {
  return narrow ?? (conversation === null ? null : narrowOfKey(core, conversation))
}
