/**
 * Finds every use of Electron's API in a program by the types of electron.d.ts. Only expressions count; types in
 * signatures do not.
 */
import { relative, sep } from 'node:path'
import ts from 'typescript'
import { isFunctionLiteral, optionsOf, type FunctionLiteral } from './options.ts'
import { bare, ElectronTypes, eventMethods } from './types.ts'

/** The position of a probe that reports when the use runs (build/electron/probes.ts). Offsets in the file's text. */
export type ProbePlace =
  /** Runs when this expression has been evaluated and is not null. */
  | { readonly kind: 'value'; readonly start: number; readonly end: number; readonly isShorthand: boolean }
  /** Runs when the function that this expression yields is called. */
  | { readonly kind: 'called'; readonly start: number; readonly end: number; readonly isShorthand: boolean }
  /** Runs when the function begins. */
  | { readonly kind: 'entry'; readonly start: number; readonly end: number; readonly isBlock: boolean }

export interface ElectronUse {
  /** As `ElectronFact.api`; an option is `new BrowserWindow{show}`, whichever object literal contains it. */
  readonly api: string
  /** Relative to the root, with `/`. */
  readonly file: string
  /** The outermost function or class of the file, with the member of a class: `SkeinTray.update`. */
  readonly symbol: string
  /** From 1. */
  readonly line: number
  readonly probe: ProbePlace
}

export interface FoundUses {
  readonly uses: readonly ElectronUse[]
  /** Expressions that may contain options which the types do not reveal, as `file:line: text`. */
  readonly unknown: readonly string[]
}

/** @param files the sources to search; other files are read for their types only */
export function usesIn(program: ts.Program, root: string, files: readonly string[]): FoundUses {
  const scanner = new Scanner(program, root)
  for (const name of files) {
    const file = program.getSourceFile(name)
    if (file === undefined) throw new Error(`${name} is not in the program`)
    scanner.visit(file)
  }
  return scanner
}

/**
 * The uses in the sources below main/ and preload/, except for the engine, which cannot import Electron
 * (`eslint.config.js`).
 */
export function findElectronUses(root: string): FoundUses {
  const config = ts.getParsedCommandLineOfConfigFile(`${root}/tsconfig.json`, undefined, {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
      throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'))
    },
  })
  if (config === undefined) throw new Error(`${root}/tsconfig.json cannot be read`)
  const files = config.fileNames.filter((name) => /^(?:main\/(?!engine\/)|preload\/)/.test(relativeName(root, name)))
  return usesIn(ts.createProgram(files, config.options), root, files)
}

function relativeName(root: string, file: string): string {
  return relative(root, file).replaceAll(sep, '/')
}

class Scanner implements FoundUses {
  readonly uses: ElectronUse[] = []
  readonly unknown: string[] = []
  readonly #types: ElectronTypes
  readonly #root: string

  constructor(program: ts.Program, root: string) {
    this.#types = new ElectronTypes(program)
    this.#root = root
  }

