/** Each letter that Unicode does not decompose, and how it is typed without it. In lower case. */
const letters = [
  'ßss æae ǣae œoe ĳij þth ðd đd ɖd ɗd ȡd øo ɔo ɵo łl ƚl ɫl ɬl ɭl ħh ɦh ŧt ƭt ʈt ŋn ɲn ɳn ƞn ıi ɨi ɩi ȷj ɉj ĸk ƙk',
  'ƀb ɓb ƈc ȼc ɛe əe ǝe ɇe ƒf ǥg ɠg ƥp ɋq ɍr ɽr ʂs ȿs ʉu ʋv ⱳw ƴy ɏy ƶz ȥz ɀz ⱥa ⱡl ⱦt ꞥn',
  'ςσ ґг ғг қк ҡк ңн ҥн ҙз ҫс ҭт үу ұу һх ҳх ҷч ҹч әа өо ҕг ҝк ӏі',
].flatMap((row) => row.split(' ').map((pair) => [pair.slice(0, 1), pair.slice(1)] as const))

/** Signs that keyboards write in one way and names in several. */
const signs = Array.from('’‘ʼʻʿ´′‛ʹ＇').map((sign) => [sign, "'"] as const)
const dashes = Array.from('‐‑‒–—―−﹣－').map((sign) => [sign, '-'] as const)

/** What is compared in place of a letter or sign. */
export const plainLetters: ReadonlyMap<string, string> = new Map([...letters, ...signs, ...dashes])

/** Finds them. */
export const plainMarks = new RegExp(`[${[...plainLetters.keys()].join('')}]`, 'g')
