/** Minimum length of a word that is compared with misspellings; shorter ones are near too many names. */
const shortestTypo = 4
/** Maximum length of a typed word that is compared with beginnings of several words. */
const longestHumps = 30

/** Whether an index has a letter or digit; beyond ASCII, all characters except spaces and dashes count as letters. */
function isInWord(text: string, index: number): boolean {
  const code = text.charCodeAt(index)
  if (code < 128) return (code >= 97 && code <= 122) || (code >= 48 && code <= 57)
  return !(code === 0xa0 || (code >= 0x2000 && code <= 0x206f) || (code >= 0x3000 && code <= 0x303f))
}

/** The indexes at which the words of a folded name begin. */
function* wordStarts(name: string): Generator<number, void, void> {
  for (let index = 0; index < name.length; index += 1) {
    if (isInWord(name, index) && (index === 0 || !isInWord(name, index - 1))) yield index
  }
}

/** The words of a folded name. */
export function wordsOfName(name: string): string[] {
  const words: string[] = []
  let start = -1
  for (let index = 0; index <= name.length; index += 1) {
    const isIn = index < name.length && isInWord(name, index)
    if (isIn && start < 0) start = index
    if (isIn || start < 0) continue
    words.push(name.slice(start, index))
    start = -1
  }
  return words
}

/**
 * The letters of a text as bits; letters beyond ASCII share bits. A text has all bits of each text that it contains, so
 * that most names are excluded without being read.
 */
export function letterBits(text: string): number {
  let bits = 0
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code >= 97 && code <= 122) bits |= 1 << (code - 97)
    else if (code >= 48 && code <= 57) bits |= 1 << 26
    else if (isInWord(text, index)) bits |= 1 << (27 + (code % 5))
  }
  return bits
}

/**
 * Whether a typed word consists of the beginnings of several words of a name, in their order: “relno” and “rn” match
 * “release notes”. Both are folded (`foldName`). The time is linear in the length of the name.
 */
export function isOfBeginnings(typed: string, name: string): boolean {
  if (typed.length < 2 || typed.length > longestHumps) return false
  // Bit n is set if words up to here can make up n typed characters.
  let reached = 1
  for (const start of wordStarts(name)) {
    let next = reached
    for (let from = 0; from < typed.length; from += 1) {
      if ((reached & (1 << from)) === 0) continue
      for (let length = 0; from + length < typed.length; length += 1) {
        if (typed[from + length] !== name[start + length] || !isInWord(name, start + length)) break
        next |= 1 << (from + length + 1)
      }
    }
    reached = next
    if ((reached & (1 << typed.length)) !== 0) return true
  }
  return false
}

/**
 * Whether a word begins with a typed text, except for one mistake: a missing, additional, wrong or swapped character.
 * The first character must be right, unless it is swapped.
 */
export function isMisspelt(typed: string, word: string): boolean {
  if (typed.length < shortestTypo) return false
  let at = 0
  while (at < typed.length && typed[at] === word[at]) at += 1
  if (at === typed.length) return false
  const isSwapped =
    at + 1 < typed.length &&
    typed[at] === word[at + 1] &&
    typed[at + 1] === word[at] &&
    word.startsWith(typed.slice(at + 2), at + 2)
  if (at === 0) return isSwapped
  return (
    isSwapped ||
    word.startsWith(typed.slice(at + 1), at) ||
    (at < word.length && (word.startsWith(typed.slice(at + 1), at + 1) || word.startsWith(typed.slice(at), at + 1)))
  )
}

/** Whether a name contains every word, exactly or nearly. All texts are folded. */
export function isNearName(words: readonly string[], name: string): boolean {
  return words.every(
    (word) =>
      name.includes(word) ||
      isOfBeginnings(word, name) ||
      (word.length >= shortestTypo && wordsOfName(name).some((each) => isMisspelt(word, each))),
  )
}
