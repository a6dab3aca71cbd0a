import { Slice } from '../base/slices.ts'
import { limits } from '../base/limits.ts'
import type { ServerContext } from '../context/context.ts'
import { deleteMessages } from '../messages/changes/deleting.ts'
import type { UserRow } from '../store/people/users.ts'
import { changeAvatar, changeName } from './user-changes.ts'

/** What is deleted with a deactivated account: its name and picture, and messages by the kind of their conversation. */
export interface Deletion {
  readonly profile: boolean
  readonly publicStreams: boolean
  readonly privateStreams: boolean
  readonly direct: boolean
}

const deletedName = 'Deleted user'

/**
 * Deletes what belonged to a deactivated account and its bots, in steps between which other requests have their turn. A
 * server that ends meanwhile keeps the rest.
 */
export async function deleteWith(context: ServerContext, person: UserRow, deletion: Deletion): Promise<void> {
  const bots = context.tables.users.all().filter((user) => user.bot_owner_id === person.id)
  const slice = new Slice()
  for (const { id } of [...bots, person]) {
    if (deletion.profile) deleteProfile(context, id)
    const ids = context.tables.messages.idsOfSender(id, deletion)
    for (let start = 0; start < ids.length; start += limits.expiredAtOnce.most) {
      deleteSome(context, ids.slice(start, start + limits.expiredAtOnce.most))
      await slice.rest()
    }
  }
}

/** Whether the profile of the account was deleted (level 490). */
export function isDeleted(context: ServerContext, userId: number): boolean {
  return context.levelSettings?.get(place(userId), 'deleted') === true
}

/** The storage key of what is known of an account. */
function place(userId: number): string {
  return `user:${userId}`
}

function deleteProfile(context: ServerContext, userId: number): void {
  context.write(() => {
    const user = context.tables.users.get(userId)
    if (user === undefined) return
    context.levelSettings?.set(place(userId), 'deleted', true)
    changeName(context, user, deletedName)
    if (user.avatar_path !== null) changeAvatar(context, user, null)
  })
}

function deleteSome(context: ServerContext, ids: readonly number[]): void {
  context.write(() => {
    const rows = ids.flatMap((id) => context.tables.messages.find(id) ?? [])
    const byPlace = Map.groupBy(rows, (row) => `${row.recipient_id} ${row.topic}`)
    for (const together of byPlace.values()) deleteMessages(context, together)
  })
}
