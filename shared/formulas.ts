/** KaTeX commands that define others: with them a short source becomes an output of any size (X2). */
const defining =
  /(?<!\\)(?:\\\\)*\\(?:def|gdef|edef|xdef|let|futurelet|global|long|newcommand|renewcommand|providecommand)(?![a-zA-Z@])/

/** How formulas are set, in the page and by the server; no input may load, link or style anything. */
export const formulaOptions = { strict: 'ignore', trust: false, maxSize: 20, maxExpand: 200 } as const

/** Whether the TeX source of a formula is set at all; otherwise it is shown as it is. `most` counts UTF-16 code units. */
export function isSettable(source: string, most: number): boolean {
  return source.length <= most && !defining.test(source)
}
