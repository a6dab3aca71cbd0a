/**
 * The options that a call of Electron receives: the properties of object literals, wherever the program builds them.
 */
import ts from 'typescript'
import { bare, isOfElectron, isOfLibrary, type ElectronTypes } from './types.ts'

export interface FoundOption {
  readonly name: string
  /** The value of the option. */
  readonly value: ts.Expression | ts.MethodDeclaration
}

export interface FoundOptions {
  readonly options: readonly FoundOption[]
  /** Expressions that may contain options without revealing them by their types. */
  readonly unknown: readonly ts.Expression[]
}

export function optionsOf(types: ElectronTypes, call: ts.CallExpression | ts.NewExpression): FoundOptions {
  const finder = new OptionFinder(types)
  const signature = types.checker.getResolvedSignature(call)
  for (const [index, argument] of (call.arguments ?? []).entries()) {
    const parameter = signature?.parameters[index]
    if (parameter === undefined || ts.isSpreadElement(argument)) continue
    const type = types.checker.getTypeOfSymbolAtLocation(parameter, call)
    if (types.alternatives(type).some((one) => one.getCallSignatures().length > 0)) finder.addAnswer(argument, type)
    else finder.add(argument, type)
  }
  return finder
}

class OptionFinder implements FoundOptions {
  readonly options: FoundOption[] = []
  readonly unknown: ts.Expression[] = []
  readonly #types: ElectronTypes
  readonly #visited = new Set<ts.Node>()

  constructor(types: ElectronTypes) {
    this.#types = types
  }

