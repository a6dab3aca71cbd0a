import type { Resource } from '../http/resource.ts'
import type { ServerContext } from '../context/context.ts'
import type { Endpoints } from '../http/endpoint.ts'
import { badRequest, notFound } from '../base/errors.ts'
import { limits } from '../base/limits.ts'
import { emojiCode } from '../markdown/inline/emoji.ts'
import { organizationSettings } from '../context/organization-settings.ts'
import { isAdministrator, policyAllows } from '../people/permissions.ts'
import { readPicture } from '../http/picture-upload.ts'
import { emojiObject } from '../store/organization/custom-emoji.ts'

/** Custom emoji of the organization. */
export const customEmoji: Resource = {
  registration: [
    {
      type: 'realm_emoji',
      state: (context) => ({ realm_emoji: realmEmoji(context) }),
      publicState: (context) => ({ realm_emoji: realmEmoji(context) }),
    },
  ],
  routes: emojiRoutes,
}

/** Custom emoji (wire-protocol.md §2.10). */
function emojiRoutes(api: Endpoints, context: ServerContext): void {
  const { emoji } = context.tables
  const { files } = context.ports

  api.authenticated('GET', '/realm/emoji', () => ({ emoji: realmEmoji(context) }))

  api.upload('/realm/emoji/:name', async ({ path, user, file: uploaded }) => {
    const name = (path.name ?? '').trim().replaceAll(' ', '_')
    if (!/^[0-9a-z._-]*[0-9a-z]$/.test(name)) {
      throw badRequest(
        'Emoji names must contain only lowercase English letters, digits, spaces, dashes, underscores, and periods.',
      )
    }
    if (!policyAllows(context, user, organizationSettings(context).add_custom_emoji_policy)) {
      throw badRequest('Insufficient permission')
    }
    if (emojiCode(name) !== undefined && !isAdministrator(user)) {
      throw badRequest('Only administrators can override default emoji.')
    }
    const file = await uploaded()
    const { bytes, extension } = await readPicture(file, limits.emojiBytes)
    context.write(() => {
      if (emoji.byName(name) !== undefined) throw badRequest('A custom emoji with this name already exists.')
      const fileName = `${context.ports.ids.unique()}.${extension}`
      files.write(`avatars/emoji/images/${fileName}`, bytes)
      emoji.add(name, fileName, user.id)
      tellEmoji()
    })
    return {}
  })

  api.authenticated('DELETE', '/realm/emoji/:name', ({ path, user }) => {
    const row = emoji.byName(path.name ?? '')
    if (row === undefined) {
      throw notFound(`Emoji '${path.name ?? ''}' does not exist`)
    }
    if (row.author_id !== user.id && !isAdministrator(user))
      throw badRequest('Must be an organization administrator or emoji author')
    context.write(() => {
      emoji.deactivate(row.id)
      tellEmoji()
    })
    return {}
  })

  function tellEmoji(): void {
    for (const user of context.tables.users.all()) {
      context.events.publish(user.id, () => ({ type: 'realm_emoji', op: 'update', realm_emoji: realmEmoji(context) }))
    }
  }
}

/** Every custom emoji by id, deactivated ones included: old reactions refer to them. */
export function realmEmoji(context: ServerContext): Record<string, unknown> {
  return Object.fromEntries(context.tables.emoji.all().map((row) => [String(row.id), emojiObject(row)]))
}
