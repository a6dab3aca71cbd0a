import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { compile } from 'svelte/compiler'
import { describe, expect, it } from 'vitest'
import { iconAttributes, lightIcon } from '#build/bundle/light-icons.ts'

const icons = 'node_modules/@lucide/svelte/dist/icons'
const components = globSync('renderer/**/*.{svelte,ts}').map((file) => ({ file, text: readFileSync(file, 'utf8') }))
const imported = /import (\w+) from '(@lucide\/svelte\/icons\/[\w-]+)'/g
const names = new Set(components.flatMap(({ text }) => [...text.matchAll(imported)].map(([, , path = '']) => path)))

/** The file of an icon; some icons are aliases of others. */
function fileOf(path: string): string {
  const script = createRequire(import.meta.url).resolve(path)
  const [, name = ''] = /from ["']\.\/([\w-]+)\.svelte["']/.exec(readFileSync(script, 'utf8')) ?? []
  return `${icons}/${name}.svelte`
}

describe('an icon of the bundle', () => {
  it("has the shapes of the package's icon, each once, without data", () => {
    expect(names.size).toBeGreaterThan(40)
    for (const name of names) {
      const source = readFileSync(fileOf(name), 'utf8')
      const { node } = JSON.parse(/const iconData = (\{.*\});/.exec(source)?.[1] ?? '') as {
        node: [string, Record<string, string>][]
      }
      const light = lightIcon(source)
      for (const [tag, attributes] of node) {
        const shape = [tag, ...Object.entries(attributes).map(([key, value]) => `${key}="${value}"`)].join(' ')
        expect(light.split(`<${shape} />`), name).toHaveLength(2)
      }
      const { js, warnings } = compile(light, { generate: 'client', runes: true })
      expect(warnings).toEqual([])
      expect(js.code).not.toContain('svelte:element')
      expect(js.code).toContain('from_svg')
    }
  })

  it('gets no attribute that would be lost', () => {
    const uses = components.flatMap(({ file, text }) => {
      const own = [...text.matchAll(imported)].map(([, name = '']) => name)
      // Some components get the icon as a value.
      const tags = new RegExp(`<(?:${[...own, '(?:[a-z][A-Za-z.]*\\.)?[iI]con'].join('|')})\\s([^>]*)>`, 'g')
      return [...text.matchAll(tags)].map(([, written = '']) => ({ file, written }))
    })
    expect(uses.length).toBeGreaterThan(80)
    const known = new Set<string>(iconAttributes)
    const isLost = (attribute: string) => !known.has(attribute.replace(/=.*/s, ''))
    // A value in braces may contain spaces.
    const attributesOf = (written: string) => written.replace(/\{[^}]*\}/g, '{}').match(/[^\s/]+/g) ?? []
    expect(uses.filter(({ written }) => attributesOf(written).some(isLost))).toEqual([])
  })

  it('of an unknown form is refused, so that no icon is empty', () => {
    expect(() => lightIcon('<script>let data = []</script>')).toThrow('another form')
  })
})
