import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import ts from 'typescript'
import { asPattern } from '../runner/vitest.ts'

const engine = resolve(import.meta.dirname, '../../main/engine')
const filledIn = '\0'

/** A call of the service whose answer the client reads more from than that it succeeded. */
export interface ApiCall {
  readonly method: string
  readonly path: RegExp
  /** The file below the engine, and the words of the source. */
  readonly where: string
}

/** What an identifier stands for: its constant, in the file where it is used. */
function valueOf(source: ts.SourceFile, name: string): ts.Expression {
  const found: ts.Expression[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && node.name.getText() === name && node.initializer !== undefined) {
      found.push(node.initializer)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  const [only] = found
  if (only === undefined || found.length > 1) throw new Error(`${source.fileName}: ${name} is no constant of its own`)
  return only
}

/** Every text that an expression can be; what is filled in is some part of a path. */
function textsOf(source: ts.SourceFile, expression: ts.Expression): string[] {
  if (ts.isStringLiteralLike(expression)) return [expression.text]
  if (ts.isTemplateExpression(expression)) {
    const spans = expression.templateSpans.map(({ literal }) => `${filledIn}${literal.text}`)
    return [expression.head.text + spans.join('')]
  }
  if (ts.isConditionalExpression(expression)) {
    return [expression.whenTrue, expression.whenFalse].flatMap((one) => textsOf(source, one))
  }
  if (ts.isIdentifier(expression)) return textsOf(source, valueOf(source, expression.text))
  throw new Error(`${source.fileName}: what ${expression.getText()} can be is not seen`)
}

/** Whether a schema asks for nothing of the answer. */
function isEmpty(source: ts.SourceFile, schema: ts.Expression): boolean {
  const value = ts.isIdentifier(schema) && schema.text === 'envelope' ? valueOf(source, schema.text) : schema
  return value.getText() === 'z.object({})'
}

/** The engine's calls of the service as its source has them, but for those whose answer is not looked into. */
export function apiCalls(): ApiCall[] {
  const files = readdirSync(engine, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
  return files.flatMap((file) => {
    const text = readFileSync(join(engine, file), 'utf8')
    if (!text.includes('api.call(')) return []
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
    const calls: ApiCall[] = []
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && /\bapi\.call$/.test(node.expression.getText())) {
        const [method, path, , schema] = node.arguments
        if (method === undefined || path === undefined || schema === undefined)
          throw new Error(`${file}: a call of what?`)
        for (const one of isEmpty(source, schema) ? [] : textsOf(source, method)) {
          for (const way of textsOf(source, path)) {
            const where = `${file}: ${method.getText()} ${path.getText()}`
            const pattern = way
              .split(filledIn)
              .map((part) => asPattern(part))
              .join('[^/]+')
            calls.push({ method: one, path: new RegExp(`^${pattern}$`), where })
          }
        }
      }
      ts.forEachChild(node, visit)
    }
    visit(source)
    return calls
  })
}
