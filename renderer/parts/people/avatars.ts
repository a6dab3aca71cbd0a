/** Returns up to two initials of a name; one for a single word, or for scripts without spaces. */
export function initials(name: string): string {
  const words = name.split(/[\s-]+/).filter((word) => /\p{L}/u.test(word))
  const letters = (words.length > 1 ? [words[0], words.at(-1)] : [words[0]]).map((word) =>
    [...(word ?? '')].find((letter) => /\p{L}/u.test(letter)),
  )
  return letters.join('').toUpperCase() || '?'
}

const avatarColors = ['#0b7285', '#5f3dc4', '#b02358', '#b84a04', '#2b7a3c', '#1f5fbf', '#86489a', '#7a5b00']

/** Returns the fixed colour of a user; white text is legible on it. */
export function avatarColor(id: number): string {
  return avatarColors[id % avatarColors.length] ?? '#0b7285'
}
