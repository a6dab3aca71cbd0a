/** Letters that are written from right to left, and marks that change the direction. */
const turning = /\p{Bidi_Control}|[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u

/**
 * A name for the middle of a plain sentence: its direction does not turn the words around it, whatever marks it brings.
 * Where elements can be written, `bdi` does that.
 */
export function isolated(name: string): string {
  return turning.test(name) ? `\u2068${name.replaceAll(/\p{Bidi_Control}/gu, '')}\u2069` : name
}
