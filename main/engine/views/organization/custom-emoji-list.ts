import type { EmojiListMeta, OwnEmojiItem } from '#contract/organization/organization-lists.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { foldText } from '#shared/name-query.ts'
import type { ReadCore } from '../../core/read-core.ts'
import type { Change } from '../../state/changes.ts'
import { customEmoji } from '../../state/emoji/custom-emoji.ts'
import { roleOf } from '../../values/people.ts'
import type { View } from '../view.ts'

/** The view of the organization's emoji whose names contain a text, by name. Only the first ones are listed. */
export class CustomEmojiListView implements View<'organization_emoji'> {
  readonly #core: ReadCore
  readonly #text: string

  constructor(core: ReadCore, text: string) {
    this.#core = core
    this.#text = foldText(text.trim())
  }

  isAffected(change: Change): boolean {
    return change.kind === 'organization' || change.kind === 'preferences' || change.kind === 'people'
  }

  compute(): { items: OwnEmojiItem[]; meta: EmojiListMeta } {
    const { accountState, ports } = this.#core
    const role = roleOf(accountState.judge(ports.clock.now()).asking.role)
    const isAdministrator = role === 'owner' || role === 'administrator'
    const all = [...accountState.of(customEmoji).values()].filter((emoji) => emoji.is_deactivated === 0)
    const found = all.filter(({ name }) => foldText(name).includes(this.#text))
    return {
      items: found.slice(0, clientLimits.emojiRows.most).map(({ id, name, path, author_id: authorId }) => ({
        key: `own_emoji:${id}`,
        kind: 'own_emoji',
        name,
        picture: path,
        author: authorId === null ? null : { id: authorId, name: accountState.people.get(authorId)?.name ?? null },
        canRemove: isAdministrator || authorId === accountState.selfId,
      })),
      meta: { isReady: accountState.organization !== undefined, total: all.length, found: found.length },
    }
  }
}
