/** Shorter words are not taken for misspelt ones: too many names are near them. */
const shortestTypo = 4
/** Longer words are not taken for beginnings of several words. */
const longestHumps = 30

/** Whether a letter or digit is at an index; beyond ASCII all but spaces and dashes count as such. */
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
 * The letters of a text as bits; those beyond ASCII share some. A text that contains another has all of its bits, so most
 * names are passed over without being read.
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
 * Whether a typed word consists of the beginnings of several words of a name, in their order: “relno” and “rn” of “release
 * notes”. Both are folded (`foldName`). The time grows with the length of the name, whatever it consists of.
 */
export function isOfBeginnings(typed: string, name: string): boolean {
  if (typed.length < 2 || typed.length > longestHumps) return false
  // The bits are the numbers of typed characters that words up to here can make up.
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
 * Whether a word begins as was typed but for one mistake: a character is missing, too much or another one, or two are
 * swapped. The first character is right, unless it is one of those swapped.
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

/** Whether every word is contained in a name, or nearly. All are folded. */
export function isNearName(words: readonly string[], name: string): boolean {
  return words.every(
    (word) =>
      name.includes(word) ||
      isOfBeginnings(word, name) ||
      (word.length >= shortestTypo && wordsOfName(name).some((each) => isMisspelt(word, each))),
  )
}
