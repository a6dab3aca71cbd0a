/** Returns a fence that is longer than any in the text, so that no line of the text closes it. */
export function fenceFor(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/^(?:`{3,})/gm)].map((match) => match[0].length))
  return '`'.repeat(Math.max(3, longest + 1))
}

/** Quotes a text with a fence. An open fence in the text is closed first, since it would include all that follows. */
export function quoteFence(text: string): string {
  const whole = closed(text)
  const fence = fenceFor(whole)
  return `${fence}quote\n${whole}\n${fence}`
}

function closed(text: string): string {
  const open: { readonly mark: string; readonly holdsFences: boolean }[] = []
  for (const line of text.split('\n')) {
    const innermost = open.at(-1)
    if (innermost !== undefined && line.trimEnd() === innermost.mark) {
      open.pop()
      continue
    }
    const [, mark, rest = ''] = /^(`{3,}|~{3,})([^`~]*)$/.exec(line) ?? []
    if (mark === undefined || innermost?.holdsFences === false) continue
    open.push({ mark, holdsFences: /^\s*\{?\.?(?:quote|quoted|spoiler)\b/i.test(rest) })
  }
  return [text, ...open.reverse().map(({ mark }) => mark)].join('\n')
}
