import type { MessageItem } from '#contract/messages.ts'
import { personName } from '#i18n/names.ts'
import { catalogue } from '#i18n/catalogue.ts'

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

/** Quotes a text as the family's clients do: with its author and, if it is known, the link to its message. */
export function quotationOf(sender: MessageItem['sender'], link: string | null, text: string): string {
  const { attribution } = catalogue.moving.forward
  const author = `@_**${personName(sender)}|${sender.id}**`
  return `${author} ${link === null ? attribution : `[${attribution}](${link})`}:\n${quoteFence(text)}\n`
}
