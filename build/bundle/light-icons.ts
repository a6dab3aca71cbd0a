/**
 * Lucide's icons as static markup, which Svelte clones. The package's components build their elements from data at
 * every use, which makes twenty icons in the rows of a list as expensive as the rest of the rows.
 */
import type { Plugin } from 'vite'

/** The attributes that an icon accepts; the package's other attributes would be lost. */
export const iconAttributes = ['size', 'color', 'fill', 'class', 'aria-hidden', 'aria-label'] as const

interface IconData {
  /** The side of the square in which the icon is drawn. */
  readonly size: number
  readonly node: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[]
}

const iconFile = /[\\/]@lucide[\\/]svelte[\\/]dist[\\/]icons[\\/][^\\/]+\.svelte$/

/** Replaces the components of Lucide's icons in the bundle. */
export const lightIcons: Plugin = {
  name: 'light-icons',
  enforce: 'pre',
  transform(code, id) {
    return iconFile.test(id) ? { code: lightIcon(code), map: null } : null
  },
}

/**
 * The source of a component that draws the same icon with static markup.
 * @param source of the component in the package
 * @throws if the source has an unknown form
 */
export function lightIcon(source: string): string {
  const data = /const iconData = (\{.*\});/.exec(source)?.[1]
  if (data === undefined)
    throw new Error('an icon of @lucide/svelte has another form than it had: see build/bundle/light-icons.ts')
  const { size, node } = JSON.parse(data) as IconData // written by the package's own build
  const shapes = node.map(([tag, attributes]) => {
    const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`)
    return `<${tag}${written.join('')} />`
  })
  return `<script>
  let {
    size = 24,
    color = 'currentColor',
    fill = 'none',
    class: className,
    'aria-label': label,
    'aria-hidden': hidden = label === undefined ? 'true' : undefined,
  } = $props()
</script>

<svg
  xmlns="http://www.w3.org/2000/svg"
  viewBox="0 0 ${size} ${size}"
  width={size}
  height={size}
  {fill}
  stroke={color}
  stroke-width="2"
  stroke-linecap="round"
  stroke-linejoin="round"
  class={className === undefined ? 'lucide' : 'lucide ' + className}
  aria-hidden={hidden}
  aria-label={label}>${shapes.join('')}</svg>
`
}
