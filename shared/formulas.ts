/** KaTeX commands that define commands: with them a short source can produce an output of any size. */
const defining =
  /(?<!\\)(?:\\\\)*\\(?:def|gdef|edef|xdef|let|futurelet|global|long|newcommand|renewcommand|providecommand)(?![a-zA-Z@])/

/** KaTeX options for the page and the server; no input may load, link or style anything. */
export const formulaOptions = { strict: 'ignore', trust: false, maxSize: 20, maxExpand: 200 } as const

/** Whether a formula is rendered; otherwise its TeX source is shown. `most` counts UTF-16 code units. */
export function isDrawable(source: string, most: number): boolean {
  return source.length <= most && !defining.test(source)
}
