import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import ts from 'typescript'
import { engineFolder, mutated, type Mutation } from './mutation.ts'

const root = resolve(import.meta.dirname, '../..')

/** Compiles mutants and reports the errors of the mutated file, as the project's own check does. */
export class Compiling {
  readonly #service: ts.LanguageService
  #mutant = { path: '', text: '', version: 0 }

  constructor() {
    const config = ts.readConfigFile(join(root, 'tsconfig.json'), (path) => readFileSync(path, 'utf8'))
    const { options, fileNames } = ts.parseJsonConfigFileContent({ ...config.config, include: ['main'] }, ts.sys, root)
    const sources = new Map<string, string>()
    const textOf = (path: string) => {
      if (path === this.#mutant.path) return this.#mutant.text
      const known = sources.get(path) ?? ts.sys.readFile(path)
      if (known !== undefined) sources.set(path, known)
      return known
    }
    this.#service = ts.createLanguageService({
      getCompilationSettings: () => options,
      getScriptFileNames: () => fileNames,
      getScriptVersion: (path) => (path === this.#mutant.path ? `mutant ${this.#mutant.version}` : 'source'),
      getScriptSnapshot: (path) => {
        const text = textOf(path)
        return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
      },
      getCurrentDirectory: () => root,
      getDefaultLibFileName: (forOptions) => ts.getDefaultLibFilePath(forOptions),
      fileExists: (path) => ts.sys.fileExists(path),
      readFile: textOf,
      readDirectory: (path, ...rest) => ts.sys.readDirectory(path, ...rest),
      directoryExists: (path) => ts.sys.directoryExists(path),
      getDirectories: (path) => ts.sys.getDirectories(path),
      realpath: (path) => ts.sys.realpath?.(path) ?? path,
    })
  }

  /** The errors of a mutant as sentences; none if it compiles. */
  problems(mutation: Mutation): string[] {
    const path = join(root, engineFolder, mutation.file)
    this.#mutant = { path, text: mutated(readFileSync(path, 'utf8'), mutation), version: this.#mutant.version + 1 }
    return [...this.#service.getSyntacticDiagnostics(path), ...this.#service.getSemanticDiagnostics(path)].map(
      (diagnostic) => ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n'),
    )
  }
}
