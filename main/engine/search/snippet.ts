import type { SnippetPart } from '#contract/search.ts'
import { isUnspaced, placesOfWords } from '../values/folded-text.ts'
import type { Phrase } from './query.ts'

const snippetLength = 160
/** The number of characters before the first hit. */
const snippetLead = 40

/** The part of a text around its first hit, with all hits marked. */
export function snippet(plain: string, phrases: readonly Phrase[]): SnippetPart[] {
  const text = plain.replaceAll(/\s+/g, ' ')
  const [first] = hitsIn(text, phrases)
  if (text.length <= snippetLength) return parts(text, phrases)
  // Cuts lie between words, so that no character is split.
  const start =
    first === undefined || first.start <= snippetLead ? 0 : text.lastIndexOf(' ', first.start - snippetLead) + 1
  const rest = text.slice(start)
  const cut = rest.length <= snippetLength ? rest.length : Math.max(rest.lastIndexOf(' ', snippetLength), 1)
  const shown = cut < snippetLength / 2 ? [...rest].slice(0, snippetLength).join('') : rest.slice(0, cut)
  const marked = parts(shown, phrases)
  return [
    ...(start > 0 ? [{ text: '… ', isHit: false }] : []),
    ...marked,
    ...(shown.length < rest.length ? [{ text: ' …', isHit: false }] : []),
  ]
}

/** A whole text with all hits marked. */
export function parts(text: string, phrases: readonly Phrase[]): SnippetPart[] {
  const found: SnippetPart[] = []
  let at = 0
  for (const { start, end } of hitsIn(text, phrases)) {
    if (start > at) found.push({ text: text.slice(at, start), isHit: false })
    found.push({ text: text.slice(start, end), isHit: true })
    at = end
  }
  if (at < text.length) found.push({ text: text.slice(at), isHit: false })
  return found
}

function hitsIn(text: string, phrases: readonly Phrase[]): { start: number; end: number }[] {
  const hits: { start: number; end: number }[] = []
  if (phrases.length === 0) return hits
  const wanted = phrases.flatMap(({ words, isPrefix }) =>
    words.map((word, index) => ({ word, isPrefix: isPrefix && index === words.length - 1 })),
  )
  for (const place of placesOfWords(text)) {
    const isWhole = wanted.some(({ word, isPrefix }) =>
      place.words.some((placed) => (isPrefix ? placed.startsWith(word) : placed === word)),
    )
    if (isWhole) {
      hits.push({ start: place.start, end: place.end })
      continue
    }
    // In scripts without spaces a hit may start anywhere in the run.
    const [written = ''] = place.words
    const inside = wanted.find(({ word }) => isUnspaced(word) && written.includes(word))
    if (inside === undefined) continue
    const start = place.start + written.indexOf(inside.word)
    hits.push({ start, end: start + inside.word.length })
  }
  return hits
}
