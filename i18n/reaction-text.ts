import type { ReactionItem } from '#contract/emoji.ts'
import { personName } from './person-name.ts'
import { catalogue } from './catalogue.ts'

/** Who has reacted, and with what; the user comes first. */
export function reactionText({ name, isOwn, people, otherPeople }: ReactionItem): string {
  const { you, others, reacted } = catalogue.reactions
  return reacted(
    [...(isOwn ? [you] : []), ...people.map(personName), ...(otherPeople > 0 ? [others(otherPeople)] : [])],
    name,
  )
}
