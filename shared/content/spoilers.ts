/** Replaces the hidden text of a spoiler where only text is shown. It needs no translation. */
export const hiddenSign = '■■■■'

/** The class of the hidden part in the HTML of servers. */
export const hiddenClass = 'spoiler-content'

interface Fence {
  /** The closing line of the fence. */
  readonly mark: string
  readonly kind: 'quote' | 'spoiler' | 'code'
  readonly header: string
}

/**
 * A Markdown text for lists and summaries, with `hiddenSign` instead of the hidden texts of its spoilers; headers stay.
 * Fences are read as servers read them: quotes and spoilers may contain others, code may not, and an open fence ends
 * with the text.
 */
export function withoutSpoilers(markdown: string): string {
  if (!/spoiler/i.test(markdown)) return markdown
  const open: Fence[] = []
  /** The number of open fences with which the outermost spoiler began; 0 outside of spoilers. */
  let hiddenFrom = 0
  const shown: string[] = []
  for (const line of markdown.split('\n')) {
    const innermost = open.at(-1)
    const isEnd = innermost !== undefined && line.trimEnd() === innermost.mark
    const fence = !isEnd && innermost?.kind !== 'code' ? readFence(line) : null
    if (isEnd) {
      open.pop()
      if (hiddenFrom > 0) {
        if (open.length < hiddenFrom) hiddenFrom = 0
        continue
      }
    } else if (fence !== null) {
      open.push(fence)
      if (hiddenFrom === 0 && fence.kind === 'spoiler') {
        hiddenFrom = open.length
        shown.push(`${fence.header} ${hiddenSign}`.trim())
        continue
      }
    }
    if (hiddenFrom === 0) shown.push(line)
  }
  return shown.join('\n')
}

function readFence(line: string): Fence | null {
  const mark = /^(?:`{3,}|~{3,})/.exec(line)?.[0]
  if (mark === undefined) return null
  const rest = line.slice(mark.length).trim()
  if (/[`~]/.test(rest)) return null
  const name = /^\{?\.?([\w+,\-./#]+)/.exec(rest)
  if (name === null) return rest === '' ? { mark, kind: 'code', header: '' } : null
  const header = rest.slice(name[0].length).trim().replace(/\}$/, '')
  const kind = (name[1] ?? '').toLowerCase()
  if (kind === 'spoiler') return { mark, kind, header }
  return { mark, kind: kind === 'quote' || kind === 'quoted' ? 'quote' : 'code', header }
}
