import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { laws } from './laws.ts'

const tests = join(import.meta.dirname, '../..')
const root = join(tests, '..')

const none = '–'

/** The rows of the tables in `docs/invariants.md`. */
const rows = readFileSync(join(root, 'docs/invariants.md'), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [law = '', sentence = '', where = '', habit = '', server = '', client = ''] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
    return /^[QMSUO]\d+$/.test(law) ? [{ law, sentence, where, habit, server, client }] : []
  })

/** Whether a test of the file, or a group of tests, has the invariant in its title. */
function names(file: string, law: string): boolean {
  const text = readFileSync(file, 'utf8')
  const titles = text.matchAll(/\b(?:it|describe)(?:\.each\([\s\S]*?\))?\(\s*(['"`])((?:\\.|(?!\1).)*)\1/g)
  return [...titles].some(([, , title = '']) => title.includes(`[${law}]`))
}

describe('docs/invariants.md', () => {
  it('has each invariant once, in order, each with one sentence and a habit or a dash', () => {
    expect(rows.map((row) => row.law)).toEqual(laws)
    expect(rows.filter((row) => !/^[A-Z][^.]*\.$/.test(row.sentence))).toEqual([])
    expect(rows.filter((row) => row.habit === '')).toEqual([])
  })

  it.each(rows)('names existing files that keep $law', ({ where }) => {
    const files = where.split(', ').map((name) => /^`([^`]+)`$/.exec(name)?.[1] ?? `no path: ${name}`)
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
  })

  it.each(rows)('names tests with $law in their titles', ({ law, habit, server, client }) => {
    const files = [
      ...(server === none ? [] : server.split(', ').map((name) => `unit/server/${name}`)),
      ...client.split(', '),
    ].map((name) => join(tests, `${name}.test.ts`))
    expect(files.filter((file) => !existsSync(file))).toEqual([])
    expect(files.filter((file) => !names(file, law))).toEqual([])
    // An invariant that no server can show has no habit and no server test.
    if (habit === none) expect(server).toBe(none)
    expect(client).not.toBe('')
  })
})
