import type { MarkedWords } from '#contract/search.ts'
import type { TextRange } from '#shared/alert-words.ts'
import { foldText } from '#shared/name-query.ts'
import { unspacedScripts } from '#shared/unspaced.ts'
import type { WordFinder } from './word-marks.ts'

const word = /[\p{L}\p{N}\p{M}\p{Co}]+/gu
const startsUnspaced = new RegExp(`^[${unspacedScripts}]`, 'u')

/**
 * Finds the words of a search in a text by the rules of the search: whole words, prefixes, and parts of runs without
 * spaces.
 */
export class SearchedWords implements WordFinder {
  readonly #whole = new Set<string>()
  readonly #beginnings: string[] = []
  readonly #parts: string[] = []

  constructor(phrases: readonly MarkedWords[]) {
    for (const { words, isPrefix } of phrases) {
      for (const [index, each] of words.entries()) {
        if (startsUnspaced.test(each)) this.#parts.push(each)
        else if (isPrefix && index === words.length - 1) this.#beginnings.push(each)
        else this.#whole.add(each)
      }
    }
  }

  get isEmpty(): boolean {
    return this.#whole.size === 0 && this.#beginnings.length === 0 && this.#parts.length === 0
  }

  find(text: string): TextRange[] {
    return [...text.matchAll(word)].flatMap(({ 0: written, index }) => {
      const folded = foldText(written)
      if (this.#whole.has(folded) || this.#beginnings.some((beginning) => folded.startsWith(beginning))) {
        return [{ start: index, end: index + written.length }]
      }
      return this.#parts.length === 0 ? [] : this.#partsOf(folded, index)
    })
  }

  /** Returns the ranges of parts in a run without spaces; overlapping ones are merged. */
  #partsOf(run: string, offset: number): TextRange[] {
    const isIn = new Array<boolean>(run.length).fill(false)
    for (const part of this.#parts) {
      for (let at = run.indexOf(part); at >= 0; at = run.indexOf(part, at + 1)) isIn.fill(true, at, at + part.length)
    }
    const ranges: TextRange[] = []
    for (let start = isIn.indexOf(true); start >= 0;) {
      const next = isIn.indexOf(false, start)
      const end = next < 0 ? run.length : next
      ranges.push({ start: offset + start, end: offset + end })
      start = isIn.indexOf(true, end)
    }
    return ranges
  }
}
