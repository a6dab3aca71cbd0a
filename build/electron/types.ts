/** Relates types, symbols and expressions to electron.d.ts, and names their members. */
import ts from 'typescript'

/** Methods of an emitter whose argument names an event. */
export const eventMethods: ReadonlySet<string> = new Set([
  'on',
  'once',
  'off',
  'addListener',
  'removeListener',
  'removeAllListeners',
  'prependListener',
  'prependOnceListener',
])

export function isOfElectron(node: ts.Node): boolean {
  return node.getSourceFile().fileName.endsWith('/electron/electron.d.ts')
}

/** A file of a package or of TypeScript, not of the program. */
export function isOfLibrary(node: ts.Node): boolean {
  return node.getSourceFile().isDeclarationFile
}

export class ElectronTypes {
  readonly checker: ts.TypeChecker
  /** Maps class names to module constants: `App` to `app`, `Session` to `session`. */
  readonly #instances = new Map<string, string>()
  readonly #classes = new Map<string, string>()

  constructor(program: ts.Program) {
    this.checker = program.getTypeChecker()
    for (const file of program.getSourceFiles()) {
      if (isOfElectron(file)) this.#readExports(file)
    }
  }

  /** The constants of electron.d.ts: `const app: App` and `const session: typeof Session`. */
  #readExports(file: ts.SourceFile): void {
    const visit = (node: ts.Node): void => {
      if (ts.isModuleDeclaration(node) || ts.isModuleBlock(node) || ts.isSourceFile(node)) ts.forEachChild(node, visit)
      if (!ts.isVariableStatement(node)) return
      for (const { name, type } of node.declarationList.declarations) {
        if (!ts.isIdentifier(name) || type === undefined) continue
        if (ts.isTypeReferenceNode(type)) this.#instances.set(type.typeName.getText(file), name.text)
        if (ts.isTypeQueryNode(type)) this.#classes.set(type.exprName.getText(file), name.text)
      }
    }
    visit(file)
  }

  symbolAt(node: ts.Node): ts.Symbol | undefined {
    const symbol = this.checker.getSymbolAtLocation(node)
    if (symbol === undefined || (symbol.flags & ts.SymbolFlags.Alias) === 0) return symbol
    return this.checker.getAliasedSymbol(symbol)
  }

  isElectronSymbol(symbol: ts.Symbol | undefined): symbol is ts.Symbol {
    return symbol?.declarations?.some(isOfElectron) === true
  }

  /** A constant or a class that the module exports, not a member of one. */
  isExport(symbol: ts.Symbol | undefined): boolean {
    if (!this.isElectronSymbol(symbol)) return false
    return symbol.declarations?.some((one) => ts.isVariableDeclaration(one) || ts.isClassDeclaration(one)) === true
  }

  /** The members of a union without null and undefined; a type parameter is replaced by its constraint. */
  alternatives(type: ts.Type): readonly ts.Type[] {
    const present = this.checker.getNonNullableType(type)
    const bound = present.isTypeParameter() ? (this.checker.getBaseConstraintOfType(present) ?? present) : present
    return bound.isUnion() ? bound.types : [bound]
  }

  property(type: ts.Type, name: string): ts.Symbol | undefined {
    for (const alternative of this.alternatives(type)) {
      const found = this.checker.getPropertyOfType(alternative, name)
      if (found !== undefined) return found
    }
    return undefined
  }

  /** A declaration of Electron: a class, a module or a structure. */
  isElectronType(type: ts.Type): boolean {
    return this.alternatives(type).some((one) => this.isElectronSymbol(one.aliasSymbol ?? one.getSymbol()))
  }

  /** The element type of an array or a promise, else the type itself. */
  elementOf(type: ts.Type): ts.Type {
    for (const one of this.alternatives(type)) {
      const element = this.checker.getIndexTypeOfType(one, ts.IndexKind.Number)
      if (this.checker.isArrayLikeType(one) && element !== undefined) return element
    }
    return type
  }

  /**
   * The names of a member: `app.quit` of a module, `Menu.buildFromTemplate` of a class, `BrowserWindow#show` of an
   * instance or a structure. A union type has several.
   */
  memberNames(receiver: ts.Type, member: ts.Symbol): string[] {
    const names = new Set<string>()
    for (const one of this.alternatives(receiver)) {
      const owner = this.checker.getPropertyOfType(one, member.name)
      if (owner === undefined || !this.isElectronSymbol(owner)) continue
      names.add(this.#memberName(one, owner))
    }
    return names.size === 0 ? [this.#memberName(undefined, member)] : [...names]
  }

  #memberName(receiver: ts.Type | undefined, member: ts.Symbol): string {
    const declared = receiver?.aliasSymbol ?? receiver?.getSymbol()
    const isNamed =
      this.isElectronSymbol(declared) && !declared.name.startsWith('__') && (declared.flags & namedTypes) !== 0
    const declaration = member.declarations?.find(isOfElectron)
    const name = isNamed ? declared.name : ownerName(declaration)
    if (declaration !== undefined && isStatic(declaration)) {
      return `${this.#classes.get(name) ?? name}.${member.name}`
    }
    if (name === 'Process') return `process.${member.name}`
    const module = this.#instances.get(name)
    return module === undefined ? `${name}#${member.name}` : `${module}.${member.name}`
  }

  /** The events that a call of `on`, `once` and so on names; empty if the call accepts any name. */
  eventNames(call: ts.CallExpression): string[] {
    const [argument] = call.arguments
    const parameter = this.checker.getResolvedSignature(call)?.parameters[0]
    if (argument === undefined || parameter === undefined) return []
    const wanted = this.alternatives(this.checker.getTypeOfSymbolAtLocation(parameter, call))
    if (!wanted.every((one) => one.isStringLiteral())) return []
    return this.alternatives(this.checker.getTypeAtLocation(argument)).flatMap((one) =>
      one.isStringLiteral() ? [one.value] : [],
    )
  }
}

const namedTypes = ts.SymbolFlags.Class | ts.SymbolFlags.Interface | ts.SymbolFlags.TypeAlias

function isStatic(declaration: ts.Declaration): boolean {
  return (ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Static) !== 0
}

/** The class, interface or type alias that contains a member. */
function ownerName(declaration: ts.Declaration | undefined): string {
  let node: ts.Node | undefined = declaration?.parent
  while (node !== undefined) {
    if (ts.isClassDeclaration(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) {
      return node.name?.text ?? '?'
    }
    node = node.parent
  }
  return '?'
}

/** The expression without parentheses and assertions about its type. */
export function bare(expression: ts.Expression): ts.Expression {
  let inner = expression
  while (
    ts.isParenthesizedExpression(inner) ||
    ts.isAsExpression(inner) ||
    ts.isSatisfiesExpression(inner) ||
    ts.isNonNullExpression(inner) ||
    ts.isAwaitExpression(inner)
  ) {
    inner = inner.expression
  }
  return inner
}
