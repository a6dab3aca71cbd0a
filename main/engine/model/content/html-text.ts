import { Tokenizer } from 'htmlparser2'
import { clientLimits } from '../../../../shared/client-limits.ts'
import { blocks } from './blocks.ts'

/** Elements whose text is not part of the message. */
const silent: ReadonlySet<string> = new Set(['script', 'style', 'template', 'math', 'svg'])

const longestSource = clientLimits.contentSource.most
const most = clientLimits.contentText.most

/**
 * The start of the text of any HTML, with a line for each block. It is parsed as a token stream without a tree, in time
 * linear in what is read, for any nesting.
 */
export function textOf(html: string): { readonly text: string; readonly isCut: boolean } {
  const source = html.slice(0, longestSource)
  const isWhole = source.length === html.length
  let text = ''
  let isInLine = false
  let silentIn: string | null = null
  const say = (words: string) => {
    if (silentIn !== null || words === '') return
    text += words
    isInLine = !words.endsWith('\n')
    if (text.length > most) tokenizer.pause()
  }
  const nothing = () => undefined
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      ontext: (start, end) => {
        say(source.slice(start, end))
      },
      ontextentity: (codePoint) => {
        say(String.fromCodePoint(codePoint))
      },
      onopentagname: (start, end) => {
        const name = nameAt(source, start, end)
        if (silent.has(name)) silentIn ??= name
        if (isInLine && blocks.has(name)) say('\n')
      },
      onclosetag: (start, end) => {
        if (silentIn === nameAt(source, start, end)) silentIn = null
      },
      onattribdata: nothing,
      onattribentity: nothing,
      onattribend: nothing,
      onattribname: nothing,
      oncdata: nothing,
      oncomment: nothing,
      ondeclaration: nothing,
      onend: nothing,
      onopentagend: nothing,
      onprocessinginstruction: nothing,
      onselfclosingtag: nothing,
    },
  )
  tokenizer.write(source)
  // Ending the parser would treat a truncated tag as text.
  if (isWhole && text.length <= most) tokenizer.end()
  if (text.length <= most) return { text: text.trim(), isCut: !isWhole }
  const isPair = /[\uD800-\uDBFF]/.test(text.charAt(most - 1))
  return { text: text.slice(0, isPair ? most - 1 : most).trim(), isCut: true }
}

const longestName = 20

function nameAt(source: string, start: number, end: number): string {
  return source.slice(start, Math.min(end, start + longestName)).toLowerCase()
}
