import { parse } from 'svelte/compiler'

/** The context that gives a component the parts of the page. */
const partsContext = 'pageParts'
/** The parts that are calls. */
const callParts = new Set(['calls', 'program'])
/** Names of variables with calls and the bridge. */
const callNames = new Set(['calls', 'bridge', 'skein'])
const callProperties = new Set([...callNames, 'program'])
const timers = new Set(['setTimeout', 'setInterval'])

/**
 * The calls and timers in a component, as `object.method` or the name of the timer, and non-type imports of the bridge.
 * A component may pass calls to a state class but not make them.
 */
export function callsAndTimers(source: string): string[] {
  const root = parse(source, { modern: true })
  const found: string[] = []
  const given = new Set(callNames)

  /** The name of the object with calls in a node; null if there is none. */
  const holderOf = (node: unknown): string | null => {
    if (!isNode(node)) return null
    switch (node.type) {
      case 'Identifier':
        return given.has(node.name) ? node.name : null
      case 'MemberExpression':
        return isNode(node.property) && node.property.type === 'Identifier' && callProperties.has(node.property.name)
          ? node.property.name
          : null
      default:
        return null
    }
  }

  const visit = (node: unknown): void => {
    if (Array.isArray(node)) {
      node.forEach(visit)
      return
    }
    if (!isNode(node)) return
    if (node.type === 'ImportDeclaration') {
      const path = node.source.value
      if (node.importKind !== 'type' && path.includes('/bridge/')) found.push(path)
      return
    }
    if (node.type === 'VariableDeclarator' && isNode(node.id)) {
      const holder = holderOf(node.init)
      if (holder !== null && node.id.type === 'ObjectPattern') found.push(`{…} = ${holder}`)
      if (holder !== null && node.id.type === 'Identifier') given.add(node.id.name)
      if (isPartsContext(node.init) && node.id.type === 'ObjectPattern')
        for (const name of namesOf(node.id.properties)) if (callParts.has(name)) given.add(name)
    }
    if (node.type === 'MemberExpression') {
      const holder = holderOf(node.object)
      const property = isNode(node.property) && node.property.type === 'Identifier' ? node.property.name : '…'
      // `window.skein.calls` is reported by the last called name.
      if (holder !== null && !callProperties.has(property)) found.push(`${holder}.${property}`)
    }
    if (node.type === 'Identifier' && timers.has(node.name)) found.push(node.name)
    for (const [key, child] of Object.entries(node)) {
      if (key !== 'metadata' && key !== 'loc' && !key.endsWith('Comments') && !key.startsWith('type')) visit(child)
    }
  }
  visit([root.module, root.instance, root.fragment])
  return found
}

type SyntaxNode =
  | { readonly type: 'Identifier'; readonly name: string }
  | { readonly type: 'MemberExpression'; readonly object: unknown; readonly property: unknown }
  | { readonly type: 'CallExpression'; readonly callee: unknown }
  | { readonly type: 'VariableDeclarator'; readonly id: unknown; readonly init: unknown }
  | { readonly type: 'ImportDeclaration'; readonly source: { readonly value: string }; readonly importKind?: string }
  | { readonly type: 'ObjectPattern'; readonly properties: readonly unknown[] }
  | { readonly type: 'Property'; readonly value: unknown }

/** Whether an expression is the context of the parts, or a variable with the parts. */
function isPartsContext(node: unknown): boolean {
  if (!isNode(node)) return false
  if (node.type === 'Identifier') return node.name === 'parts'
  return node.type === 'CallExpression' && isNode(node.callee) && node.callee.type === 'Identifier'
    ? node.callee.name === partsContext
    : false
}

/** The local names of an object pattern. */
function namesOf(properties: readonly unknown[]): string[] {
  return properties.flatMap((property) =>
    isNode(property) && property.type === 'Property' && isNode(property.value) && property.value.type === 'Identifier'
      ? [property.value.name]
      : [],
  )
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}
