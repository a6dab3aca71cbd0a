import type { ServerContext } from '../../context/context.ts'
import type { GroupRow } from '../../store/people/groups.ts'
import type { UserRow } from '../../store/people/users.ts'
import { announceTo, silentMention } from './notification-bot.ts'

/** Sends users the notice that another user changed their membership of a group; call inside `context.write`. */
export function announceMembership(
  context: ServerContext,
  by: UserRow,
  group: GroupRow,
  { added, removed }: { readonly added: readonly number[]; readonly removed: readonly number[] },
): void {
  if (context.layer?.habits.has('announces membership') !== true) return
  const say = (ids: readonly number[], text: string) => {
    for (const id of ids) {
      const person = context.tables.users.get(id)
      if (person?.is_bot === 0 && id !== by.id) announceTo(context, person, text)
    }
  }
  say(added, `${silentMention(by)} added you to the group @_*${group.name}*.`)
  say(removed, `${silentMention(by)} removed you from the group @_*${group.name}*.`)
}
