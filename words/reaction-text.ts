import type { ReactionItem } from '../preload/contract/message-items.ts'
import { words } from './words.ts'

/** Who has reacted, and with what; the user comes first. */
export function reactionText({ name, isOwn, people, otherPeople }: ReactionItem): string {
  const { you, others, reacted } = words.reactions
  return reacted([...(isOwn ? [you] : []), ...people, ...(otherPeople > 0 ? [others(otherPeople)] : [])], name)
}
