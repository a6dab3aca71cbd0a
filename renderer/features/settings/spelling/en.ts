/** The check of spelling, in the section “Writing”. */
export const spelling = {
  legend: 'Spelling',
  words: ['spell check', 'spellchecker', 'typos', 'dictionary', 'autocorrect'],
  check: 'Check spelling while you type',
  checkHint: 'Dictionaries are downloaded from a Google server. What you write stays on this computer.',
  /** On macOS, in place of the choice of languages. */
  macHint: 'macOS chooses the languages by itself.',
  languages: 'Languages',
  /** `languages` are names. */
  system: (languages: string) => `Match system: ${languages}`,
  own: 'Choose languages',
}
