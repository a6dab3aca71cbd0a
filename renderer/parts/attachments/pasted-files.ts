import { catalogue } from '#i18n/catalogue.ts'

/** Returns a pasted file with a name. Screenshots have none. */
export function namedFile(file: File): File {
  if (file.name !== '' && file.name !== 'image.png') return file
  return new File([file], catalogue.screens.composer.pastedPicture(stamp()), { type: file.type })
}

/** Returns a text as a file. */
export function textFile(text: string): File {
  return new File([text], catalogue.screens.composer.pastedText(stamp()), { type: 'text/plain' })
}

function stamp(): string {
  const [day = '', time = ''] = new Date().toISOString().slice(0, 19).replaceAll(':', '.').split('T')
  return catalogue.screens.composer.pastedAt({ day, time })
}
