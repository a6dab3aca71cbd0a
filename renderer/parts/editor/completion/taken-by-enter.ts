import { foldName } from '#shared/name-query.ts'
import type { Offer } from './offer.ts'
import type { Completable } from './completable.ts'

/** Words of code that begin like a mention or a link. A user who types one in full does not mean a longer name. */
const wordsOfCode = new Set(
  (
    'media import charset font-face keyframes supports layer container page property namespace include mixin extend use ' +
    'forward apply override test before after param return returns throws deprecated see since author version type ' +
    'typedef ts-ignore ts-expect-error component injectable input output autowired bean service controller entity table ' +
    'column id data getter setter value nullable staticmethod classmethod property dataclass pytest app latest next ' +
    'define ifdef ifndef if else elif endif undef pragma region endregion error warning line shebang'
  ).split(' '),
)
/** A colour or a number such as `#fff`, `#c0ffee`, `#1234`. */
const colorOrNumber = /^(?:\d+|([0-9a-f])\1\1|(?=[a-f]*\d)[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i

/**
 * Returns the offer that Enter takes although the user has not moved to it; null if the text stays as it was typed.
 * @param offers the offers, those whose names were begun first
 */
export function takenByEnter(written: Completable, [first]: readonly Offer[]): Offer | null {
  if (first === undefined || !first.isBegun || !mayBeTaken(written)) return null
  const isPart = foldName(first.label).replace(/^\//, '') !== foldName(written.query).trim()
  return isPart && mayBeOfCode(written) ? null : first
}

/** Returns whether Enter may take an offer. Up to two letters after a colon are a smiley or a name in code. */
export function mayBeTaken(written: Completable): boolean {
  switch (written.kind) {
    case 'emoji':
      return written.query === '+1' || /^[^\p{Lu}]{3,}$/u.test(written.query)
    case 'mention':
    case 'narrow':
    case 'command':
      return written.query.trim() !== ''
    case 'language':
    case 'time':
      return true
  }
}

function mayBeOfCode({ kind, query }: Completable): boolean {
  const text = query.toLowerCase()
  switch (kind) {
    case 'mention':
      return wordsOfCode.has(text)
    case 'narrow':
      return wordsOfCode.has(text) || colorOrNumber.test(text)
    case 'emoji':
    case 'language':
    case 'time':
    case 'command':
      return false
  }
}
