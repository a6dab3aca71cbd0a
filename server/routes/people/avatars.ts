import type { ServerContext } from '../../context/context.ts'
import type { Endpoints } from '../../http/endpoint.ts'
import { badRequest } from '../../base/errors.ts'
import { limits } from '../../base/limits.ts'
import { organizationSettings } from '../../context/organization-settings.ts'
import { isAdministrator } from '../../people/permissions.ts'
import { readPicture } from '../../http/picture-upload.ts'
import type { UserRow } from '../../store/people/users.ts'
import { changeAvatar } from '../../organization/user-changes.ts'

/** `POST` and `DELETE /users/me/avatar` (wire-protocol.md §2.9). */
export function avatarRoutes(api: Endpoints, context: ServerContext): void {
  const { files } = context.ports

  function requireRight(user: UserRow): void {
    if (organizationSettings(context).avatar_changes_disabled && !isAdministrator(user)) {
      throw badRequest('Avatar changes are disabled in this organization.')
    }
  }

  api.upload('/users/me/avatar', async ({ user, file }) => {
    requireRight(user)
    const { bytes, extension } = await readPicture(await file(), limits.pictureBytes)
    const path = `${context.ports.ids.unique()}.${extension}`
    files.write(`avatars/${path}`, bytes)
    return context.write(() => changeAvatar(context, user, path))
  })

  api.authenticated('DELETE', '/users/me/avatar', ({ user }) => {
    requireRight(user)
    return context.write(() => changeAvatar(context, user, null))
  })
}
