import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const page = resolve(import.meta.dirname, '../../../out/renderer')
const mostBytes = 1_540_000

/** The page's script, and all scripts that it loads before it runs. */
function firstScripts(): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const read = (path: string): void => {
    if (found.has(path)) return
    const text = readFileSync(path, 'utf8')
    found.set(path, text)
    for (const [, file] of text.matchAll(/\b(?:import|export)[^;'"`()]*?["'](\.\/[^"']+\.js)["']/g)) {
      read(join(path, '..', file ?? ''))
    }
  }
  const html = readFileSync(join(page, 'index.html'), 'utf8')
  for (const [, file] of html.matchAll(/<script[^>]* src="([^"]+)"/g)) read(join(page, file ?? ''))
  return found
}

describe('the first script of the page', () => {
  const scripts = firstScripts()
  const text = [...scripts.values()].join('\n')

  it('contains the window, and is bounded', () => {
    expect(text.includes('caret-animation')).toBe(true)
    expect(text.length).toBeGreaterThan(500_000)
    expect(text.length).toBeLessThan(mostBytes)
  })

  it.each([
    ['the check of the contract', 'ZodError'],
    ['the languages of code inside HTML', 'matchClosingTags'],
    ['formulas', 'KaTeX parse error'],
    ['the names of emoji', 'grinning face with big eyes'],
  ])('contains no code of %s', (_, mark) => {
    expect(text.includes(mark)).toBe(false)
  })
})
