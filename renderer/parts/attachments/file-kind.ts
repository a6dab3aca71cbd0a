import { catalogue } from '#i18n/catalogue.ts'

/** Returns the kind of a file in words, by its media type or else by the extension of its name. */
export function kindOf({ name, type }: { readonly name: string; readonly type: string }): string {
  const { kinds } = catalogue.screens.attachments
  const [group = '', format = ''] = type.toLowerCase().split('/')
  const end = /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toUpperCase()
  switch (group) {
    case 'image': {
      const known = /^(?:x-)?([a-z0-9]{2,8})(?:\+xml)?$/.exec(format)?.[1]?.toUpperCase()
      return kinds.picture(known ?? end ?? '').trim()
    }
    case 'video':
      return kinds.video
    case 'audio':
      return kinds.sound
    default:
      return end === undefined ? kinds.file : kinds.document(end)
  }
}
