import type { FrequentEmoji, Reactors } from '#contract/emoji.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { serverEmojiNames, customEmoji } from '../../state/emoji/custom-emoji.ts'
import type { ReadCore } from '../../core/read-core.ts'
import { shownReactions } from '../../actions/kinds/reaction.ts'
import type { MessageId } from '../../values/ids.ts'
import { extraEmojiOf } from '../../values/emoji/emoji-names.ts'
import { reactionItem } from './reaction-item.ts'

/**
 * The reactions that are offered before the user has frequent ones: thumbs up, heart, tears of joy, party popper,
 * eyes.
 */
const usual = ['1f44d', '2764', '1f602', '1f389', '1f440']

/** Returns the people who reacted to a message, by emoji. */
export function reactorsOf(core: ReadCore, messageId: MessageId): Reactors[] {
  const { store, accountState } = core
  const row = store.messages.get(messageId)
  if (row === undefined) return []
  let room = clientLimits.reactorsListed.most
  return shownReactions(core, row).map((reaction) => {
    const own = reaction.users.filter((id) => id === accountState.selfId)
    const others = reaction.users.filter((id) => id !== accountState.selfId)
    const people = [...own, ...others].slice(0, room)
    room -= people.length
    const { type, code, name, character, picture } = reactionItem(core, reaction)
    return {
      emoji: { type, code, name, character, picture },
      count: reaction.users.length,
      people: people.map((id) => accountState.person(id)),
    }
  })
}

/**
 * Returns the emoji with which the user reacts most, then usual ones. Emoji that can no longer be reactions are left
 * out.
 */
export function frequentReactions(core: ReadCore, count: number): FrequentEmoji[] {
  const { store, accountState } = core
  const names = serverEmojiNames(store)
  const known = store.preferences.frequentEmoji(count * 2).map(({ type, code }) => ({ type, code }))
  const wanted = [...known, ...usual.map((code) => ({ type: 'unicode_emoji', code }))]
  const found = new Map<string, FrequentEmoji>()
  for (const { type, code } of wanted) {
    if (found.size === count) break
    const name = nameOf(core, names, type, code)
    if (name === null) continue
    const { character, picture } = reactionItem(core, { type, code, name, users: [accountState.selfId] })
    found.set(`${type} ${code}`, { type, code, name, character, picture })
  }
  return [...found.values()]
}

/** Returns the name of an emoji; null if the server does not accept it as a reaction. */
function nameOf(
  { accountState }: ReadCore,
  names: Readonly<Record<string, readonly string[]>>,
  type: string,
  code: string,
): string | null {
  if (type === 'unicode_emoji') return names[code]?.[0] ?? null
  if (type === 'svc_extra_emoji')
    return extraEmojiOf(accountState.organization?.isUpstream === true).find((each) => each === code) ?? null
  const emoji = accountState.of(customEmoji).get(code)
  return emoji?.is_deactivated === 0 ? emoji.name : null
}
