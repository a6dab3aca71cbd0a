import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parse, parseCss, type AST } from 'svelte/compiler'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../../..')

/** Declarations that name a side of the screen, with the reason. `file: property: value`. */
const allowed: Readonly<Record<string, string>> = {
  'renderer/app/Notices.svelte: left: 50%': 'centred, with translateX(-50%)',
  'renderer/app/Notices.svelte: transform: translateX(-50%)': 'centred, with left: 50%',
  'renderer/app/FailureNotice.svelte: left: 50%': 'centred, with translateX(-50%)',
  'renderer/app/FailureNotice.svelte: transform: translateX(-50%)': 'centred, with left: 50%',
  'renderer/styles/message-embeds.css: left: 50%': 'centred, with translate(-50%, -50%)',
  'renderer/styles/message-embeds.css: transform: translate(-50%, -50%)': 'centred, with left: 50%',
  'renderer/styles/message-embeds.css: background-position: 100% 0': 'a gleam that means no direction',
  'renderer/styles/message-embeds.css: background-position: 0 0': 'a gleam that means no direction',
  'renderer/styles/message.css: text-align: right': 'a column whose writer aligned it to the right',
}

const sides = /(^|-)(left|right)($|-)/
const boxes = new Set(['margin', 'padding', 'inset', 'scroll-margin', 'scroll-padding', 'border-width', 'border-color'])

/** Whether a declaration looks wrong when the page is read from right to left. */
function namesASide(property: string, value: string): boolean {
  if (sides.test(property)) return true
  if (/^(text-align|float|clear|justify-.*)$/.test(property)) return /\b(left|right)\b/.test(value)
  if (property.startsWith('background-position')) return true
  if (property === 'transform' || property === 'translate') return /translate(X|3d)?\(/.test(value)
  if (boxes.has(property)) {
    const [, end, , start] = wordsOf(value)
    return start !== undefined && start !== end
  }
  if (property !== 'border-radius') return false
  const [first, second = first, third = first, fourth = second] = wordsOf(value)
  return first !== second || third !== fourth
}

/** The values of a shorthand; `calc(1px + 2px)` is one. */
function wordsOf(value: string): string[] {
  return value.match(/(?:[^\s()]+|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))+/g) ?? []
}

function declarationsIn(node: unknown): AST.CSS.Declaration[] {
  if (Array.isArray(node)) return node.flatMap(declarationsIn)
  if (typeof node !== 'object' || node === null) return []
  if ('type' in node && node.type === 'Declaration') return [node as AST.CSS.Declaration]
  return Object.entries(node).flatMap(([key, child]) => (key === 'metadata' ? [] : declarationsIn(child)))
}

function styleOf(file: string): unknown {
  const text = readFileSync(join(root, file), 'utf8')
  return file.endsWith('.css') ? parseCss(text) : parse(text, { modern: true }).css
}

/** The sides that files of the page name, as `file: property: value`. */
function sidesIn(file: string): string[] {
  return declarationsIn(styleOf(file))
    .filter(({ property, value }) => namesASide(property, value) && !value.includes('--toward-end'))
    .map(({ property, value }) => `${file}: ${property}: ${value}`)
}

describe('the CSS of the page', () => {
  const files = readdirSync(join(root, 'renderer'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(svelte|css)$/.test(file))
    .map((file) => `renderer/${file.replaceAll('\\', '/')}`)

  it('names start and end instead of left and right, with listed exceptions', () => {
    const found = new Set(files.flatMap(sidesIn))
    expect([...found].sort()).toEqual(Object.keys(allowed).sort())
  })

  it.each([
    ['margin-left', '4px'],
    ['border-right', '1px solid'],
    ['border-top-left-radius', '4px'],
    ['right', '0'],
    ['text-align', 'left'],
    ['float', 'right'],
    ['padding', '0 calc(1px + var(--a)) 0 2px'],
    ['inset', '0 auto 0 0'],
    ['border-radius', '4px 0 0 4px'],
    ['transform', 'translateX(10px)'],
  ])('must not have %s: %s', (property, value) => {
    expect(namesASide(property, value)).toBe(true)
  })

  it.each([
    ['padding', '0 var(--a) 4px'],
    ['margin', '0 calc(1px + 2px) 4px calc(1px + 2px)'],
    ['border-radius', '0 0 4px 4px'],
    ['transform', 'translateY(-50%)'],
    ['margin-inline-start', '4px'],
  ])('may have %s: %s', (property, value) => {
    expect(namesASide(property, value)).toBe(false)
  })
})
