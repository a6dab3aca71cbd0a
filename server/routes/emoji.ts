import { wholeUpload } from '../bodies.ts'
import type { ServerContext } from '../context.ts'
import type { Endpoints } from '../endpoint.ts'
import { badRequest, notFound, ServiceError } from '../errors.ts'
import { organizationSettings } from '../organization-settings.ts'
import { isAdministrator, policyAllows } from '../permissions.ts'
import { emojiObject } from '../store/custom-emoji.ts'

const maxEmojiBytes = 256 * 1024

/** Custom emoji (wire-protocol.md §2.10). */
export function emojiRoutes(api: Endpoints, context: ServerContext): void {
  const { emoji } = context.tables
  const { files } = context.ports

  api.authenticated('GET', '/realm/emoji', () => ({ emoji: realmEmoji(context) }))

  api.upload('/realm/emoji/:name', async ({ path, user, file: uploaded }) => {
    const name = path.name ?? ''
    if (!/^[0-9a-z._-]+$/.test(name)) {
      throw badRequest(
        'Emoji names must contain only lowercase English letters, digits, spaces, dashes, underscores, and periods.',
      )
    }
    if (!policyAllows(context, user, organizationSettings(context).add_custom_emoji_policy)) {
      throw badRequest('Insufficient permission')
    }
    const file = await uploaded()
    const chunks: Uint8Array[] = []
    for await (const chunk of wholeUpload(file.file)) {
      chunks.push(chunk)
      if (chunks.reduce((sum, part) => sum + part.length, 0) > maxEmojiBytes)
        throw badRequest('Uploaded file is larger than the allowed limit of 256 KiB')
    }
    const bytes = Buffer.concat(chunks)
    const extension = pictureExtension(bytes)
    if (extension === undefined) throw new ServiceError('BAD_IMAGE', 'Invalid image format')
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

/** Every custom emoji by its id, deactivated ones too: old reactions name them. */
export function realmEmoji(context: ServerContext): Record<string, unknown> {
  return Object.fromEntries(context.tables.emoji.all().map((row) => [String(row.id), emojiObject(row)]))
}

/** The kind of picture that the first bytes say; names can lie. */
function pictureExtension(bytes: Buffer): string | undefined {
  if (bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'png'
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpg'
  if (/^GIF8[79]a/.test(bytes.subarray(0, 6).toString('latin1'))) return 'gif'
  if (bytes.subarray(0, 4).toString('latin1') === 'RIFF' && bytes.subarray(8, 12).toString('latin1') === 'WEBP') {
    return 'webp'
  }
  return undefined
}
