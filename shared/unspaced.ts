/** Scripts without spaces between words. */
const scripts = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar']

/** The part of a character class of regular expressions that has the letters of these scripts. */
export const unspacedScripts = scripts.map((script) => `\\p{Script=${script}}`).join('')