  /** Adds a function whose results Electron uses, such as the handler of new windows. */
  addAnswer(argument: ts.Expression, type: ts.Type): void {
    const answer = this.#types
      .alternatives(type)
      .flatMap((one) => one.getCallSignatures().map((signature) => signature.getReturnType()))
      .find((one) => this.#types.isElectronType(one))
    const inner = bare(argument)
    if (answer !== undefined && isFunctionLiteral(inner)) this.#addAnswers(inner, answer)
  }

  /** Whether the expression contains or may contain options; then its own name is not an option. */
  add(expression: ts.Expression, wanted: ts.Type): boolean {
    const type = this.#types.elementOf(wanted)
    const inner = bare(expression)
    if (!this.#takesOptions(type)) return false
    if (ts.isObjectLiteralExpression(inner)) return this.#addLiteral(inner, type)
    if (ts.isArrayLiteralExpression(inner)) {
      for (const element of inner.elements) this.add(ts.isSpreadElement(element) ? element.expression : element, type)
      return inner.elements.length > 0
    }
    if (ts.isConditionalExpression(inner)) {
      const isTrue = this.add(inner.whenTrue, type)
      return this.add(inner.whenFalse, type) || isTrue
    }
    if (ts.isBinaryExpression(inner)) {
      const isLeft = this.add(inner.left, type)
      return this.add(inner.right, type) || isLeft
    }
    if (ts.isIdentifier(inner)) {
      const declaration = this.#symbolOf(inner)?.valueDeclaration
      if (declaration !== undefined && ts.isVariableDeclaration(declaration) && declaration.initializer !== undefined) {
        if (!isOfLibrary(declaration)) return this.add(declaration.initializer, type)
      }
    }
    if (ts.isCallExpression(inner)) {
      const added = this.#addCall(inner, type)
      if (added !== undefined) return added
    }
    return this.#addByType(inner, type)
  }

  #addLiteral(literal: ts.ObjectLiteralExpression, type: ts.Type): boolean {
    let isKnown = literal.properties.length === 0
    for (const property of literal.properties) {
      if (ts.isSpreadAssignment(property)) {
        isKnown = this.add(property.expression, type) || isKnown
        continue
      }
      const name = nameOf(property)
      const symbol = name === undefined ? undefined : this.#types.property(type, name)
      if (name === undefined || !this.#types.isElectronSymbol(symbol)) continue
      isKnown = true
      if (ts.isAccessor(property)) this.unknown.push(literal)
      else if (ts.isMethodDeclaration(property)) this.#note(name, property)
      else {
        const value = ts.isPropertyAssignment(property) ? property.initializer : property.name
        const symbolType = this.#types.checker.getTypeOfSymbolAtLocation(symbol, literal)
        if (!this.add(value, symbolType)) this.#note(name, value)
      }
    }
    return isKnown
  }

  #addCall(call: ts.CallExpression, type: ts.Type): boolean | undefined {
    const declaration = this.#types.checker.getResolvedSignature(call)?.declaration
    if (declaration === undefined || isOfElectron(declaration)) return undefined
    if (!isOfLibrary(declaration))
      return isFunctionLiteral(declaration) ? this.#addAnswers(declaration, type) : undefined
    // Calls such as `map` and `filter`: the receiver, or the results of the function.
    if (!ts.isPropertyAccessExpression(call.expression)) return undefined
    const made = call.arguments.map((argument) => {
      const inner = bare(argument)
      return isFunctionLiteral(inner) && this.#addAnswers(inner, type)
    })
    return made.includes(true) ? true : this.add(call.expression.expression, type)
  }

  #addAnswers(made: FunctionLiteral, type: ts.Type): boolean {
    if (this.#visited.has(made)) return true
    this.#visited.add(made)
    return answersOf(made)
      .map((answer) => this.add(answer, type))
      .includes(true)
  }

  /** Adds the options of a type that the program declares, where only the type is known. */
  #addByType(expression: ts.Expression, type: ts.Type): boolean {
    const own = this.#types.checker.getTypeAtLocation(expression)
    if (this.#isPlain(own)) return false
    if (this.#types.isElectronType(own)) {
      const isOptions = this.#types
        .alternatives(own)
        .some((one) => /Options$|Response$/.test((one.aliasSymbol ?? one.getSymbol())?.name ?? ''))
      if (isOptions) this.unknown.push(expression)
      return isOptions
    }
    const shared = this.#types
      .alternatives(this.#types.elementOf(own))
      .flatMap((one) => this.#types.checker.getPropertiesOfType(one))
      .filter(({ name }) => this.#types.isElectronSymbol(this.#types.property(type, name)))
    for (const { name } of shared) this.#note(name, expression)
    return shared.length > 0
  }

  #symbolOf(identifier: ts.Identifier): ts.Symbol | undefined {
    return ts.isShorthandPropertyAssignment(identifier.parent)
      ? this.#types.checker.getShorthandAssignmentValueSymbol(identifier.parent)
      : this.#types.symbolAt(identifier)
  }

  #note(name: string, value: FoundOption['value']): void {
    if (!this.options.some((known) => known.name === name && known.value === value)) this.options.push({ name, value })
  }

  #isPlain(type: ts.Type): boolean {
    return this.#types.alternatives(type).every((one) => (one.flags & (ts.TypeFlags.Object | intersection)) === 0)
  }

  /** Whether Electron declares the type as a structure; instances of its classes contain no options. */
  #takesOptions(type: ts.Type): boolean {
    return this.#types.alternatives(type).some((one) => {
      if ((one.flags & (ts.TypeFlags.Object | intersection)) === 0 || one.getCallSignatures().length > 0) return false
      const symbol = one.aliasSymbol ?? one.getSymbol()
      return this.#types.isElectronSymbol(symbol) && (symbol.flags & ts.SymbolFlags.Class) === 0
    })
  }
}

const intersection = ts.TypeFlags.Intersection

export type FunctionLiteral = ts.FunctionDeclaration | ts.FunctionExpression | ts.ArrowFunction | ts.MethodDeclaration

export function isFunctionLiteral(node: ts.Node): node is FunctionLiteral {
  return (
    ts.isFunctionDeclaration(node) ||
    ts.isFunctionExpression(node) ||
    ts.isArrowFunction(node) ||
    ts.isMethodDeclaration(node)
  )
}

/** The results of a function, at each of its returns. */
function answersOf({ body }: FunctionLiteral): ts.Expression[] {
  if (body === undefined) return []
  if (!ts.isBlock(body)) return [body]
  const found: ts.Expression[] = []
  const visit = (node: ts.Node): void => {
    if (isFunctionLiteral(node)) return
    if (ts.isReturnStatement(node) && node.expression !== undefined) found.push(node.expression)
    ts.forEachChild(node, visit)
  }
  ts.forEachChild(body, visit)
  return found
}

function nameOf(property: ts.ObjectLiteralElementLike): string | undefined {
  const { name } = property
  if (name === undefined || ts.isComputedPropertyName(name)) return undefined
  return ts.isIdentifier(name) || ts.isStringLiteral(name) ? name.text : undefined
}
