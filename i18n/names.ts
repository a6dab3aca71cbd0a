import type { PersonName, ConversationTitle } from '#contract/base/values.ts'
import { catalogue } from './catalogue.ts'
import type { DraftItem } from '#contract/drafts.ts'
import type { ReactionItem } from '#contract/emoji.ts'

/** The name of a person, also of one that is not known. */
export function personName({ id, name }: PersonName): string {
  return name ?? catalogue.people.unknown(id)
}

/** The names of people, in their order. */
export function personNames(people: readonly PersonName[]): string {
  return people.map(personName).join(', ')
}

/** Letters that are written from right to left, and marks that change the direction. */
const turning = /\p{Bidi_Control}|[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u

/**
 * A name for the middle of a plain sentence: its direction does not turn the words around it, whatever marks it brings.
 * Where elements can be written, `bdi` does that.
 */
export function isolated(name: string): string {
  return turning.test(name) ? `\u2068${name.replaceAll(/\p{Bidi_Control}/gu, '')}\u2069` : name
}

/** The title of a conversation in words. */
export function conversationTitle(title: ConversationTitle): string {
  if (typeof title === 'string') return title
  return title.length === 0 ? catalogue.conversations.notesToSelf : personNames(title)
}

/** The title of a draft, also where a recipient or a topic is still to come. */
export function draftTitle({ title, narrow }: Pick<DraftItem, 'title' | 'narrow'>): string {
  if (title !== '') return conversationTitle(title)
  return narrow === null ? catalogue.conversations.noRecipient : catalogue.conversations.noTopic
}

/** Who has reacted, and with what; the user comes first. */
export function reactionText(reaction: ReactionItem): string {
  return catalogue.reactions.reacted(namesOf(reaction), reaction.name)
}

/** The people who reacted, the user first, in place of their number. */
export function reactionNames(reaction: ReactionItem): string {
  return catalogue.format.list(namesOf(reaction))
}

function namesOf({ isOwn, people, otherPeople }: ReactionItem): readonly string[] {
  const { you, others } = catalogue.reactions
  return [...(isOwn ? [you] : []), ...people.map(personName), ...(otherPeople > 0 ? [others(otherPeople)] : [])]
}
