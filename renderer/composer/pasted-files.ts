/** Names a pasted file, since screenshots have no name. */
export function namedFile(file: File): File {
  if (file.name !== '' && file.name !== 'image.png') return file
  const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '.').replace('T', ' at ')
  return new File([file], `Picture ${stamp}.png`, { type: file.type })
}
