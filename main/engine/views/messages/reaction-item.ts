import type { ReactionItem } from '#contract/emoji.ts'
import { clientLimits } from '#shared/client-limits.ts'
import type { ReadCore } from '../../core/read-core.ts'
import { extraEmojiPicture, emojiCharacter } from '../../values/emoji/emoji-names.ts'
import type { Reaction } from '../../values/reactions.ts'
import { customEmoji } from '../../state/emoji/custom-emoji.ts'
import { personName } from '../../projections/headings.ts'

/** A reaction lists this many names; further people are a count. */
export const namesShown = clientLimits.reactionNames.most

/** A message with reactions of more people than this shows counts only, as other clients do. */
const mostNamed = 3

/**
 * Converts the reactions of a message to items, up to the limit of their text.
 * @param namesPeople whether names replace the counts if few people reacted
 */
export function reactionItems(core: ReadCore, reactions: readonly Reaction[], namesPeople = false): ReactionItem[] {
  const isNamed = namesPeople && reactions.reduce((sum, { users }) => sum + users.length, 0) <= mostNamed
  const items: ReactionItem[] = []
  let length = 0
  for (const reaction of reactions) {
    const item: ReactionItem = { ...reactionItem(core, reaction), ...(isNamed ? { isNamed } : {}) }
    length += JSON.stringify(item).length
    if (length > clientLimits.reactionsText.most) break
    items.push(item)
  }
  return items
}

/** Converts a reaction to an item with the names of other people than the user. */
export function reactionItem(core: ReadCore, reaction: Reaction): ReactionItem {
  const { accountState } = core
  const isOwn = reaction.users.includes(accountState.selfId)
  const others = reaction.users.filter((id) => id !== accountState.selfId)
  return {
    type: reaction.type,
    code: reaction.code,
    name: reaction.name,
    character: reaction.type === 'unicode_emoji' ? emojiCharacter(reaction.code) : '',
    picture: pictureOf(core, reaction),
    isOwn,
    count: reaction.users.length,
    people: others.slice(0, namesShown).map((id) => personName(accountState, id)),
    otherPeople: Math.max(0, others.length - namesShown),
  }
}

function pictureOf({ accountState }: ReadCore, { type, code }: Reaction): string | null {
  if (type === 'svc_extra_emoji') return extraEmojiPicture(code)
  return type === 'realm_emoji' ? (accountState.of(customEmoji).get(code)?.path ?? null) : null
}
