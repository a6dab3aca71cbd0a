import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const tests = join(import.meta.dirname, '../..')

const files = readdirSync(tests, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /\.(?:test|spec)\.ts$/.test(file),
)

/** `expect`, helpers with its name as a prefix, and `until`, which throws after its time. */
const assertion = /^expect|^until$/

/** The name of the called function: `it` of `it.each(rows)('…')`, `until` of `clock.until('…')`. */
function rootOf(expression: ts.Expression): string {
  if (ts.isIdentifier(expression)) return expression.text
  if (ts.isCallExpression(expression)) return rootOf(expression.expression)
  if (ts.isPropertyAccessExpression(expression))
    return /^(?:each|runIf|skipIf)$/.test(expression.name.text) ? rootOf(expression.expression) : ''
  return ''
}

function asserts(node: ts.Node): boolean {
  if (ts.isIdentifier(node)) return assertion.test(node.text)
  return ts.forEachChild(node, (child) => asserts(child) || undefined) ?? false
}

interface FoundTest {
  readonly title: string
  readonly isAsserting: boolean
}

function testsIn(text: string): FoundTest[] {
  const found: FoundTest[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && /^(?:it|test)$/.test(rootOf(node.expression))) {
      const body = node.arguments.find((argument) => ts.isArrowFunction(argument))
      const title = node.arguments[0]?.getText() ?? ''
      if (body !== undefined) found.push({ title, isAsserting: asserts(body.body) })
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile('source.ts', text, ts.ScriptTarget.Latest, true))
  return found
}

describe('every test', () => {
  it('contains an assertion', () => {
    const all = files.flatMap((file) =>
      testsIn(readFileSync(join(tests, file), 'utf8')).map((found) => ({ ...found, title: `${file}: ${found.title}` })),
    )
    expect(all.length).toBeGreaterThan(2_000)
    expect(all.filter(({ isAsserting }) => !isAsserting).map(({ title }) => title)).toEqual([])
  })

  it.each([
    ["it('runs', () => { work() })", false],
    ["it.each([1])('runs %i', async (n) => { await work(n) })", false],
    ["test('runs', async ({ app }) => { await app.open() })", false],
    ["it('holds', () => { for (const one of all) expect(one).toBe(1) })", true],
    ["it.runIf(x)('holds', { timeout: 5 }, async () => { await clock.until('it holds', isDone) })", true],
    ["it('holds', () => { expectAsFresh() })", true],
    ["test('holds', async () => { await expect.poll(work).toBe(1) })", true],
  ])('is recognized by its calls: %s', (text, isAsserting) => {
    expect(testsIn(text)).toMatchObject([{ isAsserting }])
  })
})
