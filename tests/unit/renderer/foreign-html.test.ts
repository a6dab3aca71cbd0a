import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parse } from 'svelte/compiler'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../../../renderer')
const drawer = 'parts/content/CleanedHtml.svelte'

/** Ways from text to elements, and the files that may use them. */
const allowedWays: Readonly<Record<string, readonly string[]>> = {
  // KaTeX wrote it in our worker.
  innerHTML: ['parts/content/message-formulas.ts'],
  outerHTML: [],
  insertAdjacentHTML: [],
  createContextualFragment: [],
  setHTML: [],
  setHTMLUnsafe: [],
  parseHTMLUnsafe: [],
  srcdoc: [],
  'document.write': [],
  // They parse a separate document, which is never displayed.
  DOMParser: [
    'parts/clipboard/pasted.ts',
    'parts/editor/markdown/paste.ts',
    'parts/messages/announced-messages.svelte.ts',
  ],
  DOMPurify: ['parts/content/message-html.ts'],
}

const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /\.(svelte|ts)$/.test(file))
const sourceOf = (file: string) => readFileSync(join(root, file), 'utf8')

/** The number of `{@html …}` in a component, found in its syntax tree. */
function htmlTags(source: string): number {
  let count = 0
  const walk = (node: unknown) => {
    if (typeof node !== 'object' || node === null) return
    if ('type' in node && node.type === 'HtmlTag') count += 1
    for (const value of Object.values(node)) walk(value)
  }
  walk(parse(source, { modern: true }).fragment)
  return count
}

describe('foreign HTML', () => {
  it('is drawn by one component only', { timeout: 30_000 }, () => {
    const drawing = files.filter((file) => file.endsWith('.svelte') && htmlTags(sourceOf(file)) > 0)
    expect(drawing).toEqual([drawer])
    expect(htmlTags(sourceOf(drawer))).toBe(1)
  })

  it('is found in every syntax of Svelte', () => {
    expect(htmlTags('<p>{@html text}</p>')).toBe(1)
    expect(htmlTags('{#if a}<b>{ @html text }</b>{:else}{@html other}{/if}')).toBe(2)
    expect(htmlTags('{#snippet row(text)}{@html text}{/snippet}<p>{text}</p>')).toBe(1)
  })

  it('has its handlers where it is drawn', () => {
    const source = sourceOf(drawer)
    for (const handler of ['onclick', 'onauxclick', 'onkeydown']) expect(source).toContain(`{${handler}}`)
  })

  it.each(Object.entries(allowedWays))('becomes elements through %s only in the permitted files', (way, allowed) => {
    const word = new RegExp(String.raw`\b${way.replace('.', String.raw`\.`)}\b`)
    // Comments may name it.
    const uses = files.filter((file) =>
      word.test(sourceOf(file).replaceAll(/\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->|\/\/.*/g, '')),
    )
    expect(uses.sort()).toEqual([...allowed].sort())
  })
})