  readonly visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return
    if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) this.#visitMember(node)
    else if (ts.isNewExpression(node)) this.#visitNew(node)
    else if (ts.isObjectBindingPattern(node)) this.#visitPattern(node)
    if (ts.isAsExpression(node)) this.#visitCast(node)
    else if (ts.isExpression(node)) this.#visitHandedOver(node)
    ts.forEachChild(node, this.visit)
  }

  #visitMember(node: ts.PropertyAccessExpression | ts.ElementAccessExpression): void {
    const name = ts.isPropertyAccessExpression(node) ? node.name : node.argumentExpression
    const symbol = this.#types.symbolAt(name)
    const call = ts.isCallExpression(node.parent) && node.parent.expression === node ? node.parent : undefined
    const receiver = this.#types.checker.getTypeAtLocation(node.expression)
    const isMember = this.#types.isElectronSymbol(symbol) && !this.#types.isExport(symbol)
    // Electron's types add events to Node's `process`; the used events are Node's.
    if (eventMethods.has(symbol?.name ?? '') && receiver.getSymbol()?.name === 'Process') return
    if (call !== undefined && eventMethods.has(symbol?.name ?? '') && this.#types.isElectronType(receiver)) {
      const events = this.#types.eventNames(call)
      if (events.length > 0) {
        this.#noteEvents(receiver, events, call)
        return
      }
    }
    if (!isMember) return
    for (const api of this.#types.memberNames(receiver, symbol)) {
      this.#note(api, node, value(node.expression))
      if (call !== undefined) this.#noteOptions(api, call)
    }
  }

  #noteEvents(receiver: ts.Type, events: readonly string[], call: ts.CallExpression): void {
    const [, listener] = call.arguments
    for (const emitter of this.#emitterNames(receiver)) {
      for (const event of events) {
        this.#note(`${emitter}:${event}`, call, listener === undefined ? value(call.expression) : called(listener))
      }
    }
  }

  /** The names of an emitter: `app` for a module's only instance, `BrowserWindow` for any instance of a class. */
  #emitterNames(receiver: ts.Type): string[] {
    const on = this.#types.property(receiver, 'on')
    if (on === undefined) return []
    return this.#types.memberNames(receiver, on).map((name) => name.replace(/[.#]on$/, ''))
  }

  #visitNew(node: ts.NewExpression): void {
    const symbol = this.#types.symbolAt(node.expression)
    if (!this.#types.isElectronSymbol(symbol) || (symbol.flags & ts.SymbolFlags.Class) === 0) return
    const api = `new ${symbol.name}`
    this.#note(api, node, value(node.expression))
    this.#noteOptions(api, node)
  }

  #noteOptions(api: string, call: ts.CallExpression | ts.NewExpression): void {
    const { options, unknown } = optionsOf(this.#types, call)
    for (const option of options) {
      const { value: given } = option
      const inner = ts.isMethodDeclaration(given) ? given : bare(given)
      const place = ts.isMethodDeclaration(inner)
        ? entry(inner)
        : isFunctionLiteral(inner)
          ? called(inner)
          : value(given as ts.Expression) // a method is its own `inner`
      this.#note(`${api}{${option.name}}`, given, place)
    }
    for (const place of unknown) this.unknown.push(`${this.#at(place)}: options of ${api}: ${place.getText()}`)
  }

  #visitPattern(pattern: ts.ObjectBindingPattern): void {
    const type = this.#types.checker.getTypeAtLocation(pattern)
    const place = placeOfPattern(pattern)
    if (place === undefined) return
    for (const { name, propertyName, dotDotDotToken } of pattern.elements) {
      const key = propertyName ?? name
      if (dotDotDotToken !== undefined || !ts.isIdentifier(key)) continue
      const symbol = this.#types.property(type, key.text)
      if (!this.#types.isElectronSymbol(symbol) || this.#types.isExport(symbol)) continue
      for (const api of this.#types.memberNames(type, symbol)) this.#note(api, pattern, place)
    }
  }

  /** Records an object of Electron that is assigned to a type of another origin. */
  #visitCast(node: ts.AsExpression): void {
    if (ts.isAsExpression(node.parent) || ts.isConstTypeReference(node.type)) return
    const inner = bare(node)
    const from = this.#types.checker.getTypeAtLocation(inner)
    const to = this.#types.checker.getTypeAtLocation(node)
    if (!this.#types.isElectronType(from) || !this.#isForeign(to)) return
    const name = (from.aliasSymbol ?? from.getSymbol())?.name ?? '?'
    this.#note(`${name} as ${this.#types.checker.typeToString(to)}`, node, value(inner))
  }

  /**
   * Records an object of Electron that is passed as an interface of the program: all members of the interface count as
   * used.
   */
  #visitHandedOver(node: ts.Expression): void {
    if (!ts.isIdentifier(node) && !ts.isPropertyAccessExpression(node) && !ts.isCallExpression(node)) return
    const isShorthand = ts.isShorthandPropertyAssignment(node.parent)
    const wanted = isShorthand ? this.#wantedBy(node.parent) : this.#types.checker.getContextualType(node)
    if (wanted === undefined || !this.#isForeign(wanted)) return
    const given = this.#types.checker.getTypeAtLocation(node)
    if (!this.#types.isElectronType(given)) return
    for (const member of this.#types.alternatives(wanted).flatMap((one) => one.getProperties())) {
      const own = this.#types.property(given, member.name)
      if (own === undefined) continue
      const events = eventMethods.has(member.name) ? this.#declaredEvents(member) : []
      const names = this.#types.isElectronSymbol(own) ? this.#types.memberNames(given, own) : []
      const emitters = events.length === 0 ? [] : this.#emitterNames(given)
      const apis = events.length === 0 ? names : emitters.flatMap((name) => events.map((event) => `${name}:${event}`))
      for (const api of apis) this.#note(api, node, value(node))
    }
  }

  #wantedBy(property: ts.ShorthandPropertyAssignment): ts.Type | undefined {
    const whole = this.#types.checker.getContextualType(property.parent)
    const member = whole === undefined ? undefined : this.#types.property(whole, property.name.text)
    return member === undefined ? undefined : this.#types.checker.getTypeOfSymbolAtLocation(member, property)
  }

  /** The events that an interface of the program declares for its own `on`. */
  #declaredEvents(member: ts.Symbol): string[] {
    return this.#types.checker
      .getTypeOfSymbol(member)
      .getCallSignatures()
      .flatMap(({ parameters: [first] }) =>
        first === undefined ? [] : this.#types.alternatives(this.#types.checker.getTypeOfSymbol(first)),
      )
      .flatMap((type) => (type.isStringLiteral() ? [type.value] : []))
  }

  /** Whether an object type is declared neither by Electron nor by the language. */
  #isForeign(type: ts.Type): boolean {
    return this.#types.alternatives(type).every((one) => {
      if ((one.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) === 0) return false
      const declaration = (one.aliasSymbol ?? one.getSymbol())?.declarations?.[0]
      if (declaration === undefined || one.getCallSignatures().length > 0) return false
      const file = declaration.getSourceFile().fileName
      return !this.#types.isElectronType(one) && !/\/typescript\/lib\/lib\./.test(file)
    })
  }

  #note(api: string, node: ts.Node, probe: ProbePlace): void {
    const file = node.getSourceFile()
    const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1
    this.uses.push({ api, file: relativeName(this.#root, file.fileName), symbol: symbolOf(node), line, probe })
  }

  #at(node: ts.Node): string {
    const file = node.getSourceFile()
    return `${relativeName(this.#root, file.fileName)}:${file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1}`
  }
}

