import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'

/** A feature, with the commits that add it in two architectures of the code; full or short hashes. */
export interface Feature {
  readonly name: string
  readonly before: readonly string[]
  /** Empty if the feature does not exist in the new architecture yet. */
  readonly after: readonly string[]
}

/** The features; each commit adds only its feature with state, view and screen. */
const features: readonly Feature[] = [
  { name: 'POST, DELETE /realm/playgrounds: server', before: ['3b7e133'], after: ['ca0db4f'] },
  {
    name: 'POST, DELETE /realm/playgrounds: server and client',
    before: ['3b7e133', 'ded6f8a'],
    after: ['ca0db4f', '16c949f'],
  },
  { name: 'PATCH /realm/user_settings_defaults: server', before: ['aeeb031'], after: ['e601713'] },
  {
    name: 'PATCH /realm/user_settings_defaults: server and client',
    before: ['aeeb031', '2d3bf42'],
    after: ['e601713', '9c37ee0'],
  },
  { name: 'alert words: state, view, actions, marks, notifications', before: ['299d668'], after: ['09acacb0'] },
]

/** Whether a file is code that a feature changes; tests and documents are not. */
export function isCode(path: string): boolean {
  return !path.startsWith('tests/') && !path.startsWith('docs/') && !path.endsWith('.md')
}

/** The code that commits change, each file once, in alphabetical order. */
export function codeTouched(commits: readonly string[], filesOf: (commit: string) => readonly string[]): string[] {
  return [...new Set(commits.flatMap(filesOf))].filter(isCode).sort()
}

/** A row of the table: name, files before, files after, and their ratio. */
export function tableLine(name: string, before: readonly string[], after: readonly string[]): string {
  const isKnown = after.length > 0
  const ratio = isKnown && before.length > 0 ? (after.length / before.length).toFixed(2) : '–'
  return `| ${name} | ${before.length} | ${isKnown ? after.length : '–'} | ${ratio} |`
}

/**
 * The files that a commit changes relative to its parent; a moved file counts under both names.
 * @throws Error if git does not know the commit, or the commit does not have exactly one parent
 */
function filesOfCommit(commit: string): string[] {
  const root = resolve(import.meta.dirname, '..')
  const git = (...parameters: string[]) => spawnSync('git', parameters, { cwd: root, encoding: 'utf8' })
  const parents = git('rev-list', '--parents', '--max-count=1', commit)
  if (parents.status !== 0) throw new Error(`git knows no commit ${commit}: ${parents.stderr.trim()}`)
  if (parents.stdout.trim().split(' ').length !== 2) throw new Error(`${commit} has not one parent`)
  const files = git('diff-tree', '--no-commit-id', '--name-only', '--no-renames', '-r', '-z', commit)
  if (files.status !== 0) throw new Error(`git cannot tell of ${commit}: ${files.stderr.trim()}`)
  return files.stdout.split('\0').filter((path) => path !== '')
}

/** Prints the number of code files that each feature changes, and with `--files` their names. */
function main(): void {
  const showsFiles = process.argv.includes('--files')
  console.log('| feature | before | after | ratio |')
  console.log('| --- | ---: | ---: | ---: |')
  const counted = features.map(({ name, before, after }) => ({
    name,
    before: codeTouched(before, filesOfCommit),
    after: codeTouched(after, filesOfCommit),
  }))
  for (const { name, before, after } of counted) console.log(tableLine(name, before, after))
  if (!showsFiles) return
  for (const { name, before, after } of counted) {
    console.log(`\n${name}`)
    for (const path of before) console.log(`  before  ${path}`)
    for (const path of after) console.log(`  after   ${path}`)
  }
}

if (import.meta.main) main()
