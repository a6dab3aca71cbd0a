import { words } from '../../words/words.ts'

/** Names a pasted file, since screenshots have no name. */
export function namedFile(file: File): File {
  if (file.name !== '' && file.name !== 'image.png') return file
  const { pastedAt, pastedPicture } = words.screens.composer
  const [day = '', time = ''] = new Date().toISOString().slice(0, 19).replaceAll(':', '.').split('T')
  return new File([file], pastedPicture(pastedAt({ day, time })), { type: file.type })
}