function value(node: ts.Expression): ProbePlace {
  const isShorthand = ts.isShorthandPropertyAssignment(node.parent)
  return { kind: 'value', start: node.getStart(), end: node.getEnd(), isShorthand }
}

function called(node: ts.Expression): ProbePlace {
  return { ...value(node), kind: 'called' } as ProbePlace // the two kinds have the same fields
}

function entry({ body }: FunctionLiteral): ProbePlace {
  if (body === undefined) throw new Error('a function without a body runs nothing')
  return { kind: 'entry', start: body.getStart(), end: body.getEnd(), isBlock: ts.isBlock(body) }
}

/** A destructured value is either an expression or a parameter. */
function placeOfPattern(pattern: ts.ObjectBindingPattern): ProbePlace | undefined {
  let parent: ts.Node = pattern.parent
  while (ts.isBindingElement(parent) || ts.isObjectBindingPattern(parent) || ts.isArrayBindingPattern(parent)) {
    parent = parent.parent
  }
  if (ts.isVariableDeclaration(parent)) {
    if (parent.initializer !== undefined) return value(parent.initializer)
    const loop = parent.parent.parent
    return ts.isForOfStatement(loop) && ts.isBlock(loop.statement)
      ? { kind: 'entry', start: loop.statement.getStart(), end: loop.statement.getEnd(), isBlock: true }
      : undefined
  }
  if (!ts.isParameter(parent) || !isFunctionLiteral(parent.parent) || parent.parent.body === undefined) return undefined
  return entry(parent.parent)
}

/** The name of the outermost declaration around a node. */
function symbolOf(node: ts.Node): string {
  let named = ''
  let member = ''
  for (let at = node; !ts.isSourceFile(at); at = at.parent) {
    if (ts.isFunctionDeclaration(at)) [named, member] = [at.name?.text ?? '', '']
    else if (ts.isVariableDeclaration(at) && ts.isIdentifier(at.name)) [named, member] = [at.name.text, '']
    else if (ts.isClassDeclaration(at)) named = at.name?.text ?? ''
    else if (ts.isConstructorDeclaration(at)) member = 'constructor'
    else if (ts.isMethodDeclaration(at) || ts.isAccessor(at) || ts.isPropertyDeclaration(at)) member = at.name.getText()
  }
  return member === '' ? named : named === '' ? '' : `${named}.${member}`
}
