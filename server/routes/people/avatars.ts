import type { ServerContext } from '../../context/context.ts'
import type { Endpoints } from '../../http/endpoint.ts'
import { badRequest } from '../../base/errors.ts'
import { limits } from '../../base/limits.ts'
import { organizationSettings } from '../../context/organization-settings.ts'
import { avatarUrl } from '../../people/people.ts'
import { isAdministrator } from '../../people/permissions.ts'
import { readPicture } from '../../http/picture-upload.ts'
import type { UserRow } from '../../store/people/users.ts'
import { tellUser } from '../../organization/user-changes.ts'

/** `POST` and `DELETE /users/me/avatar` (wire-protocol.md §2.9). */
export function avatarRoutes(api: Endpoints, context: ServerContext): void {
  const { users } = context.tables
  const { files } = context.ports

  function requireRight(user: UserRow): void {
    if (organizationSettings(context).avatar_changes_disabled && !isAdministrator(user)) {
      throw badRequest('Avatar changes are disabled in this organization.')
    }
  }

  /** Replaces or removes a user's avatar; the old file is removed once no client refers to it. */
  function change(user: UserRow, path: string | null): { avatar_url: string } {
    return context.write(() => {
      users.change(user.id, { avatar_path: path, avatar_version: user.avatar_version + 1 })
      const changed = users.get(user.id)
      if (changed === undefined) throw new Error(`user ${user.id} is gone`)
      const url = avatarUrl(changed)
      tellUser(context, user.id, () => ({
        avatar_source: path === null ? 'G' : 'U',
        avatar_url: url,
        avatar_url_medium: url,
        avatar_version: changed.avatar_version,
      }))
      const old = user.avatar_path
      if (old !== null && old !== path) {
        context.afterCommit(() => {
          context.removeFile(`avatars/${old}`)
        })
      }
      return { avatar_url: url }
    })
  }

  api.upload('/users/me/avatar', async ({ user, file }) => {
    requireRight(user)
    const { bytes, extension } = await readPicture(await file(), limits.pictureBytes)
    const path = `${context.ports.ids.unique()}.${extension}`
    files.write(`avatars/${path}`, bytes)
    return change(user, path)
  })

  api.authenticated('DELETE', '/users/me/avatar', ({ user }) => {
    requireRight(user)
    return change(user, null)
  })
}
