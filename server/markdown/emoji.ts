import { createRequire } from 'node:module'
import { z } from 'zod'

const require = createRequire(import.meta.url)

const shortcodes = z
  .record(z.string(), z.union([z.string(), z.array(z.string())]))
  .parse(require('emojibase-data/en/shortcodes/github.json'))

const codeByName = new Map<string, string>()
for (const [hexcode, names] of Object.entries(shortcodes)) {
  for (const name of Array.isArray(names) ? names : [names]) codeByName.set(name, hexcode.toLowerCase())
}

/** The dash-separated code points of a named emoji, without the variation selector, as clients expect in class names. */
export function emojiCode(name: string): string | undefined {
  return codeByName.get(name)?.replaceAll('-fe0f', '')
}

/** The character itself, for clients that draw text. */
export function emojiCharacter(code: string): string {
  return code
    .split('-')
    .map((part) => String.fromCodePoint(Number.parseInt(part, 16)))
    .join('')
}
