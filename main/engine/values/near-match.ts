/** How words that names contain only nearly are found: the page does it in the same way. */
export { isMisspelt, isOfBeginnings, letterBits, wordsOfName } from '../../../shared/near-match.ts'
