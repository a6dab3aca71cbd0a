import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { engineFolder, mutated, mutationsDue } from '../../mutations/mutation.ts'
import { mutations } from '../../mutations/mutations.ts'
import { laws } from './laws.ts'

const root = join(import.meta.dirname, '../../..')

describe('the mutations', () => {
  it('break each invariant often enough', () => {
    const missing = laws.filter((law) => mutations.filter((other) => other.law === law).length < mutationsDue(law))
    expect(missing).toEqual([])
    expect(mutations.filter(({ law }) => !laws.includes(law))).toEqual([])
  })

  it('are all different', () => {
    expect(new Set(mutations.map(({ file, find, replace }) => `${file}\0${find}\0${replace}`)).size).toBe(
      mutations.length,
    )
  })

  it.each(mutations)('apply to the sources once each: $law: $what', (mutation) => {
    const source = readFileSync(join(root, engineFolder, mutation.file), 'utf8')
    const mutant = mutated(source, mutation)
    expect(mutant).not.toBe(source)
    const { diagnostics } = ts.transpileModule(mutant, {
      reportDiagnostics: true,
      compilerOptions: { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext },
    })
    expect(diagnostics?.map(({ messageText }) => messageText)).toEqual([])
  })
})
