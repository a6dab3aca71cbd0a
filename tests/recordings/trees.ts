import { ElementType, parseDocument } from 'htmlparser2'

type ChildNode = ReturnType<typeof parseDocument>['children'][number]
type Element = Extract<ChildNode, { readonly attribs: object }>

/** HTML for comparison: texts, and elements with sorted attributes. */
export type Tree =
  | string
  | { readonly tag: string; readonly attributes: Readonly<Record<string, string>>; children: readonly Tree[] }

const blocks = new Set(
  'address blockquote body div dl h1 h2 h3 h4 h5 h6 hr li ol p pre table tbody td tfoot th thead tr ul'.split(' '),
)
/** Elements that contain only blocks, between which white space has no meaning. */
const containers = new Set('blockquote ol table tbody thead tr ul'.split(' '))

/**
 * The tree of rendered HTML, without the order of attributes, white space between blocks, and the inside of formulas.
 * Highlighted lines are reduced to their text.
 */
export function treeOf(html: string): readonly Tree[] {
  return treesOf(parseDocument(html).children, { isContainer: true })
}

function treesOf(nodes: readonly ChildNode[], parent: { readonly isContainer: boolean }): Tree[] {
  const trees: Tree[] = []
  for (const [index, node] of nodes.entries()) {
    if (node.type === ElementType.Text) {
      let text = node.data
      if (isBlock(nodes[index - 1])) text = text.trimStart()
      if (isBlock(nodes[index + 1])) text = text.trimEnd()
      if (parent.isContainer && text.trim() === '') text = ''
      if (text !== '') trees.push(text)
    } else if (node.type === ElementType.Tag) {
      trees.push({ tag: node.name, attributes: sorted(node.attribs), children: childrenOf(node) })
    }
  }
  return trees
}

function childrenOf(element: Element): readonly Tree[] {
  if (classes(element).includes('katex')) return []
  if (element.name === 'code' && element.parent?.type === ElementType.Tag && element.parent.name === 'pre') {
    return [textOf(element)]
  }
  return treesOf(element.children, {
    isContainer: containers.has(element.name) || (element.name === 'div' && classes(element)[0] !== 'codehilite'),
  })
}

function textOf(node: ChildNode): string {
  if (node.type === ElementType.Text) return node.data
  return node.type === ElementType.Tag ? node.children.map(textOf).join('') : ''
}

function classes(element: Element): string[] {
  return (element.attribs.class ?? '').split(' ')
}

function sorted(attributes: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(attributes).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function isBlock(node: ChildNode | undefined): boolean {
  return node?.type === ElementType.Tag && blocks.has(node.name)
}
