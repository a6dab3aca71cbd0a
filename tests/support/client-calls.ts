import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

const root = join(import.meta.dirname, '../..')

/** `GET /messages/:/history`: the form of a request without its parameters. */
export function callName(method: string, path: string): string {
  const named = path.replace(/^\/api\/v1/, '').replace(/(?<=^\/realm\/(?:domains|emoji)\/)[^/]+$/, ':')
  return `${method} ${named.replaceAll(/\/\d+(?=\/|$)/g, '/:')}`
}

/** A call of the service in the engine's program. */
export interface ClientCall {
  /** The method and path, in the form of `callName`. */
  readonly name: string
  /** Whether the client reads more of the answer than its success. */
  readonly readsAnswer: boolean
}

/**
 * Every call of the service in the engine's program: `api.call()` and `api.ask()`.
 * @throws if a method or path cannot be derived from the program
 */
export function callsOfTheClient(): ClientCall[] {
  const found = new Map<string, ClientCall>()
  for (const fileName of globSync('main/engine/**/*.ts', { cwd: root })) {
    const file = ts.createSourceFile(fileName, readFileSync(join(root, fileName), 'utf8'), ts.ScriptTarget.ESNext, true)
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && isCallOfService(node)) {
        const [method, path, , schema] = node.arguments
        if (method === undefined || path === undefined) throw new Error(`${fileName}: ${node.getText()}`)
        const readsAnswer = schema === undefined || !asksForNothing(schema)
        for (const one of textsOf(method)) {
          for (const other of textsOf(path)) {
            const name = callName(one, other)
            found.set(name, { name, readsAnswer: readsAnswer || found.get(name)?.readsAnswer === true })
          }
        }
      }
      ts.forEachChild(node, visit)
    }
    visit(file)
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** Whether a schema requires nothing of the answer. */
function asksForNothing(schema: ts.Expression): boolean {
  const text = schema.getText()
  return text === 'z.object({})' || (text === 'envelope' && constantOfFile(schema, text) === 'z.object({})')
}

/** The source of a constant of the same file. */
function constantOfFile(from: ts.Node, name: string): string | undefined {
  for (const statement of from.getSourceFile().statements) {
    if (!ts.isVariableStatement(statement)) continue
    const declared = statement.declarationList.declarations.find((one) => one.name.getText() === name)
    if (declared?.initializer !== undefined) return declared.initializer.getText()
  }
  return undefined
}

function isCallOfService({ expression }: ts.CallExpression): boolean {
  return (
    ts.isPropertyAccessExpression(expression) &&
    /^(?:call|ask)$/.test(expression.name.text) &&
    /(?:^|\.)#?api$/.test(expression.expression.getText())
  )
}

/** The possible texts of an expression; an unknown part of a path is a `:`. */
function textsOf(node: ts.Expression): string[] {
  if (ts.isStringLiteralLike(node)) return [node.text]
  if (ts.isTemplateExpression(node)) {
    return [node.head.text + node.templateSpans.map((span) => `:${span.literal.text}`).join('')]
  }
  if (ts.isConditionalExpression(node)) return [...textsOf(node.whenTrue), ...textsOf(node.whenFalse)]
  if (ts.isIdentifier(node)) return textsOf(constantOf(node))
  throw new Error(`${node.getSourceFile().fileName}: ${node.getText()} is not read here`)
}

/** The value of a constant of the same function. */
function constantOf(name: ts.Identifier): ts.Expression {
  for (let scope: ts.Node = name.parent; !ts.isSourceFile(scope); scope = scope.parent) {
    if (!ts.isBlock(scope)) continue
    for (const statement of scope.statements) {
      if (!ts.isVariableStatement(statement)) continue
      const declared = statement.declarationList.declarations.find((one) => one.name.getText() === name.text)
      if (declared?.initializer !== undefined) return declared.initializer
    }
  }
  throw new Error(`${name.getSourceFile().fileName}: ${name.text} is no constant`)
}
