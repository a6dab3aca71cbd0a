import { parseChord } from '#shared/command-keys.ts'

/** Returns a chord in Playwright's notation, for a layout from left to right. */
export function pressed(notation: string): string {
  const { mod, shift, alt, key } = parseChord(notation)
  const name =
    { ArrowStart: 'ArrowLeft', ArrowEnd: 'ArrowRight' }[key] ?? (/^[A-Z]$/.test(key) ? key.toLowerCase() : key)
  return [...(mod ? ['Control'] : []), ...(shift ? ['Shift'] : []), ...(alt ? ['Alt'] : []), name].join('+')
}
