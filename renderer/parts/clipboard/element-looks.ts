import type { Look } from './rich-text.ts'

/** Returns the value of a property in an element's own style, in lower case; empty if the style lacks it. */
export function styleOf(element: Element, property: string): string {
  const style = element.getAttribute('style')
  if (style === null) return ''
  for (const declaration of style.split(';')) {
    const colon = declaration.indexOf(':')
    if (declaration.slice(0, colon).trim().toLowerCase() === property) {
      return declaration
        .slice(colon + 1)
        .trim()
        .toLowerCase()
    }
  }
  return ''
}

/** Returns the first descendant that a selector matches. */
export function firstIn(parent: ParentNode, selector: string): Element | null {
  return parent.querySelector(selector) ?? null
}

/** Returns whether an element is invisible. */
export function isHidden(element: Element): boolean {
  return (
    element.hasAttribute('hidden') ||
    styleOf(element, 'display') === 'none' ||
    styleOf(element, 'visibility') === 'hidden' ||
    styleOf(element, 'mso-hide') === 'all'
  )
}

const strong = new Set(['b', 'strong'])
const emphasized = new Set(['i', 'em', 'cite', 'dfn'])
const struck = new Set(['s', 'strike', 'del'])

/** Returns the look of an element's text: by its style, or else by its name or the look around it. */
export function lookOf(element: Element, name: string, outer: Look): Look {
  return {
    isStrong: isStrong(element) ?? (strong.has(name) || outer.isStrong),
    isEmphasized: isEmphasized(element) ?? (emphasized.has(name) || outer.isEmphasized),
    isStruck: isStruck(element) || struck.has(name) || outer.isStruck,
  }
}

function isStrong(element: Element): boolean | null {
  const weight = styleOf(element, 'font-weight')
  if (/^(?:bold|bolder|[6-9]\d\d|1000)/.test(weight)) return true
  return /^(?:normal|lighter|[1-5]\d\d)/.test(weight) ? false : null
}

function isEmphasized(element: Element): boolean | null {
  const style = styleOf(element, 'font-style')
  if (/^(?:italic|oblique)/.test(style)) return true
  return style.startsWith('normal') ? false : null
}

function isStruck(element: Element): boolean {
  return [styleOf(element, 'text-decoration'), styleOf(element, 'text-decoration-line')].some((value) =>
    value.includes('line-through'),
  )
}

/** Returns whether line breaks of an element's text are shown; null if the surrounding element decides. */
export function keepsBreaks(element: Element): boolean | null {
  const space = styleOf(element, 'white-space') || styleOf(element, 'white-space-collapse')
  if (/^(?:pre|break-spaces|preserve)/.test(space)) return true
  return /^(?:normal|nowrap|collapse)/.test(space) ? false : null
}
