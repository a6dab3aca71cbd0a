import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../..')
/** Names of variables with the sentence of a refusal: in the protocol, in errors, in failures. */
const sentences: ReadonlySet<string> = new Set(['msg', 'message', 'reason'])
const comparing: ReadonlySet<string> = new Set([
  'test',
  'exec',
  'match',
  'matchAll',
  'includes',
  'startsWith',
  'endsWith',
  'search',
  'indexOf',
  'localeCompare',
])

/** Code that searches for words in the sentence of an error, an answer or a failure. */
function comparisonsOfSentences(source: string): string[] {
  const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.ESNext, true)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (isComparison(node)) found.push(node.getText(file))
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

function isComparison(node: ts.Node): boolean {
  if (ts.isBinaryExpression(node) && /^[!=]==?$/.test(node.operatorToken.getText())) {
    const sides = [node.left, node.right]
    return sides.some(isSentence) && sides.some((side) => ts.isStringLiteralLike(side) && side.text !== '')
  }
  if (ts.isSwitchStatement(node)) return isSentence(node.expression)
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false
  const { name, expression: receiver } = node.expression
  return comparing.has(name.text) && (isSentence(receiver) || node.arguments.some(isSentence))
}

/**
 * Whether an expression is such a sentence: `error.message`, `answer.msg.toLowerCase()`, `String(error)`. A bare
 * variable may contain anything.
 */
function isSentence(node: ts.Expression): boolean {
  if (ts.isPropertyAccessExpression(node)) return sentences.has(node.name.text)
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression))
    return isSentence(node.expression.expression)
  if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'String') {
    return node.arguments.some((argument) => ts.isIdentifier(argument) && argument.text === 'error')
  }
  return (ts.isParenthesizedExpression(node) || ts.isNonNullExpression(node)) && isSentence(node.expression)
}

const files = globSync(['main/**/*.ts', 'server/**/*.ts', 'preload/**/*.ts', 'renderer/**/*.{ts,svelte}'], {
  cwd: root,
})

/** Texts of other origins, each with its reason. */
const exempt: Readonly<Record<string, string>> = {
  'main/network/net-errors.ts: lostBody.test(error.message)': 'words of Electron, which has no code for them',
  "renderer/state/links/follow-link.ts: result.value.message === 'gone'":
    'a word of the contract between page and engine',
}

describe("the comparison of a server's text", () => {
  it.each([
    'if (/already muted|not muted/i.test(error.message)) return',
    "if (answer.msg === 'User already muted') return",
    "if ('No' !== failure.reason) return",
    "switch (refusal.msg) { case 'No': }",
    "if (error.message.toLowerCase().includes('muted')) return",
    "if (String(error).startsWith('Error: muted')) return",
    'if (words.indexOf((answer.msg)) > 0) return',
  ])('is found in: %s', (source) => {
    expect(comparisonsOfSentences(source)).toHaveLength(1)
  })

  it.each([
    "if (error.code === 'REACTION_ALREADY_EXISTS') return",
    "if (reason.reason === '') return",
    'log(error.message); found.includes(message)',
    'if (failure.message === last.message) return',
  ])('is not found in: %s', (source) => {
    expect(comparisonsOfSentences(source)).toEqual([])
  })

  it('occurs neither in the client nor in the server', () => {
    expect(files.length).toBeGreaterThan(300)
    const found = files.flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8')
      const script = file.endsWith('.svelte')
        ? [...text.matchAll(/<script[^>]*>([^]*?)<\/script>/g)].map((m) => m[1] ?? '')
        : [text]
      return script.flatMap(comparisonsOfSentences).map((comparison) => `${file}: ${comparison}`)
    })
    expect(found.filter((line) => !Object.hasOwn(exempt, line))).toEqual([])
  })
})
