import { parse } from 'svelte/compiler'

/** A text in the sources that a user may read or hear. */
export interface PageLiteral {
  readonly line: number
  readonly text: string
}

/** Attributes, and props of our own components, with texts for users. */
const spoken =
  /^(aria-(label|description|placeholder|roledescription|valuetext)|title|placeholder|alt|label|hint|summary)$/

/**
 * Texts for users begin with a capital letter or contain a space; other strings are paths, ids, names of events, or
 * selectors.
 */
const looksSpoken = /^[^a-z]*\p{Lu}\p{Ll}|\p{L}{2,}[ …]+\p{L}{2,}|\p{L}{2,}…/u

/**
 * The literal texts of a component: text of its markup, attributes that are read aloud, and strings that look like
 * words. Of a `.ts` file: its strings.
 */
export function pageLiterals(file: string, source: string): PageLiteral[] {
  const code = file.endsWith('.svelte') ? source : `<script lang="ts">${source}</script>`
  const root = parse(code, { modern: true })
  const found: PageLiteral[] = []
  const lineAt = (start: number): number => code.slice(0, start).split('\n').length
  const add = (node: { readonly start: number }, text: string): void => {
    found.push({ line: lineAt(node.start), text: text.trim().replaceAll(/\s+/g, ' ') })
  }

  const visit = (node: unknown): void => {
    if (Array.isArray(node)) {
      node.forEach(visit)
      return
    }
    if (!isNode(node)) return
    switch (node.type) {
      case 'Text':
        if (/\p{L}/u.test(node.data)) add(node, node.data)
        return
      case 'Attribute': {
        const parts = Array.isArray(node.value) ? node.value : [node.value]
        for (const part of parts) {
          if (!isNode(part)) continue
          if (part.type !== 'Text') visit(part)
          else if (spoken.test(node.name) && /\p{L}/u.test(part.data)) add(part, part.data)
        }
        return
      }
      case 'Literal':
        if (typeof node.value === 'string' && looksSpoken.test(node.value)) add(node, node.value)
        return
      case 'TemplateLiteral': {
        const text = node.quasis.map(({ value }) => value.cooked).join('${}')
        if (looksSpoken.test(text.replaceAll('${}', ' '))) add(node, text)
        visit(node.expressions)
        return
      }
      case 'ImportDeclaration':
      case 'StyleSheet':
        return
      default:
        for (const [key, child] of Object.entries(node)) {
          if (key !== 'metadata' && key !== 'loc' && !key.endsWith('Comments') && !key.startsWith('type')) visit(child)
        }
    }
  }
  visit([root.module, root.instance, root.fragment])
  return found
}

type SyntaxNode = { readonly start: number } & (
  | { readonly type: 'Text'; readonly data: string }
  | { readonly type: 'Attribute'; readonly name: string; readonly value: unknown }
  | { readonly type: 'Literal'; readonly value: unknown }
  | {
      readonly type: 'TemplateLiteral'
      readonly quasis: readonly { readonly value: { readonly cooked: string } }[]
      readonly expressions: readonly unknown[]
    }
  | { readonly type: 'ImportDeclaration' | 'StyleSheet' | 'Other' }
)

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}
