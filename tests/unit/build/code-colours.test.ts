import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const read = (name: string) => readFileSync(`renderer/styles/${name}`, 'utf8')

/** The custom properties of a theme; the dark one inherits from the light one. */
function tokensOf(theme: 'light' | 'dark'): (name: string) => string {
  const [light = '', dark = ''] = read('tokens.css').split(":root[data-theme='dark']")
  const values = new Map(
    [...(light + (theme === 'dark' ? dark : '')).matchAll(/--([\w-]+):\s*([^;]+);/g)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  )
  const resolve = (value: string): string =>
    value.replaceAll(/var\(--([\w-]+)\)/g, (_, name: string) => resolve(values.get(name) ?? ''))
  return (name) => resolve(`var(--${name})`)
}

/** Relative luminance of `#rrggbb` (WCAG 2). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}

describe('the colours of code', () => {
  const names = [...read('code.css').matchAll(/var\(--(syntax-\w+)\)/g)].map(([, name = '']) => name)

  it.each(['light', 'dark'] as const)('have enough contrast in the %s theme', (theme) => {
    const token = tokensOf(theme)
    expect(new Set(names).size).toBeGreaterThan(5)
    for (const name of [...names, 'text']) {
      expect(token(name), name).toMatch(/^#[0-9a-f]{6}$/)
      expect(contrast(token(name), token('code-surface')), name).toBeGreaterThanOrEqual(4.5)
    }
  })

  it('name each class of Pygments once', () => {
    const classes = [...read('code.css').matchAll(/(?<=[\s(,])\.([a-z]\w{0,2})(?=[\s,){])/g)].map(([, name]) => name)
    expect(classes.length).toBeGreaterThan(50)
    expect(new Set(classes).size).toBe(classes.length)
  })
})
