import type { SeededRandom } from './random.ts'

const letters = Array.from('aabcÄ ')

/** A text of few letters, so that many contain each other. */
export function oddName(random: SeededRandom, least: number, most: number): string {
  return Array.from({ length: least + random.below(most - least + 1) }, () => random.pick(letters)).join('')
}
