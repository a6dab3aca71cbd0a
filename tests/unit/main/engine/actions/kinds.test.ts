import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { kinds } from '#engine/actions/kinds.ts'

const engine = join(import.meta.dirname, '../../../../../main/engine')
const names: ReadonlySet<string> = new Set(Object.keys(kinds))

/** Where a source compares a property or a variable `kind` with the name of an action kind, or switches over one. */
function comparisonsIn(source: ts.SourceFile): string[] {
  const found: string[] = []
  const note = (node: ts.Node) => {
    found.push(node.getText(source))
  }
  const isKindName = (node: ts.Node) => ts.isStringLiteralLike(node) && names.has(node.text)
  const isKind = (node: ts.Node): boolean =>
    (ts.isPropertyAccessExpression(node) && node.name.text === 'kind') ||
    (ts.isIdentifier(node) && node.text === 'kind')
  const equality = new Set([
    ts.SyntaxKind.EqualsEqualsEqualsToken,
    ts.SyntaxKind.ExclamationEqualsEqualsToken,
    ts.SyntaxKind.EqualsEqualsToken,
    ts.SyntaxKind.ExclamationEqualsToken,
  ])
  const visit = (node: ts.Node): void => {
    if (ts.isBinaryExpression(node) && equality.has(node.operatorToken.kind)) {
      const { left, right } = node
      if ((isKind(left) && isKindName(right)) || (isKind(right) && isKindName(left))) note(node)
    }
    if (ts.isSwitchStatement(node) && isKind(node.expression)) {
      const cases = node.caseBlock.clauses.filter(ts.isCaseClause)
      // Another union may have the same names.
      if (cases.length > 0 && cases.every((clause) => isKindName(clause.expression))) note(node.expression)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function parsed(text: string, name = 'source.ts'): ts.SourceFile {
  return ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true)
}

describe('the action kinds', () => {
  it('are recorded under their stored names', () => {
    expect(Object.values(kinds).map(({ name }) => name)).toEqual(Object.keys(kinds))
    expect(names).toHaveLength(22)
  })

  it('have a file each, and every file is in the record', () => {
    const files = readdirSync(join(engine, 'actions/kinds'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => basename(file, '.ts'))
    expect(files.sort()).toEqual([...names].map((name) => name.replaceAll('_', '-')).sort())
  })

  it('are distinguished only in their own files, while the engine uses the definition', () => {
    const files = readdirSync(engine, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
    expect(files.length).toBeGreaterThan(100)
    const comparisons = files
      .filter((file) => !file.startsWith(join('actions', 'kinds')))
      .flatMap((file) =>
        comparisonsIn(parsed(readFileSync(join(engine, file), 'utf8'), file)).map((text) => `${file}: ${text}`),
      )
    expect(comparisons).toEqual([])
  })

  it.each([
    "if (row.kind === 'send') work()",
    "const isRead = 'read' !== kind",
    "switch (row.kind) { case 'star': work() }",
    "switch (kind) { default: rest(); case 'move': work() }",
  ])('must not be distinguished by: %s', (text) => {
    expect(comparisonsIn(parsed(text))).toHaveLength(1)
  })

  it.each([
    "change.kind === 'outbox'",
    "event.op === 'delete'",
    "switch (batch.kind) { case 'unread': work(); case 'people': rest() }",
  ])('are not affected by: %s', (text) => {
    expect(comparisonsIn(parsed(text))).toEqual([])
  })
})
