import { foldWord, searchText, type SearchPhrase } from '../../store/search-text.ts'

const mark = (text: string) => `<span class="highlight">${text}</span>`

/** The HTML of a message with highlighted search hits (`match_content`, wire-protocol.md §2.4.4). */
export function markHtml(html: string, phrases: readonly SearchPhrase[]): string {
  // Only text between tags changes.
  return html
    .split(/(<[^>]*>)/)
    .map((part) => (part.startsWith('<') ? part : markText(part, phrases)))
    .join('')
}

/** A plain text, escaped, with highlighted search hits (`match_subject`). */
export function markPlain(text: string, phrases: readonly SearchPhrase[]): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return markText(escaped, phrases)
}

interface Word {
  readonly folded: string
  readonly start: number
  readonly end: number
}

function markText(text: string, phrases: readonly SearchPhrase[]): string {
  const words = [...wordsIn(text)]
  const marked: [number, number][] = []
  for (const { words: wanted, isQuoted } of phrases) {
    for (let at = 0; at + wanted.length <= words.length; at += 1) {
      const isMatch = wanted.every((word, offset) => {
        const folded = words[at + offset]?.folded ?? ''
        const mayBePrefix = !isQuoted && offset === wanted.length - 1
        return mayBePrefix ? folded.startsWith(word) : folded === word
      })
      if (isMatch) marked.push(...joined(words.slice(at, at + wanted.length)))
    }
  }
  let result = ''
  let end = 0
  for (const [from, to] of marked.sort((a, b) => a[0] - b[0] || b[1] - a[1])) {
    if (from < end) continue
    result += text.slice(end, from) + mark(text.slice(from, to))
    end = to
  }
  return result + text.slice(end)
}

/** The ranges of words; adjacent words, as in scripts without spaces, become one range. */
function joined(words: readonly Word[]): [number, number][] {
  const places: [number, number][] = []
  for (const { start, end } of words) {
    const last = places.at(-1)
    if (last?.[1] === start) last[1] = end
    else places.push([start, end])
  }
  return places
}

/** The words of escaped text with their ranges; entities are not words. */
function* wordsIn(text: string): Generator<Word> {
  for (const match of text.matchAll(/&(?:[a-z]+|#\d+|#x[0-9a-f]+);|[\p{L}\p{N}\p{M}\p{Co}]+/giu)) {
    const [word] = match
    if (word.startsWith('&')) continue
    if (!searchText(word).includes(' ')) {
      yield { folded: foldWord(word.normalize('NFKC')), start: match.index, end: match.index + word.length }
      continue
    }
    // In a script without spaces, the index has each character as a word.
    let start = match.index
    for (const part of splitUnspaced(word)) {
      yield { folded: foldWord(part.normalize('NFKC')), start, end: start + part.length }
      start += part.length
    }
  }
}

function splitUnspaced(word: string): string[] {
  const parts: string[] = []
  let joins = false
  for (const character of word) {
    const isOwnWord = searchText(character).includes(' ')
    if (!isOwnWord && joins) parts[parts.length - 1] = (parts.at(-1) ?? '') + character
    else parts.push(character)
    joins = !isOwnWord
  }
  return parts
}
