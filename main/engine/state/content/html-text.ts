import { Tokenizer } from 'htmlparser2'
import { clientLimits } from '#shared/client-limits.ts'
import { hiddenClass, hiddenSign } from '#shared/content/spoilers.ts'
import { blocks } from './markup.ts'

/** Elements whose text is not part of the message. */
const silent: ReadonlySet<string> = new Set(['script', 'style', 'template', 'math', 'svg'])

const longestSource = clientLimits.contentSource.most
const most = clientLimits.contentText.most

/**
 * Returns the start of the text of any HTML, with a line for each block and a sign in place of hidden spoilers. It
 * reads a token stream without a tree, in time linear in the length for any nesting.
 */
export function textOf(html: string): { readonly text: string; readonly isCut: boolean } {
  const source = html.slice(0, longestSource)
  const isWhole = source.length === html.length
  let text = ''
  let isInLine = false
  let silentIn: string | null = null
  /** The element of the last start tag, and whether its class hides its contents. */
  let opened = { name: '', isHidden: false }
  let attribute = ''
  /** The hidden element, and the number of open elements of its name. */
  let hidden: { readonly name: string; depth: number } | null = null
  const append = (words: string) => {
    if (silentIn !== null || hidden !== null || words === '') return
    text += words
    isInLine = !words.endsWith('\n')
    if (text.length > most) tokenizer.pause()
  }
  const nothing = () => undefined
  const begin = () => {
    const { name, isHidden } = opened
    if (hidden !== null) {
      if (name === hidden.name) hidden.depth += 1
    } else if (isHidden && silentIn === null) {
      append(`${isInLine ? ' ' : ''}${hiddenSign}`)
      hidden = { name, depth: 1 }
    }
  }
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      ontext: (start, end) => {
        append(source.slice(start, end))
      },
      ontextentity: (codePoint) => {
        append(String.fromCodePoint(codePoint))
      },
      onopentagname: (start, end) => {
        const name = nameAt(source, start, end)
        opened = { name, isHidden: false }
        if (silent.has(name)) silentIn ??= name
        if (isInLine && blocks.has(name)) append('\n')
      },
      onclosetag: (start, end) => {
        const name = nameAt(source, start, end)
        if (silentIn === name) silentIn = null
        if (hidden?.name !== name) return
        hidden.depth -= 1
        if (hidden.depth === 0) hidden = null
      },
      onattribname: (start, end) => {
        attribute = nameAt(source, start, end)
      },
      onattribdata: (start, end) => {
        if (attribute !== 'class' || end - start > longestClass) return
        if (source.slice(start, end).split(/\s+/).includes(hiddenClass)) opened.isHidden = true
      },
      onattribentity: nothing,
      onattribend: nothing,
      oncdata: nothing,
      oncomment: nothing,
      ondeclaration: nothing,
      onend: nothing,
      onopentagend: begin,
      onprocessinginstruction: nothing,
      // A slash at the end of a start tag closes nothing in HTML.
      onselfclosingtag: begin,
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
const longestClass = 1_000

function nameAt(source: string, start: number, end: number): string {
  return source.slice(start, Math.min(end, start + longestName)).toLowerCase()
}
