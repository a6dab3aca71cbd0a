/** Reads the facts about Electron in docs/electron and compares them with the uses in the sources. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import ts from 'typescript'
import type { ElectronFact } from '#docs/electron/fact.ts'
import type { ElectronUse } from './uses.ts'

export const factsFolder = 'docs/electron'

export interface LoadedFact extends ElectronFact {
  /** The file with the fact, relative to the root. */
  readonly file: string
}

export class FactError extends Error {
  readonly code = 'BAD_FACT'
}

/** All facts of the folder. @throws FactError where a file exports no list of facts */
export async function loadFacts(root: string): Promise<LoadedFact[]> {
  const facts: LoadedFact[] = []
  for (const name of readdirSync(join(root, factsFolder)).sort()) {
    if (!name.endsWith('.facts.ts')) continue
    const module = (await import(pathToFileURL(join(root, factsFolder, name)).href)) as Record<string, unknown>
    const list = module[`${name.slice(0, -'.facts.ts'.length)}Facts`]
    if (!Array.isArray(list)) {
      throw new FactError(`${factsFolder}/${name} must export \`${name.slice(0, -'.facts.ts'.length)}Facts\``)
    }
    for (const fact of list as ElectronFact[]) facts.push({ ...fact, file: `${factsFolder}/${name}` }) // its own type
  }
  return facts
}

/** The names of the uses that a fact covers: its API and its parts. */
export function apisOf(fact: ElectronFact, used: ReadonlySet<string>): string[] {
  return [
    ...(used.has(fact.api) ? [fact.api] : []),
    ...(fact.parts ?? []).flatMap((part) => partNames(fact.api, part).filter((name) => used.has(name))),
  ]
}

function partNames(api: string, part: string): string[] {
  return [`${api}{${part}}`, `${api}#${part}`]
}

/** The differences between uses and facts, each as a sentence with the required change. */
export function differences(uses: readonly ElectronUse[], facts: readonly LoadedFact[]): string[] {
  const used = new Set(uses.map(({ api }) => api))
  const covered = new Set(facts.flatMap((fact) => apisOf(fact, used)))
  const known = new Map(facts.map((fact) => [fact.api, fact]))
  return [
    ...facts.flatMap((fact, index) => {
      const first = facts.find(({ api }) => api === fact.api)
      return first === undefined || facts.indexOf(first) === index
        ? []
        : [`${fact.file}: “${fact.api}” has a fact in ${first.file} already: keep one of them.`]
    }),
    ...[...used]
      .filter((api) => !covered.has(api))
      .sort()
      .map((api) => missing(api, uses, known)),
    ...facts.flatMap((fact) => unused(fact, used)),
    ...facts.flatMap(lacking),
  ]
}

function missing(api: string, uses: readonly ElectronUse[], known: ReadonlyMap<string, LoadedFact>): string {
  const places = uses.filter((use) => use.api === api).map(({ file, line }) => `${file}:${line}`)
  const [, whole = '', option = ''] = /^(.*)\{(.*)\}$/.exec(api) ?? []
  const [, structure = '', field = ''] = /^([^.{:]*)#(.*)$/.exec(api) ?? []
  const fact = known.get(whole) ?? known.get(structure)
  const place = `${places[0] ?? ''}${places.length > 1 ? ` and ${places.length - 1} more` : ''}`
  if (fact !== undefined) {
    const part = option === '' ? field : option
    return `${place}: “${api}” has no fact: add '${part}' to \`parts\` of “${fact.api}” in ${fact.file}, or a fact of its own.`
  }
  return `${place}: “${api}” has no fact: add one to a file of ${factsFolder}, with the tests that run it.`
}

function unused(fact: LoadedFact, used: ReadonlySet<string>): string[] {
  const parts = (fact.parts ?? []).filter((part) => !partNames(fact.api, part).some((name) => used.has(name)))
  if (apisOf(fact, used).length === 0) return [`${fact.file}: nothing uses “${fact.api}” any more: remove its fact.`]
  if (!used.has(fact.api) && fact.parts === undefined) return [`${fact.file}: nothing uses “${fact.api}”: remove it.`]
  return parts.map(
    (part) => `${fact.file}: nothing uses '${part}' of “${fact.api}” any more: remove it from \`parts\`.`,
  )
}

function lacking({ file, api, tests, behaviour, source, onlyARun }: LoadedFact): string[] {
  return [
    ...(behaviour === '' || source === '' ? [`${file}: “${api}” needs a behaviour and its source.`] : []),
    ...(tests.length === 0 && onlyARun === null
      ? [`${file}: “${api}” has no test: name one, or say in \`onlyARun\` why only a run shows it.`]
      : []),
  ]
}

/** A test as a fact names it: `file: title`. */
export interface NamedTest {
  readonly file: string
  readonly title: string
}

export function namedTest(text: string): NamedTest {
  const at = text.indexOf(': ')
  return { file: text.slice(0, at), title: text.slice(at + 2) }
}

/** Tests that facts name and no file contains, each as a sentence. */
export function missingTests(root: string, facts: readonly LoadedFact[]): string[] {
  const titles = new Map<string, ReadonlySet<string>>()
  return facts.flatMap(({ file, api, tests }) =>
    tests.flatMap((test) => {
      const named = namedTest(test)
      if (!titles.has(named.file)) titles.set(named.file, titlesIn(root, named.file))
      return titles.get(named.file)?.has(named.title) === true
        ? []
        : [`${file}: “${api}” names a test that is not there: ${test}`]
    }),
  )
}

/** The titles of a file's tests, as in the source. */
function titlesIn(root: string, name: string): ReadonlySet<string> {
  const titles = new Set<string>()
  let text: string
  try {
    text = readFileSync(join(root, name), 'utf8')
  } catch {
    return titles
  }
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true)
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && /^(?:it|test)\b/.test(node.expression.getText(file))) {
      const [title] = node.arguments
      if (title !== undefined && ts.isStringLiteralLike(title)) titles.add(title.text)
      else if (title !== undefined && ts.isTemplateExpression(title)) titles.add(title.getText(file).slice(1, -1))
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return titles
}

/** A regular expression for the names that a title gets at run time: `%s`, `$name` and `${name}` match any text. */
export function patternOf(title: string): string {
  return title
    .split(/%[sdifjoOc#]|\$\{[^}]*\}|\$[A-Za-z][\w.]*/)
    .map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
    .join('.*')
}
